#% task: intervals, easy
#% prompt
from typing import List, Tuple


def shared_hours(shifts: List[Tuple[int, int]]) -> int:
    """ Each shift is a pair (start hour, end hour) of one day, with start < end. How many hours long is the time that
    ALL the shifts have in common? It is 0 if there is no such time, and also if there are no shifts.

    >>> shared_hours([(8, 16), (10, 18)])
    6
    >>> shared_hours([(8, 16), (10, 18), (9, 12)])
    2
    """
#% canonical
def shared_hours(shifts):
    if not shifts:
        return 0
    start = max(s for s, e in shifts)
    end = min(e for s, e in shifts)
    return max(0, end - start)
#% hidden
assert shared_hours([]) == 0
assert shared_hours([(9, 17)]) == 8
assert shared_hours([(0, 24)]) == 24
assert shared_hours([(8, 12), (12, 16)]) == 0
assert shared_hours([(8, 12), (14, 16)]) == 0
assert shared_hours([(14, 16), (8, 12)]) == 0
assert shared_hours([(8, 12), (11, 16)]) == 1
assert shared_hours([(0, 24), (5, 9)]) == 4
assert shared_hours([(5, 9), (0, 24), (5, 9)]) == 4
assert shared_hours([(6, 14), (10, 18), (13, 21)]) == 1
assert shared_hours([(6, 10), (9, 13), (12, 16)]) == 0
assert shared_hours([(1, 20), (2, 19), (3, 18), (4, 17), (0, 7)]) == 3
shifts = [(9, 15), (7, 13)]
assert shared_hours(shifts) == 4
assert shifts == [(9, 15), (7, 13)]
#% right: counts the hours
def shared_hours(shifts):
    if len(shifts) == 0:
        return 0
    return sum(1 for hour in range(24) if all(s <= hour < e for s, e in shifts))
#% right: intersects sets
def shared_hours(shifts):
    common = set(range(24)) if shifts else set()
    for start, end in shifts:
        common &= set(range(start, end))
    return len(common)
#% right: narrows the first shift
def shared_hours(shifts):
    if not shifts:
        return 0
    low, high = shifts[0]
    for start, end in shifts[1:]:
        low, high = max(low, start), min(high, end)
        if low >= high:
            return 0
    return high - low
#% wrong: corner - negative without common time
def shared_hours(shifts):
    if not shifts:
        return 0
    return min(e for s, e in shifts) - max(s for s, e in shifts)
#% wrong: exception - no shifts
def shared_hours(shifts):
    return max(0, min(e for s, e in shifts) - max(s for s, e in shifts))
#% wrong: corner - no shifts share the whole day
def shared_hours(shifts):
    return sum(all(s <= h < e for s, e in shifts) for h in range(24))
#% wrong: off by one - counts the end hour
def shared_hours(shifts):
    if not shifts:
        return 0
    return sum(all(s <= h <= e for s, e in shifts) for h in range(25))
#% wrong: misread - hours in any shift
def shared_hours(shifts):
    return sum(any(s <= h < e for s, e in shifts) for h in range(24))
#% wrong: misread - neighbours only
def shared_hours(shifts):
    if len(shifts) == 1:
        return shifts[0][1] - shifts[0][0]
    overlaps = [min(a[1], b[1]) - max(a[0], b[0]) for a, b in zip(shifts, shifts[1:])]
    return max(0, min(overlaps)) if overlaps else 0
#% wrong: wrong type - returns the common interval
def shared_hours(shifts):
    if not shifts:
        return 0
    start, end = max(s for s, e in shifts), min(e for s, e in shifts)
    return (start, end) if start < end else 0
