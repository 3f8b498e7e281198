#% task: simulation, medium
#% prompt
from typing import List


def finish_order(jobs: List[list], chunk: int) -> List[str]:
    """Jobs wait in line at the office printer, each one given as [name, pages].
    The printer takes the first job and prints at most `chunk` pages of it. If pages remain, the job
    goes to the end of the line, otherwise it is finished; then the next job has its turn.
    A job of 0 pages is finished as soon as it has its turn.
    Return the names in the order in which the jobs finish. Names may occur more than once,
    chunk is at least 1, and the given jobs must not be changed.

    >>> finish_order([["map", 5], ["note", 1], ["plan", 3]], 2)
    ['note', 'plan', 'map']
    >>> finish_order([["a", 2], ["b", 1]], 2)
    ['a', 'b']
    """
#% canonical
def finish_order(jobs, chunk):
    line = [(name, pages) for name, pages in jobs]
    done = []
    while line:
        name, pages = line.pop(0)
        if pages > chunk:
            line.append((name, pages - chunk))
        else:
            done.append(name)
    return done
#% hidden
assert finish_order([], 3) == []
assert finish_order([["x", 0]], 1) == ["x"]
assert finish_order([["x", 9]], 1) == ["x"]
assert finish_order([["x", 3], ["y", 0], ["z", 1]], 1) == ["y", "z", "x"]
assert finish_order([["x", 3], ["y", 0], ["z", 1]], 5) == ["x", "y", "z"]
assert finish_order([["x", 4], ["y", 3], ["z", 2]], 2) == ["z", "x", "y"]
assert finish_order([["x", 4], ["y", 3]], 2) == ["x", "y"]
assert finish_order([["p", 2], ["p", 1]], 1) == ["p", "p"]
assert finish_order([["p", 3], ["q", 2], ["p", 1]], 1) == ["p", "q", "p"]
assert finish_order([["a", 3], ["b", 3], ["c", 3]], 1) == ["a", "b", "c"]
assert finish_order([["a", 10], ["b", 7], ["c", 4], ["d", 1]], 3) == ["d", "c", "b", "a"]
assert finish_order([["a", 6], ["b", 5], ["c", 6], ["d", 7]], 3) == ["a", "b", "c", "d"]
assert finish_order([["a", 7], ["b", 6], ["c", 9]], 3) == ["b", "a", "c"]
work = [["m", 4], ["n", 2]]
assert finish_order(work, 2) == ["n", "m"]
assert work == [["m", 4], ["n", 2]]
#% right: sorts by the round of the last page
def finish_order(jobs, chunk):
    rounds = [(max(1, -(-pages // chunk)), i, name) for i, (name, pages) in enumerate(jobs)]
    return [name for _, _, name in sorted(rounds)]
#% right: a deque of positions
def finish_order(jobs, chunk):
    from collections import deque
    left = [pages for _, pages in jobs]
    line = deque(range(len(jobs)))
    done = []
    while line:
        i = line.popleft()
        left[i] -= chunk
        if left[i] > 0:
            line.append(i)
        else:
            done.append(jobs[i][0])
    return done
#% right: round after round
def finish_order(jobs, chunk):
    waiting, done = list(jobs), []
    while waiting:
        done += [name for name, pages in waiting if pages <= chunk]
        waiting = [[name, pages - chunk] for name, pages in waiting if pages > chunk]
    return done
#% wrong: mutated argument - counts down in the given jobs
def finish_order(jobs, chunk):
    line = list(jobs)
    done = []
    while line:
        job = line.pop(0)
        job[1] -= chunk
        if job[1] > 0:
            line.append(job)
        else:
            done.append(job[0])
    return done
#% wrong: off by one - a job with nothing left goes back once more
def finish_order(jobs, chunk):
    line = [list(job) for job in jobs]
    done = []
    while line:
        name, pages = line.pop(0)
        if pages >= chunk:
            line.append([name, pages - chunk])
        else:
            done.append(name)
    return done
#% wrong: endless loop - waits for exactly zero pages
def finish_order(jobs, chunk):
    line = [list(job) for job in jobs]
    done = []
    while line:
        job = line.pop(0)
        job[1] -= chunk
        if job[1] != 0:
            line.append(job)
        else:
            done.append(job[0])
    return done
#% wrong: corner - keeps the pages in a dict by name
def finish_order(jobs, chunk):
    left = {name: pages for name, pages in jobs}
    line = list(left)
    done = []
    while line:
        name = line.pop(0)
        left[name] -= chunk
        if left[name] > 0:
            line.append(name)
        else:
            done.append(name)
    return done
#% wrong: misread - shortest job first
def finish_order(jobs, chunk):
    return [name for name, pages in sorted(jobs, key=lambda job: job[1])]
#% wrong: corner - jobs without pages come before everything
def finish_order(jobs, chunk):
    order = sorted(range(len(jobs)), key=lambda i: ((jobs[i][1] + chunk - 1) // chunk, i))
    return [jobs[i][0] for i in order]
#% wrong: wrong type - returns whole jobs
def finish_order(jobs, chunk):
    line = [(job, job[1]) for job in jobs]
    done = []
    while line:
        job, pages = line.pop(0)
        if pages > chunk:
            line.append((job, pages - chunk))
        else:
            done.append(job)
    return done
