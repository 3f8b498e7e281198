#% task: intervals, easy
#% prompt
def summed_lengths(pairs: list) -> int:
    """Each pair is (start, end), and its length is end - start.
    Return the sum of the lengths of all pairs.

    >>> summed_lengths([(1, 4), (10, 12)])
    5
    >>> summed_lengths([])
    0
    """
#% canonical
def summed_lengths(pairs):
    return sum(end - start for start, end in pairs)
#% hidden
assert summed_lengths([(0, 1)]) == 1
assert summed_lengths([(3, 3)]) == 0
assert summed_lengths([(2, 9)]) == 7
assert summed_lengths([(0, 5), (5, 10)]) == 10
assert summed_lengths([(0, 5), (0, 5)]) == 10
assert summed_lengths([(0, 5), (3, 10)]) == 12
assert summed_lengths([(-4, 4)]) == 8
assert summed_lengths([(-10, -7), (1, 2)]) == 4
assert summed_lengths([(8, 9), (1, 2), (4, 6)]) == 4
assert summed_lengths([(100, 250), (0, 1000)]) == 1150
assert summed_lengths([(1, 2), (2, 3), (3, 4), (4, 5)]) == 4
#% right: plain loop
def summed_lengths(pairs):
    total = 0
    for start, end in pairs:
        total += end - start
    return total
#% right: ends minus starts
def summed_lengths(pairs):
    return sum(pair[1] for pair in pairs) - sum(pair[0] for pair in pairs)
#% wrong: misread - counts an overlap once
def summed_lengths(pairs):
    covered = set()
    for start, end in pairs:
        covered.update(range(start, end))
    return len(covered)
#% wrong: off by one - counts both ends
def summed_lengths(pairs):
    return sum(end - start + 1 for start, end in pairs)
#% wrong: wrong type - list of lengths
def summed_lengths(pairs):
    return [end - start for start, end in pairs]
#% wrong: endless loop - does not move on
def summed_lengths(pairs):
    total = 0
    i = 0
    while i < len(pairs):
        total += pairs[i][1] - pairs[i][0]
    return total
