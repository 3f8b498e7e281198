#% task: intervals, medium
#% prompt
from typing import List


def painted_length(strokes: List[List[int]]) -> int:
    """A fence is painted by a few strokes of a wide brush. Every stroke is a list [begin, finish] of two positions
    along the fence in centimetres; it may go to the right or to the left, and positions may be negative.
    Return how many centimetres of the fence have paint on them (places painted twice count once).

    >>> painted_length([[0, 10], [5, 20]])
    20
    >>> painted_length([[8, 2]])
    6
    """
#% canonical
def painted_length(strokes):
    total, reached = 0, None
    for left, right in sorted(sorted(stroke) for stroke in strokes):
        if reached is None or left > reached:
            total += right - left
            reached = right
        elif right > reached:
            total += right - reached
            reached = right
    return total
#% hidden
assert painted_length([]) == 0
assert painted_length([[4, 4]]) == 0
assert painted_length([[0, 1]]) == 1
assert painted_length([[-5, 5]]) == 10
assert painted_length([[-2, -9]]) == 7
assert painted_length([[0, 10], [10, 20]]) == 20
assert painted_length([[0, 10], [12, 20]]) == 18
assert painted_length([[12, 20], [0, 10]]) == 18
assert painted_length([[0, 100], [20, 30]]) == 100
assert painted_length([[0, 100], [20, 30], [90, 110]]) == 110
assert painted_length([[30, 20], [0, 100], [60, 50]]) == 100
assert painted_length([[3, 7], [3, 7], [7, 3]]) == 4
assert painted_length([[5, 0], [9, 3], [-4, -1]]) == 12
assert painted_length([[0, 4], [9, 6], [3, 7], [20, 21]]) == 10
assert painted_length([[0, 3000], [5000, 2000], [-100, 50]]) == 5100
strokes = [[9, 4], [0, 5]]
assert painted_length(strokes) == 9
assert strokes == [[9, 4], [0, 5]]
#% right: set of centimetres
def painted_length(strokes):
    painted = set()
    for a, b in strokes:
        painted.update(range(min(a, b), max(a, b)))
    return len(painted)
#% right: pieces between the ends
def painted_length(strokes):
    ends = sorted({p for stroke in strokes for p in stroke})
    total = 0
    for a, b in zip(ends, ends[1:]):
        if any(min(s) <= a and b <= max(s) for s in strokes):
            total += b - a
    return total
#% wrong: corner - strokes to the left leave no paint
def painted_length(strokes):
    painted = set()
    for begin, finish in strokes:
        painted |= set(range(begin, finish))
    return len(painted)
#% wrong: corner - a stroke inside another one
def painted_length(strokes):
    total, reached = 0, None
    for left, right in sorted(sorted(s) for s in strokes):
        if reached is None or left > reached:
            total += right - left
        else:
            total += right - reached
        reached = right
    return total
#% wrong: corner - starts at position 0
def painted_length(strokes):
    total, reached = 0, 0
    for left, right in sorted(sorted(s) for s in strokes):
        left = max(left, reached)
        if right > left:
            total += right - left
            reached = right
    return total
#% wrong: off by one - counts both ends
def painted_length(strokes):
    painted = set()
    for a, b in strokes:
        painted.update(range(min(a, b), max(a, b) + 1))
    return len(painted)
#% wrong: misread - adds up all strokes
def painted_length(strokes):
    return sum(abs(a - b) for a, b in strokes)
#% wrong: mutated argument - turns the strokes round
def painted_length(strokes):
    for stroke in strokes:
        stroke.sort()
    painted = set()
    for a, b in strokes:
        painted.update(range(a, b))
    return len(painted)
#% wrong: exception - lists in a set
def painted_length(strokes):
    total, reached = 0, None
    for left, right in sorted({sorted(s) for s in strokes}):
        if reached is None or left > reached:
            total += right - left
            reached = right
        elif right > reached:
            total += right - reached
            reached = right
    return total
