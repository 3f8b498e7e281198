#% task: dictionaries, easy
#% prompt
def raise_prices(prices: dict, amount: int) -> dict:
    """Return a new dictionary in which amount is added to every price.
    The given dictionary stays unchanged.

    >>> raise_prices({"pen": 2, "book": 10}, 3)
    {'pen': 5, 'book': 13}
    >>> raise_prices({"cup": 7}, 1)
    {'cup': 8}
    """
#% canonical
def raise_prices(prices, amount):
    return {item: price + amount for item, price in prices.items()}
#% hidden
assert raise_prices({}, 5) == {}
assert raise_prices({"mug": 4}, 0) == {"mug": 4}
assert raise_prices({"mug": 4}, 6) == {"mug": 10}
assert raise_prices({"mug": 4, "pot": 9}, 2) == {"mug": 6, "pot": 11}
assert raise_prices({"mug": 4, "pot": 9}, -1) == {"mug": 3, "pot": 8}
assert raise_prices({"pin": 0, "cap": 5}, 5) == {"pin": 5, "cap": 10}
assert raise_prices({"a": 1, "b": 1, "c": 1}, 1) == {"a": 2, "b": 2, "c": 2}
assert raise_prices({"a": 100, "b": 200, "c": 300}, 50) == {"a": 150, "b": 250, "c": 350}
assert raise_prices({"hat": -2}, 2) == {"hat": 0}
stock = {"bed": 80, "rug": 30}
assert raise_prices(stock, 10) == {"bed": 90, "rug": 40}
assert stock == {"bed": 80, "rug": 30}
#% right: plain loop
def raise_prices(prices, amount):
    raised = {}
    for item in prices:
        raised[item] = prices[item] + amount
    return raised
#% right: changes a copy
def raise_prices(prices, amount):
    raised = dict(prices)
    for item in prices:
        raised[item] += amount
    return raised
#% wrong: mutated argument - raises in place
def raise_prices(prices, amount):
    for item in prices:
        prices[item] += amount
    return prices
#% wrong: wrong type - returns a list
def raise_prices(prices, amount):
    return [price + amount for price in prices.values()]
#% wrong: misread - multiplies
def raise_prices(prices, amount):
    return {item: price * amount for item, price in prices.items()}
#% wrong: corner - leaves out a price of zero
def raise_prices(prices, amount):
    return {item: price + amount for item, price in prices.items() if price}
