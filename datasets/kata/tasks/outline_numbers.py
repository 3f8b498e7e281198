#% task: parsing, hard
#% prompt
from typing import List


def outline_numbers(lines: List[str]) -> List[str]:
    """Number the headings of a report.

    Every two spaces at the start of a line put it one level deeper. Each heading is returned without these
    spaces, after its number and one space: top headings get 1, 2, ..., those under heading 2 get 2.1, 2.2, ... and so on;
    under every new parent the counting starts at 1 again. Lines with nothing but spaces are left out.
    A heading is never more than one level deeper than the heading before it, and the first one is a top heading.
    The given list must not be changed.

    >>> outline_numbers(["Food", "  Bread", "  Milk", "Drinks"])
    ['1 Food', '1.1 Bread', '1.2 Milk', '2 Drinks']
    >>> outline_numbers(["Trip", "  Day one", "    Hike"])
    ['1 Trip', '1.1 Day one', '1.1.1 Hike']
    """
#% canonical
def outline_numbers(lines):
    counts = []
    result = []
    for line in lines:
        title = line.lstrip(" ")
        if not title:
            continue
        depth = (len(line) - len(title)) // 2
        counts = counts[:depth + 1]
        if len(counts) <= depth:
            counts.append(0)
        counts[depth] += 1
        result.append(".".join(str(n) for n in counts) + " " + title)
    return result
#% hidden
assert outline_numbers([]) == []
assert outline_numbers(["", "   "]) == []
assert outline_numbers(["One"]) == ["1 One"]
assert outline_numbers(["A", "B", "C"]) == ["1 A", "2 B", "3 C"]
assert outline_numbers(["A", "", "B"]) == ["1 A", "2 B"]
assert outline_numbers(["A", "  b", "B", "  c"]) == ["1 A", "1.1 b", "2 B", "2.1 c"]
assert outline_numbers(["A", "  b", "    c", "  d", "    e"]) == ["1 A", "1.1 b", "1.1.1 c", "1.2 d", "1.2.1 e"]
assert outline_numbers(["A", "  b", "    c", "    d", "E"]) == ["1 A", "1.1 b", "1.1.1 c", "1.1.2 d", "2 E"]
assert outline_numbers(["A", "  b", "    c", "B", "  d", "    e"]) == ["1 A", "1.1 b", "1.1.1 c", "2 B", "2.1 d", "2.1.1 e"]
assert outline_numbers(["A", "  b", "", "  c"]) == ["1 A", "1.1 b", "1.2 c"]
assert outline_numbers(["A", "  two  words"]) == ["1 A", "1.1 two  words"]
assert outline_numbers(["x"] * 11)[9:] == ["10 x", "11 x"]
assert outline_numbers(["A"] + ["  b"] * 10)[10] == "1.10 b"
plan = ["Plan", "  step"]
assert outline_numbers(plan) == ["1 Plan", "1.1 step"]
assert plan == ["Plan", "  step"]
#% right: a dictionary by parent
def outline_numbers(lines):
    children = {}
    path = []
    out = []
    for line in lines:
        if line.strip(" ") == "":
            continue
        depth = 0
        while line.startswith("  "):
            line = line[2:]
            depth += 1
        parent = tuple(path[:depth])
        children[parent] = children.get(parent, 0) + 1
        path = list(parent) + [children[parent]]
        out.append(".".join(map(str, path)) + " " + line)
    return out
#% right: counts for all levels
def outline_numbers(lines):
    kept = [line for line in lines if line.strip()]
    counts = [0] * (len(kept) + 1)
    out = []
    for line in kept:
        level = (len(line) - len(line.lstrip())) // 2
        counts[level] += 1
        for deeper in range(level + 1, len(counts)):
            counts[deeper] = 0
        number = ".".join(str(n) for n in counts[:level + 1])
        out.append(f"{number} {line.lstrip()}")
    return out
#% wrong: corner - the counting goes on under a new parent
def outline_numbers(lines):
    counts = {}
    out = []
    for line in lines:
        title = line.strip()
        if title:
            level = (len(line) - len(line.lstrip())) // 2
            counts[level] = counts.get(level, 0) + 1
            out.append(".".join(str(counts[i]) for i in range(level + 1)) + " " + title)
    return out
#% wrong: corner - restarts only the next level
def outline_numbers(lines):
    counts = [0] * 50
    out = []
    for line in lines:
        title = line.strip()
        if not title:
            continue
        level = (len(line) - len(line.lstrip())) // 2
        counts[level] += 1
        counts[level + 1] = 0
        if level == 0 and counts[0] > 1:
            counts[1] = 0
        number = ".".join(str(n) for n in counts if n)
        out.append(number + " " + title)
    return out
#% wrong: corner - empty lines get a number
def outline_numbers(lines):
    counts = []
    out = []
    for line in lines:
        title = line.lstrip(" ")
        depth = (len(line) - len(title)) // 2
        counts = (counts + [0])[:depth + 1]
        counts[-1] += 1
        out.append(".".join(map(str, counts)) + " " + title)
    return out
#% wrong: off by one - every space is a level
def outline_numbers(lines):
    counts = [0] * 100
    out = []
    for line in lines:
        title = line.strip()
        if not title:
            continue
        depth = len(line) - len(line.lstrip())
        counts[depth] += 1
        counts[depth + 1:] = [0] * len(counts[depth + 1:])
        out.append(".".join(str(n) for n in counts[:depth + 1]) + " " + title)
    return out
#% wrong: mutated argument - strips the lines in place
def outline_numbers(lines):
    counts = []
    out = []
    for i in range(len(lines)):
        depth = 0
        while lines[i].startswith("  "):
            lines[i] = lines[i][2:]
            depth += 1
        if lines[i].strip():
            counts = (counts + [0])[:depth + 1]
            counts[-1] += 1
            out.append(".".join(map(str, counts)) + " " + lines[i])
    return out
#% wrong: exception - back up by two levels
def outline_numbers(lines):
    counts, last = [0], 0
    out = []
    for line in lines:
        title = line.strip()
        if not title:
            continue
        depth = (len(line) - len(line.lstrip())) // 2
        if depth > last:
            counts.append(0)
        elif depth < last:
            for _ in range(last):
                counts.pop()
        counts[depth] += 1
        last = depth
        out.append(".".join(map(str, counts)) + " " + title)
    return out
#% wrong: endless loop - a line of spaces never ends
def outline_numbers(lines):
    counts = []
    out = []
    for line in lines:
        start = 0
        while line[start:].strip() == "" or line[start] == " ":
            if line[start:start + 2] == "  ":
                start += 2
        depth = start // 2
        counts = (counts + [0])[:depth + 1]
        counts[-1] += 1
        out.append(".".join(map(str, counts)) + " " + line[start:])
    return out
