from .ground import TEXT, UIDS, bounded, gc, os, setresuid
from .frames import send_frame
from .plain_data import from_json, to_json
from .candidate import CANDIDATE, set_limit, settle, take_descriptors
from .forker import Forker
from .suites import CHANNEL_FD, FAILURES, name
from .record import PLACES
from .tester import Tester

# ── Checker ─────────────────────────────────────────────────────────────────────────────────────────────────────────
# Test text that did not come with a dataset may have been written by a model, and does in its process what it likes. So that process
# is made for it alone, by an interpreter that knows of no other job, and the broker believes nothing of what comes from it.

CHECKER_MB = 512  # memory of a checker: what it holds are one check and a candidate's answers to it
REPORT_BYTES = 1 << 17  # the longest report of a checker that is read
LETTERS = 10_000  # the most assertions that a checker's report is about


class Checker(Tester):
    """Runs one test suite that anyone may have written."""

    def run(self):
        limits, fd, *job = self.receive()
        for which, value in limits:
            set_limit(which, *value)
        CANDIDATE.is_running = True  # from here on, how this process ends is the check's doing
        report = self.judge(fd, *job)
        report['kept'] = []
        send_frame(CHANNEL_FD, to_json(report))
        os._exit(0)


def run_checker(channel_fd, output_fd, null_fd, uid, scratch, needs):
    """What a freshly forked checker does. Never returns."""
    take_descriptors(channel_fd, output_fd, null_fd)
    if uid:
        setresuid(uid, uid, uid)
    settle(scratch)
    if needs is not None:
        needs(uid)
    gc.enable()
    Checker().run()


class CheckerForker(Forker):
    """Forks checkers, and ends them. With one uid for all it may not tell what in a shared folder is a candidate's: it empties them only
    when the candidate of its job has ended before."""

    first_uid = UIDS
    run_child = staticmethod(run_checker)

    def warm_up(self):
        PLACES.append(places_pattern(self.options.scratch))
        warm_up()
        gc.collect()
        self.control.send(b'!')  # it is ready

    def empty(self, folder, names, uid):
        if uid or self.is_last:
            super().empty(folder, names, uid)


BAD_REPORT = {'harnessError': 'the check did not report what it found'}
REASONS = ('syntax', 'no-entry-point', 'assertion', 'exception', 'memory', 'exited-early')
STOPS = (None, 'too-large', 'ended', 'unreadable', 'not-started')


def read_report(data):
    """The report that a checker sent, which may be anything: of the shape that a tester's has and within its bounds, or BAD_REPORT."""
    try:
        said = from_json(data)
        if type(said.get('harnessError')) is str:
            return {'harnessError': printable(said['harnessError'])}
        letters, failures, start, number = said['assertions'], said['failures'], said['startFailure'], said['number']
        is_sound = (
            type(letters) is str and len(letters) <= LETTERS and set(letters) <= set('pfe-')
            and type(failures) is list and len(failures) <= FAILURES
            and said['reason'] in (None, *REASONS) and said['stop'] in STOPS and type(said['finished']) is bool
            and (start is None or (type(start) is list and len(start) == 2 and start[0] in REASONS))
            and (number is None or is_number(number, letters))
        )  # fmt: skip
        return {
            'assertions': letters, 'failures': [read_failure(failure, letters) for failure in failures], 'reason': said['reason'],
            'finished': said['finished'], 'stop': said['stop'], 'startFailure': start and [start[0], printable(start[1])],
            'number': number, 'source': None if said['source'] is None else printable(said['source']),
        } if is_sound else BAD_REPORT  # fmt: skip
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError, MemoryError):
        return BAD_REPORT


def read_failure(failure, letters):
    number = failure.get('assertion')
    if number is not None and not is_number(number, letters):
        raise ValueError
    texts = {name: printable(failure[name]) for name in ('message', 'source', 'got') if name in failure}
    return {'message': '', **texts, **({} if number is None else {'assertion': number})}


def is_number(number, letters):
    return type(number) is int and 0 <= number < len(letters)


def printable(text):
    """A text that may stand in a prompt or on a terminal, and is not long."""
    return bounded(''.join([letter if letter.isprintable() or letter == '\n' else '\ufffd' for letter in text[: TEXT + 1]]))
