#% task: strings, medium
#% prompt
def calm_marks(text: str, limit: int) -> str:
    """Calm down an excited chat message.

    Wherever the same mark out of '!', '?' and '.' stands more than `limit` times in a row, keep only
    `limit` of them. Different marks side by side do not form one row, and letters may repeat freely.
    `limit` is at least 1.

    >>> calm_marks("What???? No!!", 2)
    'What?? No!!'
    >>> calm_marks("Well....", 3)
    'Well...'
    """
#% canonical
def calm_marks(text, limit):
    for mark in "!?.":
        while mark * (limit + 1) in text:
            text = text.replace(mark * (limit + 1), mark * limit)
    return text
#% hidden
assert calm_marks("", 1) == ""
assert calm_marks("Sooo calm", 1) == "Sooo calm"
assert calm_marks("!!!!!!!", 1) == "!"
assert calm_marks("!?!?!?", 1) == "!?!?!?"
assert calm_marks("Yes!!!???", 2) == "Yes!!??"
assert calm_marks("a!b!c!d!", 1) == "a!b!c!d!"
assert calm_marks("...---...", 1) == ".---."
assert calm_marks("ok!! ok!!", 2) == "ok!! ok!!"
assert calm_marks("Oh!!!!!!!!! Ah!!!", 4) == "Oh!!!! Ah!!!"
assert calm_marks("Hm..", 5) == "Hm.."
assert calm_marks("?????", 3) == "???"
assert calm_marks("! !!  !!!", 1) == "! !  !"
assert calm_marks("!" * 50 + "x", 7) == "!" * 7 + "x"
#% right: counts the row
def calm_marks(text, limit):
    out = []
    row = 0
    last = ""
    for c in text:
        row = row + 1 if c == last else 1
        last = c
        if c not in "!?." or row <= limit:
            out.append(c)
    return "".join(out)
#% right: groupby
def calm_marks(text, limit):
    from itertools import groupby
    parts = []
    for c, group in groupby(text):
        n = len(list(group))
        parts.append(c * (min(n, limit) if c in "!?." else n))
    return "".join(parts)
#% right: regular expression
def calm_marks(text, limit):
    import re
    return re.sub(r"([!?.])\1*", lambda m: m.group(0)[:limit], text)
#% wrong: misread - shortens letters and spaces too
def calm_marks(text, limit):
    from itertools import groupby
    return "".join(c * min(len(list(g)), limit) for c, g in groupby(text))
#% wrong: misread - mixed marks are one row
def calm_marks(text, limit):
    import re
    return re.sub(r"[!?.]+", lambda m: m.group(0)[:limit], text)
#% wrong: corner - replaces only once
def calm_marks(text, limit):
    for mark in "!?.":
        text = text.replace(mark * (limit + 1), mark * limit)
    return text
#% wrong: endless loop - waits until no full row is left
def calm_marks(text, limit):
    for mark in "!?.":
        while mark * limit in text:
            text = text.replace(mark * (limit + 1), mark * limit)
    return text
#% wrong: off by one - one mark too many stays
def calm_marks(text, limit):
    out = ""
    row = 0
    for i, c in enumerate(text):
        row = row + 1 if i and text[i - 1] == c else 0
        if c not in "!?." or row <= limit:
            out += c
    return out
#% wrong: misread - limits the marks of the whole text
def calm_marks(text, limit):
    out = ""
    for c in text:
        if c not in "!?." or out.count(c) < limit:
            out += c
    return out
