#% task: numbers, easy
#% prompt
def next_same_digits(km):
    """Nora photographs her car's odometer whenever all digits of the reading are the same,
    such as 7, 44 or 222 (a reading of one digit counts as well).
    Given the present reading km (an integer, at least 0, shown without leading zeros),
    return the next reading she will photograph. It must be greater than km.

    >>> next_same_digits(58)
    66
    >>> next_same_digits(222)
    333
    >>> next_same_digits(310)
    333
    """
#% canonical
def next_same_digits(km):
    length = len(str(km))
    for digit in '123456789':
        if int(digit * length) > km:
            return int(digit * length)
    return int('1' * (length + 1))
#% hidden
assert next_same_digits(0) == 1
assert next_same_digits(5) == 6
assert next_same_digits(8) == 9
assert next_same_digits(9) == 11
assert next_same_digits(10) == 11
assert next_same_digits(11) == 22
assert next_same_digits(98) == 99
assert next_same_digits(99) == 111
assert next_same_digits(100) == 111
assert next_same_digits(454) == 555
assert next_same_digits(899) == 999
assert next_same_digits(999) == 1111
assert next_same_digits(1110) == 1111
assert next_same_digits(8887) == 8888
#% right: tries every reading
def next_same_digits(km):
    km += 1
    while len(set(str(km))) > 1:
        km += 1
    return km
#% right: makes all candidates and takes the least
def next_same_digits(km):
    lengths = range(1, len(str(km)) + 2)
    return min(n for n in (int(str(d) * k) for k in lengths for d in range(1, 10)) if n > km)
#% wrong: off by one - the present reading may be the answer
def next_same_digits(km):
    while len(set(str(km))) > 1:
        km += 1
    return km
#% wrong: corner - nines are followed by multiples of a shorter repunit
def next_same_digits(km):
    step = int('1' * len(str(km)))
    guess = step
    while guess <= km:
        guess += step
    return guess
#% wrong: corner - no one-digit readings
def next_same_digits(km):
    km = max(km, 9) + 1
    while len(set(str(km))) != 1:
        km += 1
    return km
#% wrong: corner - always raises the first digit
def next_same_digits(km):
    text = str(km)
    first = int(text[0]) + 1
    if first == 10:
        return int('1' * (len(text) + 1))
    return int(str(first) * len(text))
#% wrong: wrong type - gives text
def next_same_digits(km):
    km += 1
    while str(km) != str(km)[0] * len(str(km)):
        km += 1
    return str(km)
