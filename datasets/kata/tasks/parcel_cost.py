#% task: numbers, easy
#% prompt
def parcel_cost(price: int, count: int, shipping: int) -> int:
    """Return the cost of an order: the price times the count, plus the shipping once.

    >>> parcel_cost(5, 3, 2)
    17
    >>> parcel_cost(10, 1, 0)
    10
    """
#% canonical
def parcel_cost(price, count, shipping):
    return price * count + shipping
#% hidden
assert parcel_cost(4, 2, 1) == 9
assert parcel_cost(0, 5, 3) == 3
assert parcel_cost(7, 0, 6) == 6
assert parcel_cost(1, 1, 1) == 2
assert parcel_cost(20, 10, 5) == 205
assert parcel_cost(3, 3, 3) == 12
assert parcel_cost(100, 2, 0) == 200
assert parcel_cost(2, 50, 9) == 109
assert parcel_cost(0, 0, 0) == 0
assert parcel_cost(15, 4, 8) == 68
assert parcel_cost(999, 3, 4) == 3001
#% right: adds the price in a loop
def parcel_cost(price, count, shipping):
    cost = shipping
    for _ in range(count):
        cost += price
    return cost
#% right: in two steps
def parcel_cost(price, count, shipping):
    goods = count * price
    return shipping + goods
#% wrong: misread - shipping for each piece
def parcel_cost(price, count, shipping):
    return (price + shipping) * count
#% wrong: misread - no shipping
def parcel_cost(price, count, shipping):
    return price * count
#% wrong: corner - nothing to pay without pieces
def parcel_cost(price, count, shipping):
    if count == 0:
        return 0
    return price * count + shipping
#% wrong: corner - free shipping from 100 on
def parcel_cost(price, count, shipping):
    goods = price * count
    return goods if goods >= 100 else goods + shipping
#% wrong: misread - adds all three
def parcel_cost(price, count, shipping):
    return price + count + shipping
