"""Checks the types of candidate.py, and of check.py which uses it, by mypy. Nothing of either is run. Without a check it is about the program alone.

held, or failed with mypy's message; vacuous when the entry point's type holds Any (nothing annotated, nothing to be wrong), or when mypy finds no
fault in the check even where the entry point is something without any use (`cast(Any, f)(1)` asks for nothing); crashed when the check does not
parse or mypy does not get through. An annotation that is merely missing is no error. What switches mypy off (`# type: ignore`,
`# mypy: ...`) is taken out of the program first.
"""
from report import JOB, METHOD, NAME, clean, crashed, described, finish

import ast, io, json, os, re, tokenize

OMISSIONS = {'var-annotated', 'no-untyped-def', 'no-untyped-call', 'type-arg', 'no-any-return', 'import-untyped', 'import-not-found', 'annotation-unchecked'}
AT_FAULT = {'syntax', 'name-defined', 'import-not-found', 'import-untyped'}
FLAGS = ['--check-untyped-defs', '--strict-equality', '--implicit-reexport', '--no-site-packages', '--config-file=', '--output=json', '--no-error-summary']
FLAGS += ['--show-error-codes', '--no-pretty', '--cache-dir=' + (JOB.get('cache') or os.devnull)]
SILENCING = re.compile(r'#\s*(type:\s*ignore|mypy:)')


def read(name):
    with open(name, encoding='utf-8') as file:
        return file.read()


def without_silencing(text):
    lines = text.splitlines(keepends=True)
    for token in list(tokenize.generate_tokens(io.StringIO(text).readline)):
        if token.type == tokenize.COMMENT and SILENCING.search(token.string):
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column] + '\n'
    return ''.join(lines)


def parse(name, text):
    compile(text, name, 'exec', dont_inherit=True)


def other_names():
    """What else the program defines at its top level, but for star imports."""
    names = set()
    for node in ast.parse(read('candidate.py')).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update((alias.asname or alias.name).partition('.')[0] for alias in node.names)
        else:
            names.update(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store))
    return sorted(name for name in names if not name.startswith('_') and name not in (NAME, '*'))


def findings(entry, check):
    from mypy import api

    others = ''.join(f'from candidate import {name}\n' for name in other_names())
    useless, used = f'{entry} = _Useless()', f'from candidate import *\nfrom candidate import {entry}'
    if METHOD:  # a call on an instance and one on the class are the same, each on a fresh instance
        useless = f'class {NAME}:\n    {METHOD} = _Useless()'
        used = f'{others}from candidate import {NAME} as _Own\nclass {NAME}:\n    {METHOD} = staticmethod(_Own().{METHOD})'
    with open('useless.py', 'w', encoding='utf-8') as file:
        file.write(f'{others}class _Useless: ...\n{useless}\n{check}\n')
    with open('checked.py', 'w', encoding='utf-8') as file:
        file.write(f'{used}\n{check}\nreveal_type({entry})\n')
    out, err, status = api.run([*FLAGS, 'checked.py', 'useless.py', 'candidate.py'])
    lines = [json.loads(line) for line in out.splitlines() if line.startswith('{')]
    if status not in (0, 1) and not any(line['code'] == 'syntax' for line in lines):
        finish('crashed', f'mypy: {(err or out).strip()[-200:]}')
    return lines


def line_of(name, number):
    lines = read(name).splitlines()
    return clean(lines[number - 1].strip()) if 0 < number <= len(lines) else name


def main():
    entry = JOB['entryPoint']
    try:
        parse('check.py', read('check.py'))
        check = without_silencing(read('check.py'))
    except (SyntaxError, ValueError, tokenize.TokenError) as error:
        crashed(error)
    try:
        parse('candidate.py', read('candidate.py'))
        text = without_silencing(read('candidate.py'))
    except (SyntaxError, ValueError, tokenize.TokenError) as error:
        finish('failed', assertion='the program parses', exception=described(error))
    with open('candidate.py', 'w', encoding='utf-8') as file:
        file.write(text)
    lines = findings(entry, check)
    errors = [line for line in lines if line['severity'] == 'error']
    wrong = [line for line in errors if line['file'] != 'useless.py' and not (line['file'] == 'candidate.py' and line['code'] in OMISSIONS)]
    for line in wrong:
        if line['code'] == 'syntax' or (line['file'] == 'checked.py' and line['code'] in AT_FAULT):
            finish('crashed', f'mypy: {line["message"]}')
    for line in wrong:
        message = clean(f'{line["message"]} [{line["code"]}]')
        finish('failed', assertion=line_of(line['file'], line['line']), got=message)
    is_alone = check.strip() == ''
    if not is_alone and (METHOD or NAME) not in re.findall(r'\w+', check):
        finish('vacuous', f'it never mentions {entry}')
    revealed = [line['message'] for line in lines if line['file'] == 'checked.py' and line['message'].startswith('Revealed type is')]
    revealed = revealed[-1].removeprefix('Revealed type is ').strip('"') if revealed else ''
    if not revealed or re.search(r'\bAny\b', revealed):
        finish('vacuous', f'nothing annotated: the type of {entry} is {revealed or "unknown"}')
    if not is_alone and not any(line['file'] == 'useless.py' for line in errors):
        finish('vacuous', f'it asks for nothing of {entry}: it holds whatever that is')
    finish('held')


try:
    main()
except BaseException as error:
    crashed(error)
