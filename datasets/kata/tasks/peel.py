#% task: strings, easy
#% prompt
def peel(text: str) -> str:
    """Return the text without its first and its last character.

    >>> peel("lemon")
    'emo'
    >>> peel("(yes)")
    'yes'
    """
#% canonical
def peel(text):
    return text[1:-1]
#% hidden
assert peel("cat") == "a"
assert peel("ab") == ""
assert peel("[1, 2]") == "1, 2"
assert peel("level") == "eve"
assert peel("aaaa") == "aa"
assert peel("banana") == "anan"
assert peel(" hi ") == "hi"
assert peel("((x))") == "(x)"
assert peel("12345") == "234"
assert peel("notion") == "otio"
assert peel("- a -") == " a "
#% right: two cuts
def peel(text):
    text = text[1:]
    return text[:-1]
#% right: collects the inner characters
def peel(text):
    return "".join(text[i] for i in range(1, len(text) - 1))
#% wrong: off by one - keeps the last character
def peel(text):
    return text[1:]
#% wrong: corner - strips every equal end character
def peel(text):
    return text.lstrip(text[0]).rstrip(text[-1])
#% wrong: misread - removes the end characters everywhere
def peel(text):
    return text.replace(text[0], "").replace(text[-1], "")
#% wrong: off by one - removes two at the end
def peel(text):
    return text[1:-2]
#% wrong: wrong type - returns a list
def peel(text):
    return list(text)[1:-1]
