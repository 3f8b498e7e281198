from .ground import LINUX, json, os, re, resource, sys
from .plain_data import decode, encode
from .candidate import become
from .seccomp import filter_program, install_filter
from .suites import Suite

# ── Start ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Options:
    """Flags: --scratch=DIR (where scratch directories are made), --uid-base=N (0: one uid for all), --private-tmp (/tmp and
    /dev/shm are the sandbox's own and are emptied), --slots=N (verdicts under way at a time, 1), --no-seccomp."""

    def __init__(self, arguments):
        given = dict(argument[2:].partition('=')[::2] for argument in arguments)
        self.scratch = given.get('scratch', '/tmp')
        self.private_tmp = 'private-tmp' in given
        self.slots = max(1, int(given.get('slots', 1)))
        base = int(given.get('uid-base', 0))
        self.uid_base = base if base and child_succeeds(lambda: become(base)) else 0
        self.filter = filter_program(False) if LINUX else None
        self.own_filter = filter_program(True) if LINUX and not self.uid_base else None  # beside the other
        self.seccomp = 'no-seccomp' not in given and child_succeeds(lambda: install_filter(self.filter, os.getpid()) or fail())
        self.is_first = os.getpid() == 1  # of its container: when it ends, the kernel ends all others
        self.process_base = 0  # how many processes of its uid a verdict does not own
        library = os.path.dirname(os.__file__)
        self.hidden = [library] if self.uid_base and not child_succeeds(lambda: (become(base), os.listdir(library))) else []


def fail():
    raise OSError


def child_succeeds(work):
    """Whether something works, tried in a process of its own."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def process_base():
    """With one uid for all, the limit of processes counts everything this user runs: find out how many that are."""
    for count in (1 << power for power in range(4, 16)):

        def attempt():
            resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
            pid = os.fork()
            if pid == 0:
                os._exit(0)
            os.waitpid(pid, 0)

        if child_succeeds(attempt):
            return count + 64
    return 1 << 16


def warm_up():
    """The first compile() builds the AST types, the first encode its caches: once here, not in every child."""
    code = 'from typing import List\ndef f(x: List[int]):\n    return [i for i in x]\n'
    namespace = {'__name__': 'warm'}
    exec(compile(code, '<warm>', 'exec', dont_inherit=True), namespace)
    decode(json.loads(json.dumps(encode([1, (2.5,), {'a': {1}}], None))), None)
    Suite('', 'assert f([1]) == [1]', 'f')


def places_pattern(scratch):
    folders = {os.path.dirname(os.__file__), sys.prefix, sys.base_prefix} - {'/', '/usr'}
    own = re.escape(scratch) + '/[0-9]+-[0-9a-f]{12}'
    return re.compile('|'.join([own, '/proc/self/fd/[0-9]+', *map(re.escape, sorted(folders, key=len, reverse=True))]))
