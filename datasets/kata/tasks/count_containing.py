#% task: intervals, easy
#% prompt
from typing import List, Tuple


def count_containing(pairs: List[Tuple[int, int]], number: int) -> int:
    """Each pair is (start, end). Return how many pairs have start <= number <= end.

    >>> count_containing([(1, 5), (4, 9), (8, 10)], 4)
    2
    >>> count_containing([(1, 5)], 7)
    0
    """
#% canonical
def count_containing(pairs, number):
    return sum(1 for start, end in pairs if start <= number <= end)
#% hidden
assert count_containing([], 3) == 0
assert count_containing([(3, 3)], 3) == 1
assert count_containing([(2, 6)], 2) == 1
assert count_containing([(2, 6)], 6) == 1
assert count_containing([(2, 6)], 1) == 0
assert count_containing([(2, 6)], 7) == 0
assert count_containing([(0, 2), (2, 4), (4, 6)], 2) == 2
assert count_containing([(0, 2), (2, 4), (4, 6)], 5) == 1
assert count_containing([(0, 9), (1, 8), (2, 7)], 5) == 3
assert count_containing([(0, 9), (0, 9)], 9) == 2
assert count_containing([(-5, -1), (-2, 3)], -2) == 2
#% right: plain loop
def count_containing(pairs, number):
    count = 0
    for start, end in pairs:
        if start <= number and number <= end:
            count += 1
    return count
#% right: length of a list
def count_containing(pairs, number):
    return len([pair for pair in pairs if pair[0] <= number <= pair[1]])
#% wrong: off by one - leaves out the end
def count_containing(pairs, number):
    return sum(1 for start, end in pairs if start <= number < end)
#% wrong: off by one - leaves out the start
def count_containing(pairs, number):
    return sum(1 for start, end in pairs if start < number <= end)
#% wrong: wrong type - returns the pairs
def count_containing(pairs, number):
    return [(start, end) for start, end in pairs if start <= number <= end]
#% wrong: misread - number is the start or the end
def count_containing(pairs, number):
    return sum(1 for pair in pairs if number in pair)
#% wrong: corner - counts equal pairs once
def count_containing(pairs, number):
    return len({pair for pair in pairs if pair[0] <= number <= pair[1]})
