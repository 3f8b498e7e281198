#% task: numbers, medium
#% prompt
def real_storey(label: int) -> int:
    """
    The lift of a superstitious hotel has buttons numbered upwards from 1, but there is no
    button 13 and none whose number contains the digit 4. Storeys themselves are counted
    1, 2, 3, ... and each button leads one storey higher than the button before it.

    Return the storey to which the button with the given label leads,
    or 0 if the lift has no such button (this goes for labels below 1, too).

    >>> real_storey(5)
    4
    >>> real_storey(15)
    12
    >>> real_storey(24)
    0
    """
#% canonical
def real_storey(label):
    def exists(number):
        return number >= 1 and number != 13 and '4' not in str(number)
    if not exists(label):
        return 0
    return sum(exists(number) for number in range(1, label + 1))
#% hidden
assert real_storey(1) == 1
assert real_storey(3) == 3
assert real_storey(4) == 0
assert real_storey(12) == 11
assert real_storey(13) == 0
assert real_storey(14) == 0
assert real_storey(16) == 13
assert real_storey(0) == 0
assert real_storey(-3) == 0
assert real_storey(39) == 34
assert real_storey(45) == 0
assert real_storey(50) == 35
assert real_storey(99) == 79
assert real_storey(100) == 80
assert real_storey(113) == 92
assert real_storey(140) == 0
assert real_storey(503) == 326
#% right: reads the label in base nine
def real_storey(label):
    text = str(label)
    if label < 1 or label == 13 or '4' in text:
        return 0
    value = 0
    for char in text:
        digit = int(char)
        value = value * 9 + digit - (digit > 4)
    return value - (label > 13)
#% right: lists the buttons
def real_storey(label):
    buttons = []
    for number in range(1, label + 1):
        if number == 13:
            continue
        if 4 in [int(c) for c in str(number)]:
            continue
        buttons.append(number)
    return buttons.index(label) + 1 if label in buttons else 0
#% wrong: corner - looks at the last digit only
def real_storey(label):
    def ok(n):
        return n > 0 and n != 13 and n % 10 != 4
    return sum(ok(n) for n in range(1, label + 1)) if ok(label) else 0
#% wrong: misread - forgets the missing thirteen
def real_storey(label):
    if '4' in str(label):
        return 0
    return sum('4' not in str(n) for n in range(1, label + 1))
#% wrong: misread - skips every number that contains 13
def real_storey(label):
    def ok(n):
        return n > 0 and '13' not in str(n) and '4' not in str(n)
    if not ok(label):
        return 0
    return len([n for n in range(1, label + 1) if ok(n)])
#% wrong: corner - missing buttons get the storey below
def real_storey(label):
    return sum(n != 13 and '4' not in str(n) for n in range(1, label + 1))
#% wrong: off by one - does not count the button itself
def real_storey(label):
    if label < 1 or label == 13 or '4' in str(label):
        return 0
    return sum(n != 13 and '4' not in str(n) for n in range(1, label))
#% wrong: exception - labels below one
def real_storey(label):
    if label == 13 or '4' in str(label):
        return 0
    buttons = [n for n in range(1, label + 1) if n != 13 and '4' not in str(n)]
    return buttons.index(label) + 1
