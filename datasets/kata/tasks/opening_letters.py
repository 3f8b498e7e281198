#% task: strings, easy
#% prompt
def opening_letters(words: list) -> list:
    """Return a list with the first letter of each word.

    >>> opening_letters(["sun", "moon"])
    ['s', 'm']
    >>> opening_letters(["Apple"])
    ['A']
    """
#% canonical
def opening_letters(words):
    return [word[0] for word in words]
#% hidden
assert opening_letters([]) == []
assert opening_letters(["x"]) == ["x"]
assert opening_letters(["red", "blue", "green"]) == ["r", "b", "g"]
assert opening_letters(["tea", "tea"]) == ["t", "t"]
assert opening_letters(["zebra", "ant"]) == ["z", "a"]
assert opening_letters(["Max", "mia"]) == ["M", "m"]
assert opening_letters(["one", "two", "one"]) == ["o", "t", "o"]
assert opening_letters(["P", "q", "R"]) == ["P", "q", "R"]
assert opening_letters(["ink", "ice", "ivy"]) == ["i", "i", "i"]
assert opening_letters(["long", "list", "of", "many", "words"]) == ["l", "l", "o", "m", "w"]
assert opening_letters(["Hello", "World"]) == ["H", "W"]
#% right: appends in a loop
def opening_letters(words):
    letters = []
    for word in words:
        letters.append(word[0])
    return letters
#% right: cuts each word
def opening_letters(words):
    return list(map(lambda word: word[:1], words))
#% wrong: wrong type - returns one text
def opening_letters(words):
    return "".join(word[0] for word in words)
#% wrong: corner - equal letters only once
def opening_letters(words):
    return list(dict.fromkeys(word[0] for word in words))
#% wrong: off by one - second letter
def opening_letters(words):
    return [word[1] for word in words]
#% wrong: misread - upper case
def opening_letters(words):
    return [word[0].upper() for word in words]
#% wrong: exception - no words
def opening_letters(words):
    letters = [words[0][0]]
    for word in words[1:]:
        letters.append(word[0])
    return letters
