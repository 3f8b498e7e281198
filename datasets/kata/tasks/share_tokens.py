#% task: numbers, hard
#% prompt
from typing import List


def share_tokens(tokens: int, weights: List[int]) -> List[int]:
    """Hand out whole tokens to people in proportion to their weights (integers, 0 or more).

    Everybody first gets tokens * weight / (sum of the weights), rounded down. Tokens that remain
    are then given one each to those who lost the most by the rounding; of people who lost
    equally much, the one earlier in the list comes first. The calculation must be exact, even for
    huge numbers. If the weights add up to 0, nobody gets anything. The list given stays unchanged.

    >>> share_tokens(10, [1, 1, 1])
    [4, 3, 3]
    >>> share_tokens(7, [3, 1])
    [5, 2]
    """
#% canonical
def share_tokens(tokens, weights):
    total = sum(weights)
    if total == 0:
        return [0] * len(weights)
    shares = [tokens * w // total for w in weights]
    order = sorted(range(len(weights)), key=lambda i: -(tokens * weights[i] % total))
    for i in order[:tokens - sum(shares)]:
        shares[i] += 1
    return shares
#% hidden
assert share_tokens(5, []) == []
assert share_tokens(5, [0]) == [0]
assert share_tokens(5, [0, 0, 0]) == [0, 0, 0]
assert share_tokens(0, [1, 2]) == [0, 0]
assert share_tokens(5, [4]) == [5]
assert share_tokens(1, [1, 1]) == [1, 0]
assert share_tokens(6, [1, 2, 3]) == [1, 2, 3]
assert share_tokens(11, [1, 1, 1]) == [4, 4, 3]
assert share_tokens(3, [0, 1, 1]) == [0, 2, 1]
assert share_tokens(2, [5, 5, 1]) == [1, 1, 0]
assert share_tokens(10, [6, 6, 2]) == [4, 4, 2]
assert share_tokens(8, [14, 53, 33]) == [1, 4, 3]
assert share_tokens(9, [10, 30, 60]) == [1, 3, 5]
assert share_tokens(1, [10 ** 17, 10 ** 17 + 1]) == [0, 1]
assert share_tokens(10 ** 20 + 1, [1, 1]) == [5 * 10 ** 19 + 1, 5 * 10 ** 19]
weights = [5, 1, 3]
assert share_tokens(4, weights) == [2, 1, 1]
assert weights == [5, 1, 3]
#% right: fractions
def share_tokens(tokens, weights):
    from fractions import Fraction
    from math import floor
    total = sum(weights)
    if not total:
        return [0 for _ in weights]
    exact = [Fraction(tokens * w, total) for w in weights]
    shares = [floor(x) for x in exact]
    lost = [x - s for x, s in zip(exact, shares)]
    while sum(shares) < tokens:
        i = lost.index(max(lost))
        shares[i] += 1
        lost[i] = -1
    return shares
#% right: sorts triples
def share_tokens(tokens, weights):
    total = sum(weights) or 1
    rows = []
    for place, weight in enumerate(weights):
        whole, rest = divmod(tokens * weight, total)
        rows.append([-rest, place, whole])
    rows.sort()
    left = sum(-row[0] for row in rows) // total
    for row in rows[:left]:
        row[2] += 1
    return [row[2] for row in sorted(rows, key=lambda row: row[1])]
#% wrong: exception - weights that add up to zero
def share_tokens(tokens, weights):
    total = sum(weights)
    shares = [tokens * w // total for w in weights]
    order = sorted(range(len(weights)), key=lambda i: (-(tokens * weights[i] % total), i))
    for i in order[:tokens - sum(shares)]:
        shares[i] += 1
    return shares
#% wrong: corner - computes with floats
def share_tokens(tokens, weights):
    total = sum(weights)
    if total == 0:
        return [0] * len(weights)
    exact = [tokens * w / total for w in weights]
    shares = [int(x) for x in exact]
    order = sorted(range(len(weights)), key=lambda i: shares[i] - exact[i])
    for i in order[:tokens - sum(shares)]:
        shares[i] += 1
    return shares
#% wrong: corner - later people win ties
def share_tokens(tokens, weights):
    total = sum(weights)
    if total == 0:
        return [0] * len(weights)
    shares = [tokens * w // total for w in weights]
    order = sorted(range(len(weights)), key=lambda i: tokens * weights[i] % total)
    left = tokens - sum(shares)
    while left:
        shares[order.pop()] += 1
        left -= 1
    return shares
#% wrong: misread - the rest goes to the heaviest
def share_tokens(tokens, weights):
    total = sum(weights)
    if total == 0:
        return [0] * len(weights)
    shares = [tokens * w // total for w in weights]
    shares[weights.index(max(weights))] += tokens - sum(shares)
    return shares
#% wrong: misread - rounds to the nearest
def share_tokens(tokens, weights):
    total = sum(weights)
    if total == 0:
        return [0] * len(weights)
    return [round(tokens * w / total) for w in weights]
#% wrong: misread - all of the rest goes to the one who lost most
def share_tokens(tokens, weights):
    total = sum(weights)
    if total == 0:
        return [0] * len(weights)
    shares = [tokens * w // total for w in weights]
    lost = [tokens * w % total for w in weights]
    shares[lost.index(max(lost))] += tokens - sum(shares)
    return shares
