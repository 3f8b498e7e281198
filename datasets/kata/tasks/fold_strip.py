#% task: lists, medium
#% prompt
from typing import List


def fold_strip(cells: List[int], folds: int) -> List[int]:
    """
    A paper strip is divided into cells with a number in each. To fold it, turn the right half
    over onto the left half: the last cell comes to lie on the first, the last but one on the
    second, and so on, and the numbers that meet are added. If the strip has an odd number of
    cells, the middle one stays alone, as the last cell of the folded strip.
    Fold the strip `folds` times and return the numbers from left to right, as a new list
    (leave `cells` alone). A strip of one cell, or of none, cannot be folded and stays as it is.

    >>> fold_strip([1, 2, 3, 4], 1)
    [5, 5]
    >>> fold_strip([1, 2, 3, 4, 6], 1)
    [7, 6, 3]
    >>> fold_strip([1, 2, 3, 4, 6], 2)
    [10, 6]
    """
#% canonical
def fold_strip(cells, folds):
    strip = list(cells)
    for _ in range(folds):
        half = len(strip) // 2
        folded = [strip[i] + strip[-1 - i] for i in range(half)]
        if len(strip) % 2:
            folded.append(strip[half])
        strip = folded
    return strip
#% hidden
assert fold_strip([], 2) == []
assert fold_strip([], 0) == []
assert fold_strip([7], 3) == [7]
assert fold_strip([7], 0) == [7]
assert fold_strip([4, 9], 1) == [13]
assert fold_strip([4, 9], 5) == [13]
assert fold_strip([4, 9, 1], 0) == [4, 9, 1]
assert fold_strip([4, 9, 1], 1) == [5, 9]
assert fold_strip([4, 9, 1], 2) == [14]
assert fold_strip([1, 10, 100, 1000, 10000, 100000], 1) == [100001, 10010, 1100]
assert fold_strip([1, 10, 100, 1000, 10000, 100000], 2) == [101101, 10010]
assert fold_strip([-1, 2, -3, 0, 0, 1, 5], 1) == [4, 3, -3, 0]
assert fold_strip([3, 3, 3, 3, 3, 3, 3, 3], 3) == [24]
strip = [1, 2, 3]
assert fold_strip(strip, 1) == [4, 2]
assert strip == [1, 2, 3]
#% right: recursion
def fold_strip(cells, folds):
    if folds == 0 or len(cells) < 2:
        return cells[:]
    middle = (len(cells) + 1) // 2
    left, right = cells[:middle], cells[middle:][::-1]
    right += [0] * (len(left) - len(right))
    return fold_strip([a + b for a, b in zip(left, right)], folds - 1)
#% right: from both ends
def fold_strip(cells, folds):
    strip = [x for x in cells]
    while folds > 0 and len(strip) > 1:
        i, j = 0, len(strip) - 1
        while i < j:
            strip[i] += strip.pop()
            i, j = i + 1, j - 1
        folds -= 1
    return strip
#% wrong: misread - moves the right half over without turning it
def fold_strip(cells, folds):
    for _ in range(folds):
        half = len(cells) // 2
        left, right = cells[:half], cells[len(cells) - half:]
        cells = [a + b for a, b in zip(left, right)] + cells[half:len(cells) - half]
    return list(cells)
#% wrong: corner - loses the middle cell
def fold_strip(cells, folds):
    for _ in range(folds):
        cells = [cells[i] + cells[-1 - i] for i in range(len(cells) // 2)]
    return list(cells)
#% wrong: corner - adds the middle cell to itself
def fold_strip(cells, folds):
    for _ in range(folds):
        cells = [cells[i] + cells[-1 - i] for i in range((len(cells) + 1) // 2)]
    return list(cells)
#% wrong: endless loop - waits for folds on a strip of one cell
def fold_strip(cells, folds):
    strip = list(cells)
    while folds > 0:
        half = len(strip) // 2
        if half > 0:
            rest = strip[half:len(strip) - half]
            strip = [strip[i] + strip[-1 - i] for i in range(half)] + rest
            folds -= 1
    return strip
#% wrong: misread - folds once only
def fold_strip(cells, folds):
    if folds == 0:
        return list(cells)
    half = len(cells) // 2
    return [cells[i] + cells[-1 - i] for i in range(half)] + cells[half:len(cells) - half]
#% wrong: exception - folds an empty strip
def fold_strip(cells, folds):
    strip = list(cells)
    for _ in range(folds):
        folded = []
        while len(strip) > 1:
            folded.append(strip.pop(0) + strip.pop())
        if strip[-1:] or not folded:
            folded.append(strip[0])
        strip = folded
    return strip
