#% task: dictionaries, easy
#% prompt
def restock_list(stock: dict, wanted: dict) -> dict:
    """Work out what to buy for a pantry.

    `wanted` tells how many pieces of each product the pantry should hold, `stock` how many it holds now
    (a product missing from `stock` is not there at all). Return a new dictionary with the number of pieces
    to buy of every product that is short; products of which there is enough do not appear in it.

    >>> restock_list({'rice': 2, 'salt': 1}, {'rice': 5, 'salt': 1})
    {'rice': 3}
    >>> restock_list({}, {'tea': 2})
    {'tea': 2}
    """
#% canonical
def restock_list(stock, wanted):
    result = {}
    for product, amount in wanted.items():
        missing = amount - stock.get(product, 0)
        if missing > 0:
            result[product] = missing
    return result
#% hidden
assert restock_list({}, {}) == {}
assert restock_list({'oil': 4}, {}) == {}
assert restock_list({'oil': 4}, {'oil': 4}) == {}
assert restock_list({'oil': 9}, {'oil': 4}) == {}
assert restock_list({'oil': 3}, {'oil': 4}) == {'oil': 1}
assert restock_list({}, {'oil': 0}) == {}
assert restock_list({'oil': 0}, {'oil': 6}) == {'oil': 6}
assert restock_list({'jam': 1, 'oil': 2}, {'oil': 5, 'jam': 3}) == {'oil': 3, 'jam': 2}
assert restock_list({'jam': 8, 'oil': 2}, {'oil': 5, 'jam': 3, 'figs': 1}) == {'oil': 3, 'figs': 1}
assert restock_list({'soap': 7}, {'figs': 12}) == {'figs': 12}
assert restock_list({'nuts': 250}, {'nuts': 1000}) == {'nuts': 750}
stock, wanted = {'jam': 1, 'soap': 2}, {'jam': 4, 'soap': 2, 'figs': 3}
assert restock_list(stock, wanted) == {'jam': 3, 'figs': 3}
assert stock == {'jam': 1, 'soap': 2}
assert wanted == {'jam': 4, 'soap': 2, 'figs': 3}
#% right: comprehension
def restock_list(stock, wanted):
    return {p: n - stock.get(p, 0) for p, n in wanted.items() if n > stock.get(p, 0)}
#% right: subtracts counters
def restock_list(stock, wanted):
    from collections import Counter
    return dict(Counter(wanted) - Counter(stock))
#% wrong: corner - a surplus is listed as a negative number
def restock_list(stock, wanted):
    result = {}
    for product in wanted:
        missing = wanted[product] - stock.get(product, 0)
        if missing != 0:
            result[product] = missing
    return result
#% wrong: exception - product missing from the stock
def restock_list(stock, wanted):
    return {p: n - stock[p] for p, n in wanted.items() if n > stock[p]}
#% wrong: wrong type - a list of product names
def restock_list(stock, wanted):
    return [p for p in wanted if wanted[p] > stock.get(p, 0)]
#% wrong: misread - buys the whole wanted amount
def restock_list(stock, wanted):
    return {p: n for p, n in wanted.items() if n > stock.get(p, 0)}
#% wrong: mutated argument - subtracts inside wanted
def restock_list(stock, wanted):
    for product, amount in stock.items():
        if product in wanted:
            wanted[product] -= amount
    return {p: n for p, n in wanted.items() if n > 0}
#% wrong: invalid - missing colon
def restock_list(stock, wanted):
    result = {}
    for product in wanted
        missing = wanted[product] - stock.get(product, 0)
        if missing > 0:
            result[product] = missing
    return result
