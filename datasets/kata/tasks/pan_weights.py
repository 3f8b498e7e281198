#% task: numbers, hard
#% prompt
from typing import List, Tuple


def pan_weights(load: int) -> Tuple[List[int], List[int]]:
    """A market balance comes with one weight each of 1, 3, 9, 27, 81, ... grams (every power of 3).
    A load of `load` grams (0 or more) lies in the left pan. Put weights into either pan,
    each at most once, so that both pans weigh the same; there is exactly one way to do it.

    Returns (left, right): the weights added to the left pan and those put into the right pan,
    each list in ascending order.

    >>> pan_weights(4)
    ([], [1, 3])
    >>> pan_weights(5)
    ([1, 3], [9])
    >>> pan_weights(8)
    ([1], [9])
    """
#% canonical
def pan_weights(load):
    left, right = [], []
    weight = 1
    while load:
        load, rest = divmod(load, 3)
        if rest == 1:
            right.append(weight)
        elif rest == 2:
            left.append(weight)
            load += 1
        weight *= 3
    return left, right
#% hidden
assert pan_weights(0) == ([], [])
assert pan_weights(1) == ([], [1])
assert pan_weights(2) == ([1], [3])
assert pan_weights(3) == ([], [3])
assert pan_weights(6) == ([3], [9])
assert pan_weights(7) == ([3], [1, 9])
assert pan_weights(13) == ([], [1, 3, 9])
assert pan_weights(14) == ([1, 3, 9], [27])
assert pan_weights(20) == ([1, 9], [3, 27])
assert pan_weights(40) == ([], [1, 3, 9, 27])
assert pan_weights(41) == ([1, 3, 9, 27], [81])
assert pan_weights(100) == ([9], [1, 27, 81])
assert pan_weights(1000) == ([], [1, 27, 243, 729])
assert pan_weights(3 ** 20) == ([], [3 ** 20])
#% right: shifts by a row of ones
def pan_weights(load):
    powers = [1]
    while sum(powers) < load:
        powers.append(powers[-1] * 3)
    shifted = load + sum(powers)
    left, right = [], []
    for power in powers:
        digit = shifted // power % 3
        if digit == 0:
            left.append(power)
        if digit == 2:
            right.append(power)
    return (left, right)
#% right: recursion
def pan_weights(load):
    if load == 0:
        return [], []
    rest = load % 3
    left, right = pan_weights((load + 1) // 3)
    left = [3 * w for w in left]
    right = [3 * w for w in right]
    if rest == 1:
        right = [1] + right
    if rest == 2:
        left = [1] + left
    return left, right
#% right: from the heaviest weight down
def pan_weights(load):
    left, right, weight = [], [], 1
    while weight < 2 * load:
        weight *= 3
    while weight:
        if 2 * load > weight:
            right.insert(0, weight)
            load -= weight
        elif -2 * load > weight:
            left.insert(0, weight)
            load += weight
        weight //= 3
    return left, right
#% wrong: corner - owns four weights only
def pan_weights(load):
    from itertools import product
    weights = [1, 3, 9, 27]
    for signs in product([-1, 0, 1], repeat=4):
        if sum(s * w for s, w in zip(signs, weights)) == load:
            left = [w for s, w in zip(signs, weights) if s == -1]
            right = [w for s, w in zip(signs, weights) if s == 1]
            return left, right
    return [], []
#% wrong: misread - pans swapped
def pan_weights(load):
    left, right, weight = [], [], 1
    while load > 0:
        if load % 3 == 1:
            left.append(weight)
        elif load % 3 == 2:
            right.append(weight)
            load += 1
        load //= 3
        weight *= 3
    return left, right
#% wrong: misread - forgets the carry
def pan_weights(load):
    left, right, weight = [], [], 1
    while load > 0:
        if load % 3 == 1:
            right.append(weight)
        elif load % 3 == 2:
            left.append(weight)
        load //= 3
        weight *= 3
    return left, right
#% wrong: wrong type - a list of two lists
def pan_weights(load):
    pans = [[], []]
    weight = 1
    while load:
        if load % 3:
            pans[load % 3 == 1].append(weight)
        load = (load + 1) // 3
        weight *= 3
    return pans
#% wrong: corner - the last carry is lost
def pan_weights(load):
    left, right = [], []
    weight, carry = 1, 0
    while weight <= load:
        rest = load // weight % 3 + carry
        carry = 1 if rest >= 2 else 0
        if rest == 1:
            right.append(weight)
        if rest == 2:
            left.append(weight)
        weight *= 3
    return left, right
#% wrong: exception - nothing to weigh
def pan_weights(load):
    import math
    left, right = [], []
    for k in range(int(math.log(load, 3)) + 3):
        rest = load % 3
        load = (load + 1) // 3
        if rest == 1:
            right.append(3 ** k)
        if rest == 2:
            left.append(3 ** k)
    return left, right
