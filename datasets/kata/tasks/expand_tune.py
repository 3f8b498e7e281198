#% task: recursion, hard
#% prompt
def expand_tune(score: str) -> str:
    """Write out a tune in full.

    A score consists of notes (single capital letters) and groups in round brackets, which contain a
    score again, possibly an empty one. A whole number directly after a note or after a closing
    bracket says how many times that note or group is played; it may have several digits and may be 0.
    Without a number it is played once. The score is always well formed.

    >>> expand_tune("AB2C")
    'ABBC'
    >>> expand_tune("(AB)2C")
    'ABABC'
    >>> expand_tune("(A(BC)2)2")
    'ABCBCABCBC'
    """
#% canonical
def expand_tune(score):
    def read(i):
        parts = []
        while i < len(score) and score[i] != ")":
            if score[i] == "(":
                item, i = read(i + 1)
            else:
                item = score[i]
            i += 1
            start = i
            while i < len(score) and score[i].isdigit():
                i += 1
            parts.append(item * int(score[start:i] or 1))
        return "".join(parts), i
    return read(0)[0]
#% hidden
assert expand_tune("") == ""
assert expand_tune("G") == "G"
assert expand_tune("GAG") == "GAG"
assert expand_tune("A12") == "AAAAAAAAAAAA"
assert expand_tune("A0B") == "B"
assert expand_tune("A10B2") == "AAAAAAAAAABB"
assert expand_tune("(CD)") == "CD"
assert expand_tune("()") == ""
assert expand_tune("()3A") == "A"
assert expand_tune("(AB)0C") == "C"
assert expand_tune("(AB)11") == "AB" * 11
assert expand_tune("A(B)C") == "ABC"
assert expand_tune("(A2B)3") == "AABAABAAB"
assert expand_tune("((A)2B)2") == "AABAAB"
assert expand_tune("(A)2(B)2") == "AABB"
assert expand_tune("(E(F0G2)2(H))2E3") == "EGGGGHEGGGGHEEE"
assert expand_tune("(((D)2)2)2") == "DDDDDDDD"
assert expand_tune("A((B2)3C)D") == "ABBBBBBCD"
#% right: a stack of lists
def expand_tune(score):
    stack = [[]]
    i = 0
    while i < len(score):
        ch = score[i]
        i += 1
        if ch == "(":
            stack.append([])
            continue
        item = "".join(stack.pop()) if ch == ")" else ch
        digits = ""
        while i < len(score) and score[i] in "0123456789":
            digits += score[i]
            i += 1
        stack[-1].append(item * (int(digits) if digits else 1))
    return "".join(stack[0])
#% right: replaces innermost groups by regular expression
def expand_tune(score):
    import re

    def flat(text):
        return re.sub(r"([A-Z])(\d+)", lambda m: m.group(1) * int(m.group(2)), text)

    while "(" in score:
        score = re.sub(r"\(([A-Z0-9]*)\)(\d*)", lambda m: flat(m.group(1)) * int(m.group(2) or 1), score)
    return flat(score)
#% right: splits off the first item
def expand_tune(score):
    if not score:
        return ""
    end, depth = 0, 0
    while True:
        depth += (score[end] == "(") - (score[end] == ")")
        end += 1
        if depth == 0:
            break
    item = score[0] if end == 1 else expand_tune(score[1:end - 1])
    stop = end
    while stop < len(score) and score[stop].isdigit():
        stop += 1
    times = int(score[end:stop]) if stop > end else 1
    return item * times + expand_tune(score[stop:])
#% wrong: corner - reads one digit only
def expand_tune(score):
    stack = [[]]
    for ch in score:
        if ch == "(":
            stack.append([])
        elif ch == ")":
            group = "".join(stack.pop())
            stack[-1].append(group)
        elif ch.isdigit():
            stack[-1][-1] = stack[-1][-1] * int(ch)
        else:
            stack[-1].append(ch)
    return "".join(stack[0])
#% wrong: corner - zero counts as one
def expand_tune(score):
    pos = 0

    def number():
        nonlocal pos
        n = 0
        while pos < len(score) and score[pos].isdigit():
            n = n * 10 + int(score[pos])
            pos += 1
        return n or 1

    def read():
        nonlocal pos
        out = ""
        while pos < len(score) and score[pos] != ")":
            if score[pos] == "(":
                pos += 1
                item = read()
            else:
                item = score[pos]
            pos += 1
            out += item * number()
        return out

    return read()
#% wrong: misread - the number applies to all that came before it in the group
def expand_tune(score):
    import re
    stack = [""]
    for token in re.findall(r"\d+|.", score):
        if token == "(":
            stack.append("")
        elif token == ")":
            group = stack.pop()
            stack[-1] += group
        elif token.isdigit():
            stack[-1] *= int(token)
        else:
            stack[-1] += token
    return stack[0]
#% wrong: corner - a group ends at the first closing bracket
def expand_tune(score):
    out, i = "", 0
    while i < len(score):
        if score[i] == "(":
            end = score.index(")", i)
            item = expand_tune(score[i + 1:end])
            i = end + 1
        else:
            item = score[i]
            i += 1
        digits = ""
        while i < len(score) and score[i].isdigit():
            digits += score[i]
            i += 1
        out += item * int(digits or "1")
    return out
#% wrong: endless loop - an empty group is never replaced
def expand_tune(score):
    import re
    while "(" in score:
        score = re.sub(r"([A-Z])(\d+)", lambda m: m.group(1) * int(m.group(2)), score)
        score = re.sub(r"\(([A-Z]+)\)(\d*)", lambda m: m.group(1) * int(m.group(2) or 1), score)
    return re.sub(r"([A-Z])(\d+)", lambda m: m.group(1) * int(m.group(2)), score)
#% wrong: exception - expects a number after every group
def expand_tune(score):
    import re
    while "(" in score:
        m = re.search(r"\(([^()]*)\)(\d*)", score)
        inner = re.sub(r"([A-Z])(\d+)", lambda k: k.group(1) * int(k.group(2)), m.group(1))
        score = score[:m.start()] + inner * int(m.group(2)) + score[m.end():]
    return re.sub(r"([A-Z])(\d+)", lambda k: k.group(1) * int(k.group(2)), score)
#% wrong: wrong type - returns a list of notes
def expand_tune(score):
    stack = [[]]
    i = 0
    while i < len(score):
        ch = score[i]
        i += 1
        if ch == "(":
            stack.append([])
            continue
        item = stack.pop() if ch == ")" else [ch]
        start = i
        while i < len(score) and score[i].isdigit():
            i += 1
        stack[-1] += item * int(score[start:i] or 1)
    return stack[0]
