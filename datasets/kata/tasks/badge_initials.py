#% task: strings, easy
#% prompt
def badge_initials(name: str) -> str:
    """Make the initials for a conference badge.

    The name is made of words with spaces between them. Each word that begins with a capital letter
    gives that letter and a dot; any other word (such as "van") gives nothing.

    >>> badge_initials("Ludwig van Beethoven")
    'L.B.'
    >>> badge_initials("Grace Hopper")
    'G.H.'
    """
#% canonical
def badge_initials(name):
    return "".join(word[0] + "." for word in name.split() if word[0].isupper())
#% hidden
assert badge_initials("") == ""
assert badge_initials("   ") == ""
assert badge_initials("X") == "X."
assert badge_initials("bell hooks") == ""
assert badge_initials("Ronald McDonald") == "R.M."
assert badge_initials("  Ada   Lovelace ") == "A.L."
assert badge_initials("Jean-Luc Picard") == "J.P."
assert badge_initials("de Gaulle") == "G."
assert badge_initials("7 Up") == "U."
assert badge_initials("Charles de la Tour") == "C.T."
assert badge_initials("iPhone Owner") == "O."
assert badge_initials("Ann Ann Ann") == "A.A.A."
assert badge_initials("Otto von Bismarck und Freunde") == "O.B.F."
#% right: loop over the words
def badge_initials(name):
    result = ""
    for word in name.split():
        if "A" <= word[0] <= "Z":
            result += word[0]
            result += "."
    return result
#% right: looks at the character before
def badge_initials(name):
    padded = " " + name
    out = []
    for before, here in zip(padded, padded[1:]):
        if before == " " and here.isupper():
            out.append(here + ".")
    return "".join(out)
#% wrong: misread - takes every capital letter
def badge_initials(name):
    return "".join(c + "." for c in name if c.isupper())
#% wrong: exception - several spaces in a row
def badge_initials(name):
    result = ""
    for word in name.split(" "):
        if word[0].isupper():
            result += word[0] + "."
    return result
#% wrong: misread - every word counts
def badge_initials(name):
    return "".join(word[0].upper() + "." for word in name.split())
#% wrong: misread - no dot at the end
def badge_initials(name):
    return ".".join(word[0] for word in name.split() if word[0].isupper())
#% wrong: corner - a dot remains when there are no initials
def badge_initials(name):
    return ".".join(word[0] for word in name.split() if word[0].isupper()) + "."
#% wrong: invalid - bracket not closed
def badge_initials(name):
    return "".join([word[0] + "." for word in name.split() if word[0].isupper()]
