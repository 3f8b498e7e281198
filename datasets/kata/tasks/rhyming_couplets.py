#% task: strings, medium
#% prompt
from typing import List


def rhyming_couplets(lines: List[str], size: int) -> int:
    """Count the couplets of a poem that rhyme.

    The first and second line form a couplet, the third and fourth the next one, and so on; a line
    left over at the end belongs to none. A couplet rhymes when the last `size` letters of its two lines are equal,
    where upper and lower case are the same and characters other than letters do not count.
    A line with fewer than `size` letters rhymes with nothing. `size` is at least 1. Do not change the list.

    >>> rhyming_couplets(["I saw a cat,", "it wore a HAT!"], 2)
    1
    >>> rhyming_couplets(["The night", "so bright", "a star", "the sea"], 3)
    1
    """
#% canonical
def rhyming_couplets(lines, size):
    endings = []
    for line in lines:
        letters = [c.lower() for c in line if c.isalpha()]
        endings.append(letters[-size:] if len(letters) >= size else None)
    count = 0
    for i in range(0, len(endings) - 1, 2):
        if endings[i] is not None and endings[i] == endings[i + 1]:
            count += 1
    return count
#% hidden
assert rhyming_couplets([], 2) == 0
assert rhyming_couplets(["alone"], 1) == 0
assert rhyming_couplets(["a", "a"], 1) == 1
assert rhyming_couplets(["at", "at"], 3) == 0
assert rhyming_couplets(["", ""], 1) == 0
assert rhyming_couplets(["?!", "..."], 1) == 0
assert rhyming_couplets(["moon", "soon", "noon"], 3) == 1
assert rhyming_couplets(["tree", "moon", "soon", "bee"], 2) == 0
assert rhyming_couplets(["moon", "soon", "noon", "spoon"], 3) == 2
assert rhyming_couplets(["MOON...", "soon?"], 4) == 0
assert rhyming_couplets(["do it", "to-it"], 3) == 1
assert rhyming_couplets(["I was free, 2", "count to THREE 3"], 3) == 1
assert rhyming_couplets(["one", "stone", "x", "y", "gone", "bone", "z"], 3) == 2
poem = ["Day!", "Stay."]
assert rhyming_couplets(poem, 2) == 1
assert poem == ["Day!", "Stay."]
#% right: zip of the even and odd lines
def rhyming_couplets(lines, size):
    def end(line):
        letters = "".join(filter(str.isalpha, line)).lower()
        return letters[-size:]
    pairs = zip(lines[::2], lines[1::2])
    return sum(end(a) == end(b) and len(end(a)) == size for a, b in pairs)
#% right: regular expression
def rhyming_couplets(lines, size):
    import re
    cleaned = [re.sub("[^a-z]", "", line.lower()) for line in lines]
    total = 0
    for i in range(1, len(cleaned), 2):
        a, b = cleaned[i - 1], cleaned[i]
        if min(len(a), len(b)) >= size and a.endswith(b[len(b) - size:]):
            total += 1
    return total
#% wrong: misread - compares every line with the next
def rhyming_couplets(lines, size):
    clean = ["".join(c for c in line.lower() if c.isalpha()) for line in lines]
    return sum(len(a) >= size and len(b) >= size and a[-size:] == b[-size:] for a, b in zip(clean, clean[1:]))
#% wrong: exception - a line left over
def rhyming_couplets(lines, size):
    clean = ["".join(c for c in line.lower() if c.isalpha()) for line in lines]
    count = 0
    for i in range(0, len(clean), 2):
        a, b = clean[i], clean[i + 1]
        if len(a) >= size and len(b) >= size and a[-size:] == b[-size:]:
            count += 1
    return count
#% wrong: corner - short lines rhyme
def rhyming_couplets(lines, size):
    clean = ["".join(c for c in line.lower() if c.isalpha()) for line in lines]
    return sum(a[-size:] == b[-size:] for a, b in zip(clean[::2], clean[1::2]))
#% wrong: mutated argument - cleans the lines in place
def rhyming_couplets(lines, size):
    for i in range(len(lines)):
        lines[i] = "".join(c for c in lines[i].lower() if c.isalpha())
    count = 0
    for a, b in zip(lines[::2], lines[1::2]):
        if len(a) >= size and len(b) >= size and a[-size:] == b[-size:]:
            count += 1
    return count
#% wrong: misread - case matters
def rhyming_couplets(lines, size):
    clean = ["".join(c for c in line if c.isalpha()) for line in lines]
    return sum(len(a) >= size and a[-size:] == b[-size:] for a, b in zip(clean[::2], clean[1::2]))
#% wrong: wrong type - returns the first rhyming lines
def rhyming_couplets(lines, size):
    clean = ["".join(c for c in line.lower() if c.isalpha()) for line in lines]
    return [a[-size:] for a, b in zip(clean[::2], clean[1::2]) if len(a) >= size and a[-size:] == b[-size:]]
#% wrong: corner - takes only the end signs away
def rhyming_couplets(lines, size):
    clean = [line.lower().strip(" .,;:!?") for line in lines]
    return sum(len(a) >= size and len(b) >= size and a[-size:] == b[-size:] for a, b in zip(clean[::2], clean[1::2]))
