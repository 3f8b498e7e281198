#% task: matrices, easy
#% prompt
from typing import List


def heaviest_lane(load: List[List[int]]) -> int:
    """
    The floor of a lorry is a grid: load[r][c] is the weight in row r of lane c, and all rows
    have the same length. A weight can be negative (balloons!).
    Return the index of the lane (a column) with the largest total weight. If several lanes
    share it, the rightmost of them counts. Return -1 if there are no rows or no lanes.

    >>> heaviest_lane([[1, 7, 2], [4, 1, 3]])
    1
    >>> heaviest_lane([[5, 1], [5, 2]])
    0
    """
#% canonical
def heaviest_lane(load):
    best, most = -1, None
    for lane, weights in enumerate(zip(*load)):
        total = sum(weights)
        if most is None or total >= most:
            best, most = lane, total
    return best
#% hidden
assert heaviest_lane([]) == -1
assert heaviest_lane([[]]) == -1
assert heaviest_lane([[], []]) == -1
assert heaviest_lane([[4]]) == 0
assert heaviest_lane([[-4]]) == 0
assert heaviest_lane([[3, 3]]) == 1
assert heaviest_lane([[1, 2], [2, 1]]) == 1
assert heaviest_lane([[9, 0, 0], [0, 5, 5]]) == 0
assert heaviest_lane([[0, 0, 9], [6, 6, 0], [6, 2, 0]]) == 0
assert heaviest_lane([[-3, -1, -2]]) == 1
assert heaviest_lane([[-5, -2, -2], [-5, -2, -2]]) == 2
assert heaviest_lane([[0, 0, 0, 0]]) == 3
assert heaviest_lane([[1], [2], [3]]) == 0
assert heaviest_lane([[8, 1, 8, 1], [1, 1, 1, 1]]) == 2
#% right: totals first, then searches from the right
def heaviest_lane(load):
    if not load or not load[0]:
        return -1
    totals = [0] * len(load[0])
    for row in load:
        for c, weight in enumerate(row):
            totals[c] += weight
    return len(totals) - 1 - totals[::-1].index(max(totals))
#% right: max with a key
def heaviest_lane(load):
    lanes = range(len(load[0])) if load else []
    return max(lanes, key=lambda c: (sum(row[c] for row in load), c), default=-1)
#% wrong: corner - takes the leftmost lane of a tie
def heaviest_lane(load):
    if not load or not load[0]:
        return -1
    totals = [sum(column) for column in zip(*load)]
    return totals.index(max(totals))
#% wrong: corner - starts from a total of zero
def heaviest_lane(load):
    best, most = -1, 0
    for lane, weights in enumerate(zip(*load)):
        if sum(weights) >= most:
            best, most = lane, sum(weights)
    return best
#% wrong: exception - no rows
def heaviest_lane(load):
    totals = [sum(row[c] for row in load) for c in range(len(load[0]))]
    best = max(totals)
    return max(c for c in range(len(totals)) if totals[c] == best)
#% wrong: misread - adds up rows
def heaviest_lane(load):
    best, most = -1, None
    for i, row in enumerate(load):
        if row and (most is None or sum(row) >= most):
            best, most = i, sum(row)
    return best
#% wrong: off by one - lanes numbered from 1
def heaviest_lane(load):
    totals = [sum(column) for column in zip(*load)]
    if not totals:
        return -1
    best = 0
    for i in range(len(totals)):
        if totals[i] >= totals[best]:
            best = i
    return best + 1
