#% task: dictionaries, easy
#% prompt
def basket_cost(prices: dict, basket: list) -> int:
    """prices maps each item to its price. For each item in the basket, add its price to the total. Return the total.

    >>> basket_cost({"tea": 3, "jam": 4, "rice": 2}, ["tea", "rice"])
    5
    >>> basket_cost({"tea": 3, "jam": 4}, ["jam", "jam"])
    8
    """
#% canonical
def basket_cost(prices, basket):
    return sum(prices[item] for item in basket)
#% hidden
assert basket_cost({}, []) == 0
assert basket_cost({"tea": 3}, []) == 0
assert basket_cost({"tea": 3}, ["tea"]) == 3
assert basket_cost({"tea": 3, "jam": 4}, ["tea", "jam"]) == 7
assert basket_cost({"tea": 3, "jam": 4}, ["jam", "tea", "jam"]) == 11
assert basket_cost({"oil": 9, "salt": 1, "milk": 2}, ["milk"]) == 2
assert basket_cost({"oil": 9, "salt": 1, "milk": 2}, ["milk", "oil", "salt"]) == 12
assert basket_cost({"oil": 9, "salt": 1, "milk": 2}, ["salt", "salt", "salt", "salt"]) == 4
assert basket_cost({"free": 0, "bag": 1}, ["free", "free"]) == 0
assert basket_cost({"free": 0, "bag": 1}, ["free", "bag", "free"]) == 1
assert basket_cost({"car": 20000, "van": 30000}, ["van", "car", "van"]) == 80000
#% right: plain loop
def basket_cost(prices, basket):
    total = 0
    for item in basket:
        total += prices[item]
    return total
#% right: counts each item
def basket_cost(prices, basket):
    return sum(price * basket.count(item) for item, price in prices.items())
#% wrong: misread - pays each item once
def basket_cost(prices, basket):
    return sum(prices[item] for item in set(basket))
#% wrong: exception - empty basket
def basket_cost(prices, basket):
    total = prices[basket[0]]
    for item in basket[1:]:
        total += prices[item]
    return total
#% wrong: misread - adds up all prices
def basket_cost(prices, basket):
    return sum(prices.values())
#% wrong: off by one - leaves out the last item
def basket_cost(prices, basket):
    return sum(prices[basket[i]] for i in range(len(basket) - 1))
#% wrong: endless loop - does not move to the next item
def basket_cost(prices, basket):
    total = 0
    i = 0
    while i < len(basket):
        total += prices[basket[i]]
    return total
