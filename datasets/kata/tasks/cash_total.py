#% task: numbers, easy
#% prompt
from typing import List


def cash_total(prices: List[int]) -> int:
    """A country has abolished its smallest coins. Add up all prices (in cents) first, then
    round that sum to the nearest multiple of 5. A refund is a negative price, so the sum
    may be negative too; it is rounded to the nearest multiple of 5 just the same.
    An empty bill costs 0.

    >>> cash_total([4, 8])
    10
    >>> cash_total([99, 99])
    200
    """
#% canonical
def cash_total(prices):
    return (sum(prices) + 2) // 5 * 5
#% hidden
assert cash_total([]) == 0
assert cash_total([1]) == 0
assert cash_total([2]) == 0
assert cash_total([3]) == 5
assert cash_total([25]) == 25
assert cash_total([1, 1, 1, 1]) == 5
assert cash_total([2, 2, 2]) == 5
assert cash_total([13, 13, 13]) == 40
assert cash_total([-1]) == 0
assert cash_total([-3]) == -5
assert cash_total([-7]) == -5
assert cash_total([-14, 2]) == -10
assert cash_total([120, -118]) == 0
assert cash_total([10000, 2501]) == 12500
#% right: rounds a fifth
def cash_total(prices):
    return 5 * round(sum(prices) / 5)
#% right: looks at the remainder
def cash_total(prices):
    total = 0
    for price in prices:
        total += price
    rest = total % 5
    if rest < 3:
        return total - rest
    return total + 5 - rest
#% wrong: misread - rounds every price
def cash_total(prices):
    return sum(5 * round(price / 5) for price in prices)
#% wrong: corner - negative sums are cut towards zero
def cash_total(prices):
    return int(sum(prices) / 5 + 0.5) * 5
#% wrong: off by one - a remainder of two is rounded up
def cash_total(prices):
    total = sum(prices)
    rest = total % 5
    return total - rest if rest < 2 else total + 5 - rest
#% wrong: exception - empty bill
def cash_total(prices):
    total = prices[0]
    for price in prices[1:]:
        total += price
    return (total + 2) // 5 * 5
#% wrong: endless loop - negative sums never reach a remainder
def cash_total(prices):
    total = sum(prices)
    rest = total
    while rest not in (0, 1, 2, 3, 4):
        rest -= 5
    return total - rest + (5 if rest > 2 else 0)
