#% task: numbers, easy
#% prompt
def entry_fee(age: int) -> int:
    """Return 5 if the age is under 12, otherwise return 9.

    >>> entry_fee(8)
    5
    >>> entry_fee(40)
    9
    """
#% canonical
def entry_fee(age):
    return 5 if age < 12 else 9
#% hidden
assert entry_fee(0) == 5
assert entry_fee(1) == 5
assert entry_fee(5) == 5
assert entry_fee(9) == 5
assert entry_fee(11) == 5
assert entry_fee(12) == 9
assert entry_fee(13) == 9
assert entry_fee(18) == 9
assert entry_fee(65) == 9
assert entry_fee(99) == 9
assert entry_fee(10) == 5
#% right: if and else
def entry_fee(age):
    if age < 12:
        return 5
    else:
        return 9
#% right: adds four for the older ones
def entry_fee(age):
    return 5 + 4 * (age > 11)
#% wrong: corner - twelve counts as under
def entry_fee(age):
    return 5 if age <= 12 else 9
#% wrong: off by one - eleven pays in full
def entry_fee(age):
    return 5 if age < 11 else 9
#% wrong: misread - prices swapped
def entry_fee(age):
    return 9 if age < 12 else 5
#% wrong: wrong type - returns text
def entry_fee(age):
    return "5" if age < 12 else "9"
#% wrong: invalid - colon missing
def entry_fee(age):
    if age < 12
        return 5
    return 9
