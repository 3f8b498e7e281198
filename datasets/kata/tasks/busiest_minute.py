#% task: intervals, medium
#% prompt
from typing import List, Tuple


def busiest_minute(visits: List[Tuple[int, int]]) -> int:
    """A museum notes each visit as (arrival, departure) in minutes after opening.
    A visitor is inside from the arrival minute up to, but not including, the departure minute.
    Return the earliest minute at which the most visitors are inside, or -1 when nobody ever is.
    The list of visits stays as it is.

    >>> busiest_minute([(0, 10), (5, 15), (8, 9)])
    8
    >>> busiest_minute([(3, 6)])
    3
    """
#% canonical
def busiest_minute(visits):
    changes = {}
    for arrival, departure in visits:
        if departure > arrival:
            changes[arrival] = changes.get(arrival, 0) + 1
            changes[departure] = changes.get(departure, 0) - 1
    best_minute, best_count, inside = -1, 0, 0
    for minute in sorted(changes):
        inside += changes[minute]
        if inside > best_count:
            best_minute, best_count = minute, inside
    return best_minute
#% hidden
assert busiest_minute([]) == -1
assert busiest_minute([(4, 4)]) == -1
assert busiest_minute([(0, 1)]) == 0
assert busiest_minute([(0, 5), (5, 10)]) == 0
assert busiest_minute([(5, 10), (0, 5)]) == 0
assert busiest_minute([(0, 5), (4, 10)]) == 4
assert busiest_minute([(0, 3), (1, 3), (6, 9), (7, 9)]) == 1
assert busiest_minute([(2, 2), (7, 8)]) == 7
assert busiest_minute([(10, 20), (10, 20), (12, 13)]) == 12
assert busiest_minute([(0, 100), (50, 60), (55, 58), (70, 90), (71, 72)]) == 55
assert busiest_minute([(9, 12), (1, 4), (3, 5), (11, 14)]) == 3
visits = [(9, 12), (1, 4)]
assert busiest_minute(visits) == 1
assert visits == [(9, 12), (1, 4)]
#% right: counts every minute
def busiest_minute(visits):
    counts = {}
    for arrival, departure in visits:
        for minute in range(arrival, departure):
            counts[minute] = counts.get(minute, 0) + 1
    if not counts:
        return -1
    most = max(counts.values())
    return min(minute for minute in counts if counts[minute] == most)
#% right: tries each arrival
def busiest_minute(visits):
    def inside(minute):
        return sum(a <= minute < d for a, d in visits)
    starts = sorted(a for a, d in visits if a < d)
    if not starts:
        return -1
    return max(starts, key=lambda minute: (inside(minute), -minute))
#% wrong: corner - counts the departure minute
def busiest_minute(visits):
    counts = {}
    for arrival, departure in visits:
        for minute in range(arrival, departure + 1):
            counts[minute] = counts.get(minute, 0) + 1
    if not counts:
        return -1
    most = max(counts.values())
    return min(minute for minute in counts if counts[minute] == most)
#% wrong: exception - no visits
def busiest_minute(visits):
    counts = {}
    for arrival, departure in visits:
        for minute in range(arrival, departure):
            counts[minute] = counts.get(minute, 0) + 1
    return max(sorted(counts), key=lambda minute: counts[minute])
#% wrong: mutated argument - sorts the visits in place
def busiest_minute(visits):
    visits.sort()
    best, most = -1, 0
    for start, end in visits:
        count = sum(a <= start < d for a, d in visits)
        if count > most:
            best, most = start, count
    return best
#% wrong: misread - returns how many visitors
def busiest_minute(visits):
    most = 0
    for start, end in visits:
        most = max(most, sum(a <= start < d for a, d in visits))
    return most
#% wrong: endless loop - never moves past a full minute
def busiest_minute(visits):
    if not visits:
        return -1
    minute, best, most = 0, -1, 0
    last = max(d for a, d in visits)
    while minute < last:
        count = sum(a <= minute < d for a, d in visits)
        if count > most:
            best, most = minute, count
        if count < 3:
            minute += 1
        elif count == 3 and most == 3:
            minute = minute
    return best
