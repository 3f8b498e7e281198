#% task: parsing, easy
#% prompt
def parse_setting(text: str) -> tuple:
    """The text is a name, an equals sign and a whole number.
    Return the name and the number (as an int) as a tuple.

    >>> parse_setting("width=20")
    ('width', 20)
    >>> parse_setting("x=5")
    ('x', 5)
    """
#% canonical
def parse_setting(text):
    name, number = text.split("=")
    return name, int(number)
#% hidden
assert parse_setting("a=0") == ("a", 0)
assert parse_setting("b=7") == ("b", 7)
assert parse_setting("height=300") == ("height", 300)
assert parse_setting("depth=12345") == ("depth", 12345)
assert parse_setting("low=-4") == ("low", -4)
assert parse_setting("font size=11") == ("font size", 11)
assert parse_setting("MAX=99") == ("MAX", 99)
assert parse_setting("x2=3") == ("x2", 3)
assert parse_setting("line_gap=10") == ("line_gap", 10)
assert parse_setting("k=1000000") == ("k", 1000000)
#% right: partition
def parse_setting(text):
    name, sign, number = text.partition("=")
    return (name, int(number))
#% right: position of the sign
def parse_setting(text):
    i = text.index("=")
    return text[:i], int(text[i + 1:])
#% wrong: wrong type - number as text
def parse_setting(text):
    name, number = text.split("=")
    return name, number
#% wrong: wrong type - returns a list
def parse_setting(text):
    name, number = text.split("=")
    return [name, int(number)]
#% wrong: misread - number first
def parse_setting(text):
    name, number = text.split("=")
    return int(number), name
#% wrong: corner - drops the minus sign
def parse_setting(text):
    name, number = text.split("=")
    return name, int("".join(c for c in number if c.isdigit()))
#% wrong: invalid - missing bracket
def parse_setting(text):
    name, number = text.split("="
    return name, int(number)
