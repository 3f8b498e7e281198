#% task: numbers, easy
#% prompt
def digit_tug(n: int) -> int:
    """The digits of n play tug-of-war: even digits pull to the right, odd digits to the left,
    each as strongly as its value. Return the sum of the even digits minus the sum of
    the odd digits. A minus sign in front of n does not matter.

    >>> digit_tug(8213)
    6
    >>> digit_tug(70)
    -7
    >>> digit_tug(46)
    10
    """
#% canonical
def digit_tug(n):
    result = 0
    for char in str(abs(n)):
        digit = int(char)
        if digit % 2 == 0:
            result += digit
        else:
            result -= digit
    return result
#% hidden
assert digit_tug(0) == 0
assert digit_tug(1) == -1
assert digit_tug(8) == 8
assert digit_tug(9) == -9
assert digit_tug(11) == -2
assert digit_tug(12) == 1
assert digit_tug(2468) == 20
assert digit_tug(13579) == -25
assert digit_tug(1003) == -4
assert digit_tug(-8) == 8
assert digit_tug(-35) == -8
assert digit_tug(-120) == 1
assert digit_tug(888888888888) == 96
assert digit_tug(4) == 4
#% right: arithmetic only
def digit_tug(n):
    n = abs(n)
    result = 0
    while n:
        n, digit = divmod(n, 10)
        result += -digit if digit % 2 else digit
    return result
#% right: two sums over characters
def digit_tug(n):
    text = str(n).lstrip('-')
    even = sum(int(c) for c in text if c in '02468')
    odd = sum(int(c) for c in text if c in '13579')
    return even - odd
#% wrong: misread - goes by the place and not by the value
def digit_tug(n):
    digits = [int(c) for c in str(abs(n))]
    return sum(digits[::2]) - sum(digits[1::2])
#% wrong: exception - chokes on the minus sign
def digit_tug(n):
    return sum(int(c) if int(c) % 2 == 0 else -int(c) for c in str(n))
#% wrong: endless loop - floor division of a negative number
def digit_tug(n):
    result = 0
    while n != 0:
        digit = n % 10
        result += digit if digit % 2 == 0 else -digit
        n //= 10
    return result
#% wrong: misread - counts digits
def digit_tug(n):
    result = 0
    for c in str(abs(n)):
        result += 1 if int(c) % 2 == 0 else -1
    return result
#% wrong: corner - forgets the leading digit of longer numbers
def digit_tug(n):
    n = abs(n)
    result = 0
    while n > 9:
        digit = n % 10
        result += -digit if digit % 2 else digit
        n //= 10
    return result
#% wrong: misread - never negative
def digit_tug(n):
    digits = [int(c) for c in str(abs(n))]
    even = sum(d for d in digits if d % 2 == 0)
    return abs(even - (sum(digits) - even))
