#% task: parsing, easy
#% prompt
def add_up(text: str) -> int:
    """The text is a list of whole numbers with a plus sign between them. Return their sum.

    >>> add_up("3+4+5")
    12
    >>> add_up("20")
    20
    """
#% canonical
def add_up(text):
    return sum(int(part) for part in text.split("+"))
#% hidden
assert add_up("0") == 0
assert add_up("7") == 7
assert add_up("1+1") == 2
assert add_up("10+20") == 30
assert add_up("0+0+0") == 0
assert add_up("5+5+5+5") == 20
assert add_up("100+1") == 101
assert add_up("99+1+900") == 1000
assert add_up("12+34+56") == 102
assert add_up("1+2+3+4+5+6") == 21
assert add_up("1000000+1") == 1000001
#% right: plain loop
def add_up(text):
    total = 0
    for part in text.split("+"):
        total += int(part)
    return total
#% right: splits at spaces
def add_up(text):
    return sum(map(int, text.replace("+", " ").split()))
#% wrong: corner - adds equal numbers once
def add_up(text):
    return sum({int(part) for part in text.split("+")})
#% wrong: misread - adds single digits
def add_up(text):
    return sum(int(c) for c in text if c.isdigit())
#% wrong: wrong type - joins the texts
def add_up(text):
    return text.replace("+", "")
#% wrong: exception - converts the plus sign
def add_up(text):
    return sum(int(c) for c in text)
#% wrong: off by one - leaves out the last number
def add_up(text):
    return sum(int(part) for part in text.split("+")[:-1])
