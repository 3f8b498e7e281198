#% task: lists, easy
#% prompt
def keep_cheap(prices: list, limit: int) -> list:
    """Return a list of the prices that are below the limit, in the same order.

    >>> keep_cheap([5, 20, 8], 10)
    [5, 8]
    >>> keep_cheap([30, 40], 10)
    []
    """
#% canonical
def keep_cheap(prices, limit):
    return [price for price in prices if price < limit]
#% hidden
assert keep_cheap([], 5) == []
assert keep_cheap([5], 5) == []
assert keep_cheap([4], 5) == [4]
assert keep_cheap([6], 5) == []
assert keep_cheap([9, 3, 7, 1], 8) == [3, 7, 1]
assert keep_cheap([2, 2, 2], 3) == [2, 2, 2]
assert keep_cheap([0, 1], 1) == [0]
assert keep_cheap([10, 9, 10, 9], 10) == [9, 9]
assert keep_cheap([100, 50, 75], 1000) == [100, 50, 75]
assert keep_cheap([1, 9, 9, 1], 9) == [1, 1]
assert keep_cheap([12, 15, 3, 8], 8) == [3]
#% right: appends in a loop
def keep_cheap(prices, limit):
    kept = []
    for price in prices:
        if price < limit:
            kept.append(price)
    return kept
#% right: filter
def keep_cheap(prices, limit):
    return list(filter(lambda price: price < limit, prices))
#% wrong: corner - keeps the limit itself
def keep_cheap(prices, limit):
    return [price for price in prices if price <= limit]
#% wrong: misread - sorts the prices
def keep_cheap(prices, limit):
    return sorted(price for price in prices if price < limit)
#% wrong: endless loop - stands still at a dear price
def keep_cheap(prices, limit):
    kept = []
    i = 0
    while i < len(prices):
        if prices[i] >= limit:
            continue
        kept.append(prices[i])
        i += 1
    return kept
#% wrong: misread - keeps the dear ones
def keep_cheap(prices, limit):
    return [price for price in prices if price > limit]
#% wrong: wrong type - returns how many
def keep_cheap(prices, limit):
    return len([price for price in prices if price < limit])
