#% task: strings, medium
#% prompt
from typing import List


def sign_lines(words: List[str], width: int) -> List[str]:
    """A sign painter puts words on a board, in order, with one space between words on a line.
    She starts a new line only when the next word would make the line longer than `width` characters.
    A word that is itself longer than `width` is not cut; it gets a line of its own.
    Return the lines; the given list stays unchanged.

    >>> sign_lines(["fresh", "eggs", "for", "sale"], 10)
    ['fresh eggs', 'for sale']
    >>> sign_lines(["no", "parking"], 8)
    ['no', 'parking']
    """
#% canonical
def sign_lines(words, width):
    lines = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
#% hidden
assert sign_lines([], 10) == []
assert sign_lines(["open"], 10) == ["open"]
assert sign_lines(["open"], 4) == ["open"]
assert sign_lines(["a", "b", "c", "d"], 3) == ["a b", "c d"]
assert sign_lines(["a", "b", "c"], 1) == ["a", "b", "c"]
assert sign_lines(["a", "b", "c"], 100) == ["a b c"]
assert sign_lines(["ab", "cd"], 4) == ["ab", "cd"]
assert sign_lines(["ab", "cd"], 5) == ["ab cd"]
assert sign_lines(["strawberries"], 5) == ["strawberries"]
assert sign_lines(["buy", "strawberries", "now", "ok"], 6) == ["buy", "strawberries", "now ok"]
assert sign_lines(["to", "be", "or", "not", "to", "be"], 8) == ["to be or", "not to", "be"]
assert sign_lines(["x", "longlong", "y", "z", "w"], 5) == ["x", "longlong", "y z w"]
board = ["one", "two", "three"]
assert sign_lines(board, 7) == ["one two", "three"]
assert board == ["one", "two", "three"]
#% right: current line
def sign_lines(words, width):
    lines = []
    line = []
    length = -1
    for word in words:
        if line and length + 1 + len(word) > width:
            lines.append(" ".join(line))
            line, length = [], -1
        line.append(word)
        length += 1 + len(word)
    if line:
        lines.append(" ".join(line))
    return lines
#% right: recursion
def sign_lines(words, width):
    if not words:
        return []
    n = 1
    while n < len(words) and len(" ".join(words[:n + 1])) <= width:
        n += 1
    return [" ".join(words[:n])] + sign_lines(words[n:], width)
#% right: textwrap
def sign_lines(words, width):
    import textwrap
    return textwrap.wrap(" ".join(words), width, break_long_words=False, break_on_hyphens=False)
#% wrong: off by one - forgets the space
def sign_lines(words, width):
    lines = []
    for word in words:
        if lines and len(lines[-1]) + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
#% wrong: corner - an empty first line before a long word
def sign_lines(words, width):
    lines = []
    line = ""
    for word in words:
        candidate = (line + " " + word).strip()
        if len(candidate) <= width:
            line = candidate
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines
#% wrong: mutated argument - takes the words off the list
def sign_lines(words, width):
    lines = []
    while words:
        line = words.pop(0)
        while words and len(line) + 1 + len(words[0]) <= width:
            line += " " + words.pop(0)
        lines.append(line)
    return lines
#% wrong: endless loop - a long word never fits
def sign_lines(words, width):
    lines = []
    i = 0
    while i < len(words):
        line = ""
        while i < len(words) and len((line + " " + words[i]).strip()) <= width:
            line = (line + " " + words[i]).strip()
            i += 1
        if line:
            lines.append(line)
    return lines
#% wrong: corner - the last line is lost
def sign_lines(words, width):
    lines = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    return lines
#% wrong: misread - cuts long words
def sign_lines(words, width):
    import textwrap
    return textwrap.wrap(" ".join(words), width)
#% wrong: wrong type - one string with line breaks
def sign_lines(words, width):
    text, room = "", 0
    for word in words:
        if room >= len(word) + 1:
            text += " " + word
            room -= len(word) + 1
        else:
            text += ("\n" if text else "") + word
            room = width - len(word)
    return text
