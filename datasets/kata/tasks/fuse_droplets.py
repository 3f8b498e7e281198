#% task: lists, medium
#% prompt
from typing import List


def fuse_droplets(drops: List[int]) -> List[int]:
    """Droplets run down a wire one after another and line up from left to right.
    When a droplet arrives at the right end of the line and the one before it has the same
    size, the two fuse into one droplet of double that size; it in turn fuses with
    its left neighbour if they are now equal, and so on. Only then does the next droplet arrive.

    drops: sizes (positive integers) in the order of arrival; not to be modified
    Returns the sizes in the final line, from left to right.

    >>> fuse_droplets([3, 3, 5])
    [6, 5]
    >>> fuse_droplets([4, 2, 1, 1])
    [8]
    """
#% canonical
def fuse_droplets(drops):
    line = []
    for drop in drops:
        while line and line[-1] == drop:
            drop += line.pop()
        line.append(drop)
    return line
#% hidden
assert fuse_droplets([]) == []
assert fuse_droplets([5]) == [5]
assert fuse_droplets([2, 2]) == [4]
assert fuse_droplets([2, 2, 2]) == [4, 2]
assert fuse_droplets([2, 2, 2, 2]) == [8]
assert fuse_droplets([2, 1, 1, 2]) == [4, 2]
assert fuse_droplets([1, 2, 3, 4]) == [1, 2, 3, 4]
assert fuse_droplets([1, 2, 1, 2]) == [1, 2, 1, 2]
assert fuse_droplets([7, 7, 14, 28, 5]) == [56, 5]
assert fuse_droplets([6, 3, 3, 3, 3]) == [12, 6]
assert fuse_droplets([1] * 7) == [4, 2, 1]
assert fuse_droplets([1] * 64) == [64]
drops = [9, 9, 1]
assert fuse_droplets(drops) == [18, 1]
assert drops == [9, 9, 1]
#% right: checks the end of the line
def fuse_droplets(drops):
    line = []
    for drop in drops:
        line.append(drop)
        while len(line) > 1 and line[-1] == line[-2]:
            line[-2:] = [2 * line[-1]]
    return line
#% right: fuses the leftmost pair again and again
def fuse_droplets(drops):
    line = list(drops)
    i = 1
    while i < len(line):
        if line[i] == line[i - 1]:
            line = line[:i - 1] + [line[i] * 2] + line[i + 1:]
            i = 1
        else:
            i += 1
    return line
#% wrong: corner - fuses once for each arrival
def fuse_droplets(drops):
    line = []
    for drop in drops:
        if line and line[-1] == drop:
            line[-1] += drop
        else:
            line.append(drop)
    return line
#% wrong: exception - looks into an empty line
def fuse_droplets(drops):
    line = []
    for drop in drops:
        while line[-1] == drop:
            drop += line.pop()
        line.append(drop)
    return line
#% wrong: misread - fuses the rightmost pair first
def fuse_droplets(drops):
    line = list(drops)
    i = len(line) - 1
    while i > 0:
        if line[i] == line[i - 1]:
            line[i - 1:i + 1] = [2 * line[i]]
            i = len(line) - 1
        else:
            i -= 1
    return line
#% wrong: misread - fused droplets keep their size
def fuse_droplets(drops):
    line = []
    for drop in drops:
        if not line or line[-1] != drop:
            line.append(drop)
    return line
#% wrong: mutated argument - works on the given list
def fuse_droplets(drops):
    i = 1
    while i < len(drops):
        if i > 0 and drops[i] == drops[i - 1]:
            drops[i - 1] *= 2
            del drops[i]
            i -= 1
        else:
            i += 1
    return drops
#% wrong: endless loop - stays at the front of the line
def fuse_droplets(drops):
    line = list(drops)
    i = 1
    while i < len(line):
        if line[i] == line[i - 1]:
            line[i - 1:i + 1] = [line[i] * 2]
            i = max(i - 1, 0)
        elif i == 0:
            i = 0
        else:
            i += 1
    return line
#% wrong: misread - whole groups of equal droplets are added up
def fuse_droplets(drops):
    from itertools import groupby
    line = list(drops)
    while True:
        merged = [sum(group) for _, group in groupby(line)]
        if merged == line:
            return line
        line = merged
#% wrong: invalid - a bracket is left open
def fuse_droplets(drops):
    line = []
    for drop in drops:
        while line and line[-1] == drop:
            drop += line.pop(
        line.append(drop)
    return line
