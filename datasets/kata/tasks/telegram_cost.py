#% task: strings, easy
#% prompt
def telegram_cost(words: list, rate: int) -> int:
    """
    The telegraph office charges `rate` cents for every word of a telegram.
    A word of more than ten characters counts as two words. The word "STOP", written
    exactly like this, is free. What does the telegram cost? (The list of words must not be changed.)

    >>> telegram_cost(["ARRIVING", "MONDAY", "STOP"], 5)
    10
    >>> telegram_cost(["CONGRATULATIONS", "MARY"], 4)
    12
    """
#% canonical
def telegram_cost(words, rate):
    count = 0
    for word in words:
        if word == "STOP":
            continue
        count += 2 if len(word) > 10 else 1
    return count * rate
#% hidden
assert telegram_cost([], 7) == 0
assert telegram_cost(["STOP"], 9) == 0
assert telegram_cost(["STOP", "STOP"], 9) == 0
assert telegram_cost(["GO", "STOP", "NOW", "STOP"], 3) == 6
assert telegram_cost(["stop"], 6) == 6
assert telegram_cost(["STOPPING", "NONSTOP"], 2) == 4
assert telegram_cost(["ABCDEFGHIJ"], 5) == 5
assert telegram_cost(["ABCDEFGHIJK"], 5) == 10
assert telegram_cost(["ABCDEFGHIJKLMNOPQRSTUVWXYZ"], 1) == 2
assert telegram_cost(["HELLO"], 0) == 0
assert telegram_cost(["A"] * 100, 3) == 300
message = ["UNFORTUNATELY", "STOP", "ILL", "STOP"]
assert telegram_cost(message, 10) == 30
assert message == ["UNFORTUNATELY", "STOP", "ILL", "STOP"]
#% right: three counts
def telegram_cost(words, rate):
    free = words.count("STOP")
    extra = len([w for w in words if len(w) >= 11])
    return rate * (len(words) - free + extra)
#% right: sum of prices
def telegram_cost(words, rate):
    def price(word):
        if word == "STOP":
            return 0
        return rate * (1 + (len(word) > 10))
    return sum(map(price, words))
#% wrong: off by one - ten characters already count twice
def telegram_cost(words, rate):
    return rate * sum(2 if len(w) >= 10 else 1 for w in words if w != "STOP")
#% wrong: misread - stop is free in any case
def telegram_cost(words, rate):
    return rate * sum(2 if len(w) > 10 else 1 for w in words if w.upper() != "STOP")
#% wrong: mutated argument - takes the free words out
def telegram_cost(words, rate):
    while "STOP" in words:
        words.remove("STOP")
    return rate * sum(2 if len(w) > 10 else 1 for w in words)
#% wrong: corner - only one free word
def telegram_cost(words, rate):
    total = rate * sum(2 if len(w) > 10 else 1 for w in words)
    if "STOP" in words:
        total -= rate
    return total
#% wrong: misread - long words count once for every ten characters
def telegram_cost(words, rate):
    return rate * sum(-(-len(w) // 10) for w in words if w != "STOP")
#% wrong: misread - stop ends the telegram
def telegram_cost(words, rate):
    total = 0
    for word in words:
        if word == "STOP":
            break
        total += rate * (2 if len(word) > 10 else 1)
    return total
#% wrong: endless loop - a free word is not passed over
def telegram_cost(words, rate):
    total = 0
    i = 0
    while i < len(words):
        if words[i] == "STOP":
            continue
        total += rate * (2 if len(words[i]) > 10 else 1)
        i += 1
    return total
