#% task: simulation, hard
#% prompt
from typing import List, Optional, Tuple


def kiosk_waits(guests: List[Tuple[int, int]], patience: int) -> List[Optional[int]]:
    """An ice cream kiosk has two windows. Guests are given as (arrival, minutes), ordered by arrival,
    and are served in that order: each goes to whichever window is free first, and then occupies it
    for the given minutes. A window that a guest leaves at minute t can serve the next one at minute t.
    A guest who would have to wait longer than `patience` minutes leaves at once, without occupying
    a window. Return for each guest the minutes of waiting, or None for those who left.
    The list of guests must not be changed.

    >>> kiosk_waits([(0, 9), (1, 2), (2, 5)], 10)
    [0, 0, 1]
    >>> kiosk_waits([(0, 9), (0, 9), (3, 2), (6, 2)], 4)
    [0, 0, None, 3]
    """
#% canonical
def kiosk_waits(guests, patience):
    free = [0, 0]
    waits = []
    for arrival, minutes in guests:
        window = 0 if free[0] <= free[1] else 1
        start = max(arrival, free[window])
        if start - arrival > patience:
            waits.append(None)
        else:
            waits.append(start - arrival)
            free[window] = start + minutes
    return waits
#% hidden
assert kiosk_waits([], 5) == []
assert kiosk_waits([(7, 3)], 0) == [0]
assert kiosk_waits([(0, 4), (0, 4), (4, 1)], 0) == [0, 0, 0]
assert kiosk_waits([(0, 4), (0, 4), (3, 1)], 0) == [0, 0, None]
assert kiosk_waits([(0, 4), (0, 4), (3, 1)], 1) == [0, 0, 1]
assert kiosk_waits([(0, 8), (0, 2), (1, 2), (1, 2), (1, 2)], 9) == [0, 0, 1, 3, 5]
assert kiosk_waits([(0, 8), (0, 2), (1, 2), (1, 2), (1, 2)], 4) == [0, 0, 1, 3, None]
assert kiosk_waits([(0, 10), (0, 10), (1, 50), (2, 50), (5, 1), (5, 1)], 5) == [0, 0, None, None, 5, 5]
assert kiosk_waits([(0, 10), (0, 10), (8, 5), (9, 5), (9, 5), (20, 1)], 3) == [0, 0, 2, 1, None, 0]
assert kiosk_waits([(100, 5), (100, 5), (100, 5), (100, 5)], 5) == [0, 0, 5, 5]
assert kiosk_waits([(0, 3), (10, 3), (11, 3), (12, 3)], 9) == [0, 0, 0, 1]
assert kiosk_waits([(0, 0), (0, 0), (0, 0)], 0) == [0, 0, 0]
assert kiosk_waits([(0, 6), (2, 6), (3, 1), (4, 1), (5, 4)], 3) == [0, 0, 3, 3, 3]
assert kiosk_waits([(5, 20), (6, 2), (7, 2), (8, 2), (9, 2), (30, 1)], 2) == [0, 0, 1, 2, None, 0]
line = [(0, 7), (1, 7), (2, 7)]
assert kiosk_waits(line, 6) == [0, 0, 5]
assert line == [(0, 7), (1, 7), (2, 7)]
#% right: a heap of free times
def kiosk_waits(guests, patience):
    import heapq
    windows = [0, 0]
    result = []
    for arrival, minutes in guests:
        wait = max(0, windows[0] - arrival)
        if wait <= patience:
            heapq.heapreplace(windows, arrival + wait + minutes)
            result.append(wait)
        else:
            result.append(None)
    return result
#% right: waits minute by minute
def kiosk_waits(guests, patience):
    a = b = 0
    result = []
    for arrival, minutes in guests:
        wait = 0
        while wait <= patience and a > arrival + wait and b > arrival + wait:
            wait += 1
        if wait > patience:
            result.append(None)
            continue
        now = arrival + wait
        if a <= now:
            a = now + minutes
        else:
            b = now + minutes
        result.append(wait)
    return result
#% wrong: misread - windows take turns
def kiosk_waits(guests, patience):
    free = [0, 0]
    waits = []
    turn = 0
    for arrival, minutes in guests:
        start = max(arrival, free[turn])
        if start - arrival > patience:
            waits.append(None)
        else:
            waits.append(start - arrival)
            free[turn] = start + minutes
            turn = 1 - turn
    return waits
#% wrong: corner - guests who left still occupy a window
def kiosk_waits(guests, patience):
    free = [0, 0]
    waits = []
    for arrival, minutes in guests:
        free.sort()
        start = max(arrival, free[0])
        free[0] = start + minutes
        wait = start - arrival
        waits.append(wait if wait <= patience else None)
    return waits
#% wrong: off by one - leaves when the wait equals the patience
def kiosk_waits(guests, patience):
    free = [0, 0]
    waits = []
    for arrival, minutes in guests:
        i = free.index(min(free))
        wait = max(0, free[i] - arrival)
        if wait and wait >= patience:
            waits.append(None)
        else:
            waits.append(wait)
            free[i] = arrival + wait + minutes
    return waits
#% wrong: corner - service starts when the window becomes free even if nobody is there yet
def kiosk_waits(guests, patience):
    free = [0, 0]
    waits = []
    for arrival, minutes in guests:
        i = 0 if free[0] <= free[1] else 1
        wait = max(0, free[i] - arrival)
        if wait > patience:
            waits.append(None)
        else:
            waits.append(wait)
            free[i] += minutes
    return waits
#% wrong: misread - only one window is open
def kiosk_waits(guests, patience):
    free = 0
    waits = []
    for arrival, minutes in guests:
        start = max(arrival, free)
        if start - arrival > patience:
            waits.append(None)
        else:
            waits.append(start - arrival)
            free = start + minutes
    return waits
#% wrong: wrong type - leaves out the guests who left
def kiosk_waits(guests, patience):
    free = [0, 0]
    waits = []
    for arrival, minutes in guests:
        free.sort()
        wait = max(0, free[0] - arrival)
        if wait <= patience:
            waits.append(wait)
            free[0] = arrival + wait + minutes
    return waits
#% wrong: endless loop - does not go on to the next guest after one gave up
def kiosk_waits(guests, patience):
    free = [0, 0]
    waits = [None] * len(guests)
    i = now = 0
    while i < len(guests):
        arrival, minutes = guests[i]
        now = max(now, arrival)
        window = free.index(min(free))
        if free[window] <= now:
            waits[i] = now - arrival
            free[window] = now + minutes
            i += 1
        elif free[window] - arrival <= patience:
            now = free[window]
    return waits
#% wrong: invalid - bracket left open
def kiosk_waits(guests, patience):
    free = [0, 0]
    waits = []
    for arrival, minutes in guests:
        free.sort()
        start = max(arrival, free[0]
        if start - arrival > patience:
            waits.append(None)
        else:
            waits.append(start - arrival)
            free[0] = start + minutes
    return waits
