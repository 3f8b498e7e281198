#% task: numbers, easy
#% prompt
def doublings(start: int, goal: int) -> int:
    """How many times must start be doubled until it is at least goal? Both are positive.

    >>> doublings(1, 8)
    3
    >>> doublings(5, 4)
    0
    >>> doublings(3, 7)
    2
    """
#% canonical
def doublings(start, goal):
    count = 0
    while start < goal:
        start *= 2
        count += 1
    return count
#% hidden
assert doublings(1, 1) == 0
assert doublings(1, 2) == 1
assert doublings(1, 3) == 2
assert doublings(10, 3) == 0
assert doublings(10, 80) == 3
assert doublings(10, 81) == 4
assert doublings(7, 7) == 0
assert doublings(7, 8) == 1
assert doublings(1, 1000) == 10
assert doublings(2, 1024) == 9
assert doublings(100, 399) == 2
#% right: calls itself
def doublings(start, goal):
    if start >= goal:
        return 0
    return 1 + doublings(start * 2, goal)
#% right: tries powers of two
def doublings(start, goal):
    power = 0
    while start * 2 ** power < goal:
        power += 1
    return power
#% wrong: off by one - doubles past an equal goal
def doublings(start, goal):
    count = 0
    while start <= goal:
        start *= 2
        count += 1
    return count
#% wrong: endless loop - never stores the doubled number
def doublings(start, goal):
    count = 0
    while start < goal:
        start * 2
        count += 1
    return count
#% wrong: misread - returns the last number
def doublings(start, goal):
    while start < goal:
        start *= 2
    return start
#% wrong: corner - rounds down
def doublings(start, goal):
    count = 0
    while start * 2 <= goal:
        start *= 2
        count += 1
    return count
#% wrong: wrong type - returns a float
def doublings(start, goal):
    import math
    return max(0.0, math.log2(goal / start))
