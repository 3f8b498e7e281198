#% task: intervals, easy
#% prompt
from typing import List, Tuple


def middle_points(pairs: List[Tuple[int, int]]) -> List[float]:
    """Each pair is (start, end). Return a list with the middle of every pair,
    which is the sum of start and end, divided by 2.

    >>> middle_points([(0, 4), (3, 4)])
    [2.0, 3.5]
    >>> middle_points([(10, 30)])
    [20.0]
    """
#% canonical
def middle_points(pairs):
    return [(start + end) / 2 for start, end in pairs]
#% hidden
assert middle_points([]) == []
assert middle_points([(1, 1)]) == [1.0]
assert middle_points([(0, 1)]) == [0.5]
assert middle_points([(2, 6)]) == [4.0]
assert middle_points([(2, 6), (2, 6)]) == [4.0, 4.0]
assert middle_points([(10, 20), (0, 2)]) == [15.0, 1.0]
assert middle_points([(-2, 2)]) == [0.0]
assert middle_points([(-3, 0)]) == [-1.5]
assert middle_points([(-9, -5), (5, 9)]) == [-7.0, 7.0]
assert middle_points([(1, 2), (2, 3), (3, 4)]) == [1.5, 2.5, 3.5]
assert middle_points([(0, 1000), (999, 1000)]) == [500.0, 999.5]
#% right: plain loop
def middle_points(pairs):
    middles = []
    for start, end in pairs:
        middles.append((start + end) / 2)
    return middles
#% right: from the start
def middle_points(pairs):
    return [start + (end - start) / 2 for start, end in pairs]
#% wrong: wrong type - whole numbers
def middle_points(pairs):
    return [(start + end) // 2 for start, end in pairs]
#% wrong: misread - half the length
def middle_points(pairs):
    return [(end - start) / 2 for start, end in pairs]
#% wrong: corner - leaves out a middle at zero
def middle_points(pairs):
    return [(start + end) / 2 for start, end in pairs if start + end]
#% wrong: misread - divides the end only
def middle_points(pairs):
    return [start + end / 2 for start, end in pairs]
#% wrong: exception - no pairs
def middle_points(pairs):
    middles = [sum(pairs[0]) / 2]
    for pair in pairs[1:]:
        middles.append(sum(pair) / 2)
    return middles
