#% task: strings, easy
#% prompt
def mask_account(number: str) -> str:
    """Hide an account number before it is printed on a receipt.

    Replace each digit by '*', except the last four digits of the text, which stay readable.
    Everything that is not a digit stays where it is. With four digits or fewer nothing is hidden.

    >>> mask_account("1234-5678")
    '****-5678'
    >>> mask_account("DE 12 3456")
    'DE ** 3456'
    """
#% canonical
def mask_account(number):
    hide = sum(c.isdigit() for c in number) - 4
    out = ""
    for c in number:
        if c.isdigit() and hide > 0:
            out += "*"
            hide -= 1
        else:
            out += c
    return out
#% hidden
assert mask_account("") == ""
assert mask_account("no digits") == "no digits"
assert mask_account("7") == "7"
assert mask_account("1234") == "1234"
assert mask_account("12345") == "*2345"
assert mask_account("12-34-5") == "*2-34-5"
assert mask_account("1 2 3 4 5 6") == "* * 3 4 5 6"
assert mask_account("AB12") == "AB12"
assert mask_account("9999 9999 9999 X") == "**** **** 9999 X"
assert mask_account("-----12345678-----") == "-----****5678-----"
assert mask_account("12ab34cd56ef78") == "**ab**cd56ef78"
assert mask_account("0000000000") == "******0000"
assert mask_account("1-2-3") == "1-2-3"
#% right: goes from the right
def mask_account(number):
    seen = 0
    out = []
    for c in reversed(number):
        if c.isdigit():
            seen += 1
            out.append(c if seen <= 4 else "*")
        else:
            out.append(c)
    return "".join(reversed(out))
#% right: positions of the digits
def mask_account(number):
    places = [i for i, c in enumerate(number) if c.isdigit()]
    chars = list(number)
    for i in places[:-4]:
        chars[i] = "*"
    return "".join(chars)
#% wrong: misread - the last four characters stay
def mask_account(number):
    head, tail = number[:-4], number[-4:]
    return "".join("*" if c.isdigit() else c for c in head) + tail
#% wrong: corner - hides all of a short number
def mask_account(number):
    places = [i for i, c in enumerate(number) if c.isdigit()]
    keep = set(places[-4:]) if len(places) >= 4 else set()
    return "".join("*" if c.isdigit() and i not in keep else c for i, c in enumerate(number))
#% wrong: exception - fewer than four digits
def mask_account(number):
    places = [i for i, c in enumerate(number) if c.isdigit()]
    first = places[-4]
    return "".join("*" if c.isdigit() and i < first else c for i, c in enumerate(number))
#% wrong: off by one - five digits stay
def mask_account(number):
    hide = sum(c.isdigit() for c in number) - 5
    out = ""
    for c in number:
        if c.isdigit() and hide > 0:
            out += "*"
            hide -= 1
        else:
            out += c
    return out
#% wrong: misread - hides letters and signs too
def mask_account(number):
    return "*" * max(0, len(number) - 4) + number[-4:]
#% wrong: wrong type - returns a list of characters
def mask_account(number):
    places = [i for i, c in enumerate(number) if c.isdigit()]
    chars = list(number)
    for i in places[:-4]:
        chars[i] = "*"
    return chars
