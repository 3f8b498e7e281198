from .ground import SEED, _socket, json, libc, marshal, os, random, resource, struct, sys
from .frames import Frames, send_frame
from .candidate import Candidate

# ── Forker ──────────────────────────────────────────────────────────────────────────────────────────────────────────

ORDER = struct.Struct('>BBBH')  # what to do (a sum), the slot whose candidate it is about, that of the candidate that is started, its core
DONE = struct.Struct('>BiQBI')  # slot, wait status, cpu microseconds, what else (a sum), milliseconds it waited for a core
KILLED, SOILED = 1, 2  # it had to be killed; what it left is still there: no further verdict here
CLEAN_SECONDS = 4  # how long what a verdict has left is removed; somebody may have made a million folders
START, END, LATE, LOOK, LAST = 1, 2, 4, 8, 16  # LATE: tell how long it waited for a core; LOOK: whether it has ended; LAST: see `CheckerForker`
OWN = struct.Struct('iii')  # a candidate's descriptors: job socket, output pipe, /dev/null
ANCILLARY = _socket.CMSG_SPACE(OWN.size)
LEFT = 99  # how a candidate exits when the tester has left it
NEVER_BEGAN = 98  # how a candidate or checker exits when it could not begin: nothing of its job has run


REHEARSAL = """
def first(items: List[int], text: str = 'a b') -> Optional[Dict[str, Tuple[int, ...]]]:
    '''Uses what most programs use.'''
    found, seen = {}, set()
    for index, item in enumerate(sorted(items, key=lambda item: -item)):
        if item in seen or not isinstance(item, int):
            continue
        seen.add(item)
        found.setdefault(str(item % 7), []).append(index)
    words = [word.strip().lower() for word in text.split(' ') if word]
    while words and len(words) > 1:
        words.pop()
    result = ''.join(reversed(words)) + f'{math.floor(sum(items) / 2)}'
    return {key: tuple(value) for key, value in found.items() if max(value) >= min(value) and result.startswith('a')}
"""


def rehearse():
    """Goes a candidate's way with a program of our own: caches are filled and code is specialised here, once."""
    ours, theirs = _socket.socketpair()
    calls = [(([3, 1, 2],), {}), (([5, 5], 'A c'), {})]
    prelude = compile('import math\nfrom typing import Dict, List, Optional, Tuple\n', '<prelude>', 'exec', dont_inherit=True)
    limits = [(resource.RLIMIT_CORE, (0, 0))] * 2
    request = marshal.dumps((limits, None, prelude, REHEARSAL, 'first', 0, calls, True), 2)
    for _ in range(20):
        send_frame(ours.fileno(), request)
        Candidate(theirs.fileno()).begin()
        frames = Frames(ours.fileno())
        while json.loads(frames.next()) != ['alive']:
            pass
    del sys.modules['candidate']
    random.seed(SEED)


def fill_gaps():
    """Takes the free places between the objects that stay, and returns what takes them: what a candidate makes will then lie together,
    on fewer pages."""
    taken = []
    for size in range(48, 513, 16):
        last, in_row = 0, 0
        while in_row < 3 and len(taken) < 50_000:  # three in a row: the page is a fresh one
            taken.append(bytes(size - 33))
            in_row = in_row + 1 if id(taken[-1]) == last + size else 0
            last = id(taken[-1])
    return taken


def fill_malloc_gaps():
    """Takes the free places of malloc below the end of what it has in use."""
    import ctypes

    malloc = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(('malloc', libc()))
    free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(('free', libc()))
    end, count = malloc(100_000), 0
    free(end)
    for size in [*(int(100_000 * 0.8**step) for step in range(21)), *range(1000, 8, -16)]:
        while count < 50_000:
            place = malloc(size)
            if place >= end:
                free(place)
                break
            count += 1


HUGE = 2 << 20  # bytes of a huge page
PROT_READ, PROT_WRITE, PROT_EXEC, MAP_PRIVATE, MAP_ANONYMOUS, MADV_HUGEPAGE, MREMAP_MAYMOVE, MREMAP_FIXED = 1, 2, 4, 2, 32, 14, 1, 2


def text_range():
    """Where the interpreter's own text and constants lie, as far as they fill huge pages: begin and end."""
    own, begin, end = os.path.realpath('/proc/self/exe'), 0, 0
    with open('/proc/self/maps') as file:
        for place, rights, _, _, _, *path in map(str.split, file):
            first, last = (int(part, 16) for part in place.split('-'))
            if path == [own] and 'w' not in rights and first == (end or first):
                begin, end = begin or first, last
    return -(-begin // HUGE) * HUGE, end // HUGE * HUGE


def is_huge(begin, size):
    """Whether the kernel gave huge pages for all of a mapping."""
    with open('/proc/self/smaps') as file:
        for line in file:
            if line.startswith(f'{begin:x}-'):
                return next(int(line.split()[1]) << 10 for line in file if line.startswith('AnonHugePages:')) == size
    return False


def move_text_to_huge_pages():
    """Puts a copy of the interpreter's text in the place of the text. A candidate inherits a huge page as one entry: nothing is
    mapped bit by bit while it runs and taken apart when it ends, which is a tenth of a verdict. Constants among it become
    executable, which matters to nobody: a candidate may run any code. Where anything is missing all stays as it is."""
    import ctypes

    begin, end = text_range()
    size, library = end - begin, libc()
    if size <= 0:
        return
    address, length, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    mmap = ctypes.CFUNCTYPE(address, address, length, number, number, number, ctypes.c_long)(('mmap', library))
    mremap = ctypes.CFUNCTYPE(address, address, length, length, number, address)(('mremap', library))
    munmap = ctypes.CFUNCTYPE(number, address, length)(('munmap', library))
    room = mmap(None, size + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if room is None or room == ctypes.c_void_p(-1).value:
        return
    place = -(-room // HUGE) * HUGE
    library.madvise(address(place), length(size), MADV_HUGEPAGE)
    ctypes.memmove(place, begin, size)
    spare = [(room, place), (place + size, room + size + HUGE), (place, place + size)]
    if is_huge(place, size) and library.mprotect(address(place), length(size), PROT_READ | PROT_EXEC) == 0:
        if mremap(place, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, begin) == begin:
            spare.pop()
    for first, last in spare:
        if first < last:
            munmap(first, last - first)
