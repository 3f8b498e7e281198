#% task: parsing, easy
#% prompt
def user_of(address: str) -> str:
    """Return the part of the mail address before the @ sign.

    >>> user_of("ann@home.org")
    'ann'
    >>> user_of("bob.lee@mail.com")
    'bob.lee'
    """
#% canonical
def user_of(address):
    return address.split("@")[0]
#% hidden
assert user_of("a@b.c") == "a"
assert user_of("max@shop.net") == "max"
assert user_of("Max@shop.net") == "Max"
assert user_of("ida99@shop.net") == "ida99"
assert user_of("zoe_k@work.org") == "zoe_k"
assert user_of("x.y.z@work.org") == "x.y.z"
assert user_of("tom-b@a.b.c.d") == "tom-b"
assert user_of("info@localhost") == "info"
assert user_of("sales+north@firm.com") == "sales+north"
assert user_of("com@com.com") == "com"
#% right: position of the sign
def user_of(address):
    return address[:address.index("@")]
#% right: partition
def user_of(address):
    return address.partition("@")[0]
#% wrong: misread - part after the sign
def user_of(address):
    return address.split("@")[1]
#% wrong: corner - makes the letters small
def user_of(address):
    return address.lower().split("@")[0]
#% wrong: wrong type - returns both parts
def user_of(address):
    return address.split("@")
#% wrong: off by one - keeps the sign
def user_of(address):
    return address[:address.index("@") + 1]
#% wrong: corner - stops at a digit
def user_of(address):
    import re
    return re.match(r"[A-Za-z._+-]*", address).group()
