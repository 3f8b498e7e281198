#% task: simulation, easy
#% prompt
from typing import List


def rain_barrel(capacity: int, events: List[int]) -> int:
    """
    How many litres are in the rain barrel at the end?

    The barrel starts empty and holds at most `capacity` litres. A positive event is rain: that many
    litres flow in, and what does not fit is lost. A negative event is the gardener who wants that many
    litres: if the barrel has enough, she takes them all; otherwise she takes nothing.
    The list of events must not be changed.

    >>> rain_barrel(10, [4, 3, -5])
    2
    >>> rain_barrel(10, [8, 8, -3])
    7
    >>> rain_barrel(10, [2, -3, 1])
    3
    """
#% canonical
def rain_barrel(capacity, events):
    level = 0
    for event in events:
        if event >= 0:
            level = min(capacity, level + event)
        elif level + event >= 0:
            level += event
    return level
#% hidden
assert rain_barrel(10, []) == 0
assert rain_barrel(0, [5, 2]) == 0
assert rain_barrel(5, [5]) == 5
assert rain_barrel(5, [6]) == 5
assert rain_barrel(5, [-1]) == 0
assert rain_barrel(5, [0, 0]) == 0
assert rain_barrel(5, [3, -3]) == 0
assert rain_barrel(5, [3, -3, 2]) == 2
assert rain_barrel(5, [3, -4]) == 3
assert rain_barrel(5, [3, -4, -2]) == 1
assert rain_barrel(5, [20, -6]) == 5
assert rain_barrel(5, [20, -5, -1, 2]) == 2
assert rain_barrel(7, [4, 4, -7, 3, -4, 9, -1]) == 6
assert rain_barrel(100, [30, 30, 30, 30, -101, -40, 50]) == 100
drops = [3, 4, -2]
assert rain_barrel(6, drops) == 4
assert drops == [3, 4, -2]
#% right: checks each case on its own
def rain_barrel(capacity, events):
    level = 0
    for event in events:
        new = level + event
        if new > capacity:
            new = capacity
        if new < 0:
            new = level
        level = new
    return level
#% right: reduce
def rain_barrel(capacity, events):
    from functools import reduce
    return reduce(lambda level, e: level if level + e < 0 else min(capacity, level + e), events, 0)
#% wrong: misread - the gardener takes what there is
def rain_barrel(capacity, events):
    level = 0
    for event in events:
        level = max(0, min(capacity, level + event))
    return level
#% wrong: misread - rain that does not fit entirely is refused
def rain_barrel(capacity, events):
    level = 0
    for event in events:
        if 0 <= level + event <= capacity:
            level += event
    return level
#% wrong: corner - cannot take the last litre
def rain_barrel(capacity, events):
    level = 0
    for event in events:
        if event > 0:
            level = min(capacity, level + event)
        elif level > -event:
            level += event
    return level
#% wrong: corner - caps the level only at the end
def rain_barrel(capacity, events):
    level = 0
    for event in events:
        if event > 0 or level >= -event:
            level += event
    return min(level, capacity)
#% wrong: mutated argument - empties the list of events
def rain_barrel(capacity, events):
    level = 0
    while events:
        event = events.pop(0)
        if event >= 0:
            level = min(capacity, level + event)
        elif level >= abs(event):
            level -= abs(event)
    return level
#% wrong: endless loop - stays at a refused event
def rain_barrel(capacity, events):
    level, i = 0, 0
    while i < len(events):
        e = events[i]
        if e >= 0:
            level = min(level + e, capacity)
            i += 1
        elif level + e >= 0:
            level += e
            i += 1
        else:
            continue
    return level
