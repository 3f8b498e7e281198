#% task: strings, easy
#% prompt
def echo_word(word: str, times: int) -> str:
    """Repeat the word the given number of times, with a space between.

    >>> echo_word("hey", 3)
    'hey hey hey'
    >>> echo_word("ok", 1)
    'ok'
    """
#% canonical
def echo_word(word, times):
    return " ".join([word] * times)
#% hidden
assert echo_word("go", 2) == "go go"
assert echo_word("a", 1) == "a"
assert echo_word("a", 5) == "a a a a a"
assert echo_word("Tick", 4) == "Tick Tick Tick Tick"
assert echo_word("la", 3) == "la la la"
assert echo_word("knock", 2) == "knock knock"
assert echo_word("Hi!", 2) == "Hi! Hi!"
assert echo_word("7", 3) == "7 7 7"
assert echo_word("x", 20) == "x" + " x" * 19
assert echo_word("one", 1) == "one"
assert echo_word("no", 6) == "no no no no no no"
#% right: adds in a loop
def echo_word(word, times):
    result = word
    for _ in range(times - 1):
        result += " " + word
    return result
#% right: cuts the last space
def echo_word(word, times):
    return ((word + " ") * times)[:-1]
#% wrong: corner - a space at the end
def echo_word(word, times):
    return (word + " ") * times
#% wrong: misread - no space between
def echo_word(word, times):
    return word * times
#% wrong: off by one - once too often
def echo_word(word, times):
    return word + (" " + word) * times
#% wrong: wrong type - returns a list
def echo_word(word, times):
    return [word] * times
#% wrong: corner - never more than three
def echo_word(word, times):
    result = word
    if times > 1:
        result += " " + word
    if times > 2:
        result += " " + word
    return result
