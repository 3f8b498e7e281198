#% task: dictionaries, medium
#% prompt
def cheapest_shops(offers):
    """
    Find where each article is cheapest.

    offers -- {shop: {article: price in cents}}; the price 0 means that the article is sold out in that shop
    returns -- {article: (shop, price)} with the lowest price of each article that somebody still sells;
               of shops with the same price, the alphabetically first one counts
    The offers are not changed.

    >>> cheapest_shops({'Alma': {'glue': 120, 'tape': 80}, 'Brico': {'glue': 99}})
    {'glue': ('Brico', 99), 'tape': ('Alma', 80)}
    >>> cheapest_shops({'Alma': {'rope': 0}, 'Brico': {'rope': 310}})
    {'rope': ('Brico', 310)}
    """
#% canonical
def cheapest_shops(offers):
    best = {}
    for shop in sorted(offers):
        for article, price in offers[shop].items():
            if price > 0 and (article not in best or price < best[article][1]):
                best[article] = (shop, price)
    return best
#% hidden
assert cheapest_shops({}) == {}
assert cheapest_shops({'Alma': {}}) == {}
assert cheapest_shops({'Alma': {'nail': 0}}) == {}
assert cheapest_shops({'Alma': {'nail': 0}, 'Cora': {'nail': 0}}) == {}
assert cheapest_shops({'Alma': {'nail': 5}}) == {'nail': ('Alma', 5)}
assert cheapest_shops({'Alma': {'nail': 5}, 'Cora': {'nail': 5}}) == {'nail': ('Alma', 5)}
assert cheapest_shops({'Cora': {'nail': 5}, 'Alma': {'nail': 5}}) == {'nail': ('Alma', 5)}
assert cheapest_shops({'Brico': {'nail': 5}, 'Cora': {'nail': 4}, 'Alma': {'nail': 5}}) == {'nail': ('Cora', 4)}
assert cheapest_shops({'Brico': {'nail': 5}, 'Cora': {'nail': 0}, 'Alma': {'nail': 7}}) == {'nail': ('Brico', 5)}
assert cheapest_shops({'Brico': {'saw': 900, 'nail': 5}, 'Alma': {'saw': 1000, 'nail': 4}}) == {'saw': ('Brico', 900), 'nail': ('Alma', 4)}
assert cheapest_shops({'Zed': {'saw': 1}, 'Alma': {}, 'Mo': {'saw': 1, 'oil': 2}}) == {'saw': ('Mo', 1), 'oil': ('Mo', 2)}
assert cheapest_shops({'B': {'x': 10}, 'A': {'x': 9}, 'C': {'x': 100}}) == {'x': ('A', 9)}
assert cheapest_shops({'A': {'big': 5000000}, 'B': {'big': 4999999}}) == {'big': ('B', 4999999)}
offers = {'B': {'x': 0, 'y': 2}, 'A': {'x': 3}}
assert cheapest_shops(offers) == {'x': ('A', 3), 'y': ('B', 2)}
assert offers == {'B': {'x': 0, 'y': 2}, 'A': {'x': 3}}
#% right: smallest pair of price and shop
def cheapest_shops(offers):
    pairs = {}
    for shop, prices in offers.items():
        for article, price in prices.items():
            if price:
                pairs.setdefault(article, []).append((price, shop))
    return {article: (min(p)[1], min(p)[0]) for article, p in pairs.items()}
#% right: sorted from dear to cheap
def cheapest_shops(offers):
    rows = [(price, shop, article) for shop in offers for article, price in offers[shop].items() if price > 0]
    return {article: (shop, price) for price, shop, article in sorted(rows, reverse=True)}
#% wrong: corner - a tie goes to the shop listed first
def cheapest_shops(offers):
    best = {}
    for shop, prices in offers.items():
        for article, price in prices.items():
            if price > 0 and (article not in best or price < best[article][1]):
                best[article] = (shop, price)
    return best
#% wrong: corner - sold out counts as the lowest price
def cheapest_shops(offers):
    best = {}
    for shop in sorted(offers):
        for article, price in offers[shop].items():
            if article not in best or price < best[article][1]:
                best[article] = (shop, price)
    return best
#% wrong: corner - sold out stays when it was seen first
def cheapest_shops(offers):
    best = {}
    for shop in sorted(offers):
        for article, price in offers[shop].items():
            if article not in best or best[article][1] == 0 or 0 < price < best[article][1]:
                best[article] = (shop, price)
    return best
#% wrong: off by one - a tie goes to the alphabetically last shop
def cheapest_shops(offers):
    best = {}
    for shop in sorted(offers):
        for article, price in offers[shop].items():
            if price > 0 and (article not in best or price <= best[article][1]):
                best[article] = (shop, price)
    return best
#% wrong: wrong type - price before shop
def cheapest_shops(offers):
    best = {}
    for shop, prices in offers.items():
        for article, price in prices.items():
            if price > 0:
                best[article] = min(best.get(article, (price, shop)), (price, shop))
    return best
#% wrong: exception - looks every article up in every shop
def cheapest_shops(offers):
    articles = {a for prices in offers.values() for a in prices}
    result = {}
    for article in articles:
        price, shop = min((offers[s][article], s) for s in offers if offers[s][article] > 0)
        result[article] = (shop, price)
    return result
