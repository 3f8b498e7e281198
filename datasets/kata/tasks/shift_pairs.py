#% task: intervals, easy
#% prompt
from typing import List, Tuple


def shift_pairs(pairs: List[Tuple[int, int]], amount: int) -> List[Tuple[int, int]]:
    """Each pair is (start, end). Return a new list of pairs in which amount is added
    to every start and every end. The given list stays unchanged.

    >>> shift_pairs([(1, 4), (6, 9)], 10)
    [(11, 14), (16, 19)]
    >>> shift_pairs([(0, 2)], 1)
    [(1, 3)]
    """
#% canonical
def shift_pairs(pairs, amount):
    return [(start + amount, end + amount) for start, end in pairs]
#% hidden
assert shift_pairs([], 4) == []
assert shift_pairs([(3, 8)], 0) == [(3, 8)]
assert shift_pairs([(3, 8)], 2) == [(5, 10)]
assert shift_pairs([(3, 8)], -3) == [(0, 5)]
assert shift_pairs([(3, 3)], 1) == [(4, 4)]
assert shift_pairs([(7, 9), (1, 2)], 5) == [(12, 14), (6, 7)]
assert shift_pairs([(0, 1), (0, 1)], 1) == [(1, 2), (1, 2)]
assert shift_pairs([(-5, -2), (0, 4)], 2) == [(-3, 0), (2, 6)]
assert shift_pairs([(0, 5), (5, 6), (6, 60)], 100) == [(100, 105), (105, 106), (106, 160)]
times = [(2, 3), (4, 8)]
assert shift_pairs(times, 6) == [(8, 9), (10, 14)]
assert times == [(2, 3), (4, 8)]
#% right: plain loop
def shift_pairs(pairs, amount):
    shifted = []
    for start, end in pairs:
        shifted.append((start + amount, end + amount))
    return shifted
#% right: by position
def shift_pairs(pairs, amount):
    return [tuple(value + amount for value in pair) for pair in pairs]
#% wrong: mutated argument - replaces the pairs in place
def shift_pairs(pairs, amount):
    for i in range(len(pairs)):
        pairs[i] = (pairs[i][0] + amount, pairs[i][1] + amount)
    return pairs
#% wrong: misread - shifts the start only
def shift_pairs(pairs, amount):
    return [(start + amount, end) for start, end in pairs]
#% wrong: wrong type - lists for pairs
def shift_pairs(pairs, amount):
    return [[start + amount, end + amount] for start, end in pairs]
#% wrong: exception - changes a tuple
def shift_pairs(pairs, amount):
    shifted = list(pairs)
    for pair in shifted:
        pair[0] += amount
        pair[1] += amount
    return shifted
#% wrong: misread - sorts the pairs
def shift_pairs(pairs, amount):
    return sorted((start + amount, end + amount) for start, end in pairs)
