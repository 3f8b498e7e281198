#% task: strings, easy
#% prompt
def dash_shout(words: list) -> str:
    """Join the words with dashes and return the result in upper case.

    >>> dash_shout(["red", "fox"])
    'RED-FOX'
    >>> dash_shout(["Tea"])
    'TEA'
    """
#% canonical
def dash_shout(words):
    return "-".join(words).upper()
#% hidden
assert dash_shout([]) == ""
assert dash_shout(["a"]) == "A"
assert dash_shout(["a", "b", "c"]) == "A-B-C"
assert dash_shout(["Stop", "Now"]) == "STOP-NOW"
assert dash_shout(["SALE", "today", "Only"]) == "SALE-TODAY-ONLY"
assert dash_shout(["x1", "y2"]) == "X1-Y2"
assert dash_shout(["dog", "dog", "dog"]) == "DOG-DOG-DOG"
assert dash_shout(["Zoo"]) == "ZOO"
assert dash_shout(["one", "two", "three", "four"]) == "ONE-TWO-THREE-FOUR"
assert dash_shout(["p q", "r"]) == "P Q-R"
assert dash_shout(["ink", "BLUE"]) == "INK-BLUE"
#% right: builds the text word by word
def dash_shout(words):
    result = ""
    for i, word in enumerate(words):
        if i > 0:
            result += "-"
        result += word.upper()
    return result
#% right: upper case first
def dash_shout(words):
    return "-".join(word.upper() for word in words)
#% wrong: misread - keeps the case
def dash_shout(words):
    return "-".join(words)
#% wrong: off by one - a dash after the last word
def dash_shout(words):
    result = ""
    for word in words:
        result += word.upper() + "-"
    return result
#% wrong: exception - no words
def dash_shout(words):
    result = words[0].upper()
    for word in words[1:]:
        result += "-" + word.upper()
    return result
#% wrong: corner - long words are only capitalised
def dash_shout(words):
    return "-".join(w.upper() if len(w) <= 3 else w.capitalize() for w in words)
#% wrong: wrong type - returns a list
def dash_shout(words):
    return [word.upper() for word in words]
