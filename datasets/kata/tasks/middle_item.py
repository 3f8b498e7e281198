#% task: lists, easy
#% prompt
def middle_item(items: list) -> int:
    """Return the number in the middle of the list. The list always has an odd length.

    >>> middle_item([4, 9, 2])
    9
    >>> middle_item([6])
    6
    """
#% canonical
def middle_item(items):
    return items[len(items) // 2]
#% hidden
assert middle_item([1]) == 1
assert middle_item([1, 2, 3]) == 2
assert middle_item([9, 1, 5]) == 1
assert middle_item([5, 4, 3, 2, 1]) == 3
assert middle_item([1, 1, 8, 1, 1]) == 8
assert middle_item([0, 0, 0]) == 0
assert middle_item([7, 3, 20, 4, 5, 6, 8]) == 4
assert middle_item([-1, -2, -3]) == -2
assert middle_item([10, 40, 20, 30, 50]) == 20
assert middle_item([2, 90, 3]) == 90
assert middle_item(list(range(101))) == 50
#% right: half of the last index
def middle_item(items):
    return items[(len(items) - 1) // 2]
#% right: drops the ends
def middle_item(items):
    while len(items) > 1:
        items = items[1:-1]
    return items[0]
#% wrong: wrong type - index is a float
def middle_item(items):
    return items[len(items) / 2]
#% wrong: misread - sorts first
def middle_item(items):
    return sorted(items)[len(items) // 2]
#% wrong: off by one - one too far left
def middle_item(items):
    return items[len(items) // 2 - 1]
#% wrong: misread - the largest number
def middle_item(items):
    return max(items)
#% wrong: corner - never past the second number
def middle_item(items):
    return items[min(1, len(items) // 2)]
