#!/usr/bin/env python3
"""Runs untrusted programs against tests and says what happened, in a way the programs cannot forge.

Kinds of process, all started from the parts in this folder (`../source.ts` joins them):

  broker     holds the protocol on stdin and stdout; never runs untrusted code or tests. In a container it is PID 1.
  forker     forks every candidate; an interpreter of its own with only the first list of parts, which has never read a
             request: a candidate inherits no test and no other program, and little memory to be copied.
  tester     runs tests that came with a dataset, one job after the other, and so holds the hidden ones; it never runs anybody else's code.
  checker    runs test text that anyone may have written ("check"), one for each job. It is forked from an interpreter of its own that has
             never read a request, is started with the first such job, and does for checkers what the forker does for candidates.
             It is limited, filtered, ended and swept as a candidate is, under another uid than any of them.
  candidate  one for each verdict: own uid where the runner may change uid, rlimits, own process group, own scratch
             directory; of all descriptors it has /dev/null, an output pipe and its job socket. It is forked when the one before
             has ended and nothing is left of that, and waits; no program is known at that time.

The tester calls the candidate over the job socket, on which only plain data travels (see "Plain data"), so no object of
the candidate ever lives in the process that decides. A verdict is what the tester sends to the broker, on a socket the
candidate does not have, with the nonce of its job. Afterwards everything the candidate started is killed and reaped.

Protocol: frames of a 4-byte big-endian length and JSON. First a hello {protocol, python, ownUid, seccomp}; then
  request {id, mode: "split"|"check", prelude, code, entryPoint, tests, seed, limits{wallMs, cpuSeconds, memoryMb, processes, fileMb, outputBytes}, core?}
  reply   {id, status, reason, detail, assertions, failures[], output, wallMs, cpuMs, runQueueDelayMs, wasKilled, kept?}
in any order. Requests are begun in theirs, --slots at a time; what else has come waits here. "split" runs the tests in a tester, "check" in a checker.
What a checker reports is what untrusted code says: it is evidence for a loop and no grade, a report that is none is the check's own fault, and its texts are
cut and cleaned here (`read_report`).
A verdict is one process waking the next, which is quickest when all of them stay on one core: on number `core` (0, 1, …) of those the runner may
use, or, where as many verdicts may be under way as there are cores, on the one that has the fewest.
runQueueDelayMs is for a wall clock that was met: how long the candidate or its tester was ready to run and had no core. wasKilled: SIGKILL ended the
candidate, and nothing here sent it: itself, or somebody outside. End of stdin ends everything.

What is solved: at least one assertion ran, every one that ran held each time, the tests ran to their end and the candidate's
process, which is still there, answered after that. An assertion in a branch not taken is "-" and legal: the branch is the test author's. The first
assertion that did not hold decides the reason. An exception in the tests which the candidate cannot have caused (it had
not been called yet) is the suite's fault: `ungraded`, never `unsolved`.

Plain data: numbers of any size, text, bytes, None, lists, tuples, sets, dicts and their views, deques, ranges, Decimal, Fraction,
naive dates and times; iterators as their first items. Arguments changed in place are changed in the test too, and a result
that is an argument is that argument. Functions, in either direction, are called back over the socket. Other objects arrive as
Opaque values that equal nothing (a match object is true); so tests of methods of a returned object cannot be run.

Cases: a suite may end with `check_cases(agrees, '<JSON>')`, a table of [arguments, expected, ...more] in the form of `encode`: one
assertion a case, which holds when agrees(got, expected, arguments, ...more) is true. A long value travels in a case as its
Digest, whose hash no candidate can know without the value. `answer_to(*arguments)` calls as a case does; what a suite gives
to `keep(value)` comes back in the reply's `kept`: so expected values are computed.

What one uid for all (not started as root, or without that right) leaves open: candidates under way at the same time may look
at each other's scratch directories. A system call filter keeps them from signalling, tracing and limiting other processes,
from leaving their process group and from the network; broker, forker, tester and candidates are not dumpable, so /proc shows nothing of
their memory and descriptors. Where the kernel has no seccomp a candidate could end the runner: a lost sandbox, never a verdict.

Python 3.8 or later, standard library only. Without Linux there is no subreaper, no seccomp and no memory limit.
"""
import sys

if sys.path and sys.path[0]:
    del sys.path[0]  # the script's own folder: not for candidates

import _socket, builtins, gc, json, marshal, os, re, resource, signal, struct, time, types

at_fork, os.register_at_fork = os.register_at_fork, lambda **hooks: None
import random  # seeds itself anew in every forked process: here only in what candidates fork, see `sow_anew`

os.register_at_fork = at_fork
import bisect, collections, copy, functools, heapq, itertools, math, operator, string, typing  # what most programs import

# Names of their own, for what a candidate calls once: looking up an attribute for the first time writes to more pages, and each of
# them is copied for every verdict.
from os import WNOHANG, chdir, close, closerange, dup2, fork, kill, killpg, mkdir, pread, rmdir, setpgid, setresuid, stat, waitpid
from resource import RUSAGE_CHILDREN, getrusage, setrlimit
from signal import ITIMER_PROF, setitimer

LINUX = sys.platform.startswith('linux')
LIBC, SIGKILL = [], int(signal.SIGKILL)
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 36, 38
ANSWER_BYTES = 16 << 20  # the longest answer of a candidate that is read
GENERATOR_ITEMS = 10_000  # how much of a returned generator is looked at
CPU_TIMER = -1  # among the limits of a candidate: its seconds are a fraction, and no limit of the kernel's
TEXT = 300  # the longest text in a report, in characters
BIG = 1 << 63
LONG = 8192  # a value whose normal form is longer travels in a case as its digest
UIDS = 25_000  # so many uids are given to candidates, one after the other, and as many more to checkers
LIBRARY_FD = 256  # the first of the descriptors through which candidates read the interpreter's library
SEED = 0  # the usual seed of `random`: the forker has sown it for all candidates
JOB_FD = 3  # a candidate's end of its job socket
ANY_CORE = 0xFFFF
CONTROL_FD = 3  # the forker's end of its socket to the broker; descriptors that arrive on it have higher numbers


def libc():
    """The C library. It is loaded where it is needed: what the forker does not hold, no candidate pays for."""
    if not LIBC:
        import ctypes

        LIBC.append(ctypes.CDLL(None, use_errno=True))
    return LIBC[0]


def prctl(option, value):
    return libc().prctl(option, value, 0, 0, 0) if LINUX else -1


CORES = sorted(os.sched_getaffinity(0)) if LINUX else []


def stay_on(core):
    """Binds this process, and what it will start, to one of the cores it may use; ANY_CORE frees it."""
    if CORES:
        try:
            os.sched_setaffinity(0, CORES if core == ANY_CORE else [CORES[core % len(CORES)]])
        except OSError:
            pass  # what it may use has changed since: the kernel has bound it


def read_many_at_once():
    """On one core, what arrives no longer interrupts the process that sends it: this one wakes when that waits."""
    try:
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    except OSError:
        pass  # it is only slower


def bounded(text, size=TEXT):
    return text if len(text) <= size else text[: size - 1] + '…'
