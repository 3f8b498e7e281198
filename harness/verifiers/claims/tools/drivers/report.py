"""How a driver says what it found: once, on the socket its host gave it, in a frame with the secret that it read there first.

Imported before any untrusted code, so that nothing of it can be replaced beforehand. What runs in the same process can still find the
secret: see tools/host.py.
"""
import json, os, re, traceback

TEXT = 300
_write, _exit, _dumps = os.write, os._exit, json.dumps
_channel = os.dup(3)  # not inheritable
os.close(3)
_secret = os.read(_channel, 32).decode()
with open('job.json', encoding='utf-8') as _file:
    JOB = json.load(_file)
FOLDER = os.getcwd()
NAME, _, METHOD = JOB['entryPoint'].partition('.')


def clean(text, size=TEXT):
    """A text without addresses and paths, of bounded length: two equal runs must say the same."""
    text = re.sub(r'\b0x[0-9a-fA-F]{6,}', '0x…', text.replace(FOLDER + '/', ''))
    text = re.sub(r'(?:/[\w.+-]+)+/(?=[\w.+-]+\.py\b)', '', text)
    return text if len(text) <= size else text[: size - 1] + '…'


def shown(value):
    try:
        return clean(repr(value))
    except BaseException as error:
        return f'<{type(value).__name__} whose repr raises {type(error).__name__}>'


def described(error):
    """An exception as one line."""
    try:
        text = f'{error.msg} (line {error.lineno})' if isinstance(error, SyntaxError) else str(error)
    except BaseException:
        text = ''
    return clean(f'{type(error).__name__}: {text}' if text else type(error).__name__)


def finish(verdict, reason=None, **evidence):
    """Reports and ends this process at once: nothing that was loaded gets to run afterwards."""
    report = {'verdict': verdict, 'reason': reason and clean(reason), 'evidence': {key: text for key, text in evidence.items() if text is not None}}
    payload = _dumps({'secret': _secret, 'report': report}).encode()
    data = len(payload).to_bytes(4, 'big') + payload
    while data:
        data = data[_write(_channel, data) :]
    _exit(0)


def crashed(error):
    """The check's text is at fault, or the tool: it says nothing about the program."""
    finish('crashed', described(error))


def frames_of(error):
    return [(frame.filename, frame.lineno, frame.line or '') for frame in traceback.extract_tb(error.__traceback__)]


def is_fault_of_check(error, check='check.py'):
    """Whether a check cannot run anywhere: it does not parse, or it names what is not there."""
    if not isinstance(error, (NameError, ImportError, SyntaxError)):
        return False
    frames = frames_of(error)
    return not frames or os.path.basename(frames[-1][0]) == check


def load_program():
    """The program as a module. One that does not load fulfils no claim: that is a verdict on it."""
    try:
        import candidate
    except BaseException as error:
        finish('failed', assertion='the program loads', exception=described(error))
    if entry_of(candidate) is None:
        finish('failed', assertion=f'the program defines {JOB["entryPoint"]}', exception='no such function')
    return candidate


def entry_of(module):
    """The entry point; of `Class.method` a function that makes a fresh instance for every call. None where there is no such thing."""
    found = getattr(module, NAME, None)
    if METHOD and isinstance(found, type) and callable(getattr(found, METHOD, None)):
        return lambda *arguments, **named: getattr(found(), METHOD)(*arguments, **named)
    return found if callable(found) and not METHOD else None
