#% task: strings, easy
#% prompt
from typing import List


def loudest_line(lines: List[str]) -> str:
    """ Given the lines of a comic strip, return the line with the most exclamation marks.
    If several lines have equally many, return the last of them; with no lines at all return ''.
    The list itself is left as it is.

    >>> loudest_line(["Hey!", "Stop!!! Thief!", "Oh no!!"])
    'Stop!!! Thief!'
    >>> loudest_line(["Quiet.", "Boo!"])
    'Boo!'
    """
#% canonical
def loudest_line(lines):
    best = ""
    for line in lines:
        if line.count("!") >= best.count("!"):
            best = line
    return best
#% hidden
assert loudest_line([]) == ""
assert loudest_line(["hm"]) == "hm"
assert loudest_line(["one", "two", "three"]) == "three"
assert loudest_line(["a!", "b!"]) == "b!"
assert loudest_line(["zz!", "aa!", "mm"]) == "aa!"
assert loudest_line(["!a!", "Run!", "!!"]) == "!!"
assert loudest_line(["!!!", "a very long line without any marks", "!"]) == "!!!"
assert loudest_line(["W!h!a!t!", "Now!!!"]) == "W!h!a!t!"
assert loudest_line(["", ""]) == ""
assert loudest_line(["no", ""]) == ""
assert loudest_line(["Why???", "Go!"]) == "Go!"
strip = ["Wow!!", "Ah!", "Look!!", "ok"]
assert loudest_line(strip) == "Look!!"
assert strip == ["Wow!!", "Ah!", "Look!!", "ok"]
#% right: max over the reversed list
def loudest_line(lines):
    return max(reversed(lines), key=lambda line: line.count("!"), default="")
#% right: stable sort of a copy
def loudest_line(lines):
    ordered = sorted(lines, key=lambda line: line.count("!"))
    return ordered[-1] if ordered else ""
#% wrong: corner - the first of equal lines
def loudest_line(lines):
    return max(lines, key=lambda line: line.count("!"), default="")
#% wrong: exception - no lines
def loudest_line(lines):
    return max(lines[::-1], key=lambda line: line.count("!"))
#% wrong: mutated argument - sorts the lines in place
def loudest_line(lines):
    if not lines:
        return ""
    lines.sort(key=lambda line: line.count("!"))
    return lines[-1]
#% wrong: wrong type - returns the number of marks
def loudest_line(lines):
    return max((line.count("!") for line in lines), default=0)
#% wrong: misread - counts only marks at the end
def loudest_line(lines):
    best, most = "", 0
    for line in lines:
        marks = len(line) - len(line.rstrip("!"))
        if marks >= most:
            best, most = line, marks
    return best
#% wrong: corner - nothing when no line has a mark
def loudest_line(lines):
    best, most = "", 1
    for line in lines:
        if line.count("!") >= most:
            best, most = line, line.count("!")
    return best
