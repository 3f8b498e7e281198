#% task: numbers, easy
#% prompt
def in_limits(value: int, low: int, high: int) -> bool:
    """Return True if the value is at least low and at most high, otherwise False.

    >>> in_limits(5, 1, 9)
    True
    >>> in_limits(12, 1, 9)
    False
    >>> in_limits(9, 1, 9)
    True
    """
#% canonical
def in_limits(value, low, high):
    return low <= value <= high
#% hidden
assert in_limits(1, 1, 9) is True
assert in_limits(0, 1, 9) is False
assert in_limits(10, 1, 9) is False
assert in_limits(3, 3, 3) is True
assert in_limits(2, 3, 3) is False
assert in_limits(-4, -5, -1) is True
assert in_limits(0, -5, -1) is False
assert in_limits(-6, -5, -1) is False
assert in_limits(20, 10, 20) is True
assert in_limits(50, 0, 100) is True
assert in_limits(-1, -1, 1) is True
#% right: two comparisons
def in_limits(value, low, high):
    return value >= low and value <= high
#% right: returns early
def in_limits(value, low, high):
    if value < low or value > high:
        return False
    return True
#% wrong: corner - low is left out
def in_limits(value, low, high):
    return low < value <= high
#% wrong: corner - high is left out
def in_limits(value, low, high):
    return low <= value < high
#% wrong: misread - one limit is enough
def in_limits(value, low, high):
    return value >= low or value <= high
#% wrong: off by one - range goes one too far
def in_limits(value, low, high):
    return value in range(low, high + 2)
#% wrong: wrong type - returns text
def in_limits(value, low, high):
    return str(low <= value <= high)
