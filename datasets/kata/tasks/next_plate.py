#% task: strings, hard
#% prompt
def next_plate(plate: str) -> str:
    """Return the number plate that is given out after `plate`.

    A plate is one or more capital letters A-Z followed by one or more digits. The digits count up first;
    after the highest number they start again at zeros and the letters move on, the last letter fastest
    (after Z comes A, and the letter before it moves on too).
    The length never changes: the very last plate is followed by the very first one.

    >>> next_plate("AB12")
    'AB13'
    >>> next_plate("AB99")
    'AC00'
    >>> next_plate("CZ99")
    'DA00'
    """
#% canonical
def next_plate(plate):
    chars = list(plate)
    i = len(chars) - 1
    while i >= 0:
        if chars[i] == "9":
            chars[i] = "0"
        elif chars[i] == "Z":
            chars[i] = "A"
        else:
            chars[i] = chr(ord(chars[i]) + 1)
            break
        i -= 1
    return "".join(chars)
#% hidden
assert next_plate("A0") == "A1"
assert next_plate("A9") == "B0"
assert next_plate("Z9") == "A0"
assert next_plate("ZZ99") == "AA00"
assert next_plate("AB01") == "AB02"
assert next_plate("AB09") == "AB10"
assert next_plate("QX0099") == "QX0100"
assert next_plate("AZZ9") == "BAA0"
assert next_plate("ZAZ99") == "ZBA00"
assert next_plate("Z98") == "Z99"
assert next_plate("ZZZ000") == "ZZZ001"
assert next_plate("M999") == "N000"
assert next_plate("HELLO19999") == "HELLO20000"
assert next_plate("ZZZZ9") == "AAAA0"
#% right: numbers in two bases
def next_plate(plate):
    letters = plate.rstrip("0123456789")
    digits = plate[len(letters):]
    value = 0
    for c in letters:
        value = value * 26 + ord(c) - 65
    value = value * 10 ** len(digits) + int(digits) + 1
    value, number = divmod(value, 10 ** len(digits))
    head = ""
    for _ in letters:
        value, rest = divmod(value, 26)
        head = chr(65 + rest) + head
    return head + str(number).zfill(len(digits))
#% right: recursion from the end
def next_plate(plate):
    if plate == "":
        return ""
    head, last = plate[:-1], plate[-1]
    if last == "9":
        return next_plate(head) + "0"
    if last == "Z":
        return next_plate(head) + "A"
    return head + chr(ord(last) + 1)
#% wrong: corner - loses leading zeros
def next_plate(plate):
    letters = plate.rstrip("0123456789")
    digits = plate[len(letters):]
    if set(digits) != {"9"}:
        return letters + str(int(digits) + 1)
    chars = list(letters)
    i = len(chars) - 1
    while i >= 0 and chars[i] == "Z":
        chars[i] = "A"
        i -= 1
    if i >= 0:
        chars[i] = chr(ord(chars[i]) + 1)
    return "".join(chars) + "0" * len(digits)
#% wrong: exception - no plate after the last one
def next_plate(plate):
    chars = list(plate)
    i = len(chars) - 1
    while chars[i] in "Z9":
        chars[i] = "A" if chars[i] == "Z" else "0"
        i -= 1
        if i < 0:
            raise ValueError("no plates left")
    chars[i] = chr(ord(chars[i]) + 1)
    return "".join(chars)
#% wrong: endless loop - the last carry finds no place
def next_plate(plate):
    chars = list(plate)
    i = len(chars) - 1
    carry = True
    while carry:
        if i >= 0:
            if chars[i] in "Z9":
                chars[i] = "A" if chars[i] == "Z" else "0"
            else:
                chars[i] = chr(ord(chars[i]) + 1)
                carry = False
            i -= 1
    return "".join(chars)
#% wrong: corner - the last plate gets a letter more
def next_plate(plate):
    letters = plate.rstrip("0123456789")
    digits = plate[len(letters):]
    number = int(digits) + 1
    if len(str(number)) <= len(digits):
        return letters + str(number).zfill(len(digits))
    tail = letters.rstrip("Z")
    zs = len(letters) - len(tail)
    if not tail:
        letters = "A" * (zs + 1)
    else:
        letters = tail[:-1] + chr(ord(tail[-1]) + 1) + "A" * zs
    return letters + "0" * len(digits)
#% wrong: misread - only the last two letters move
def next_plate(plate):
    letters = plate.rstrip("0123456789")
    digits = plate[len(letters):]
    number = int(digits) + 1
    if number < 10 ** len(digits):
        return letters + str(number).zfill(len(digits))
    zeros = "0" * len(digits)
    if letters[-1] != "Z":
        return letters[:-1] + chr(ord(letters[-1]) + 1) + zeros
    if len(letters) == 1:
        return "A" + zeros
    before = "A" if letters[-2] == "Z" else chr(ord(letters[-2]) + 1)
    return letters[:-2] + before + "A" + zeros
#% wrong: off by one - the digits start again at one
def next_plate(plate):
    chars = list(plate)
    i = len(chars) - 1
    while i >= 0 and chars[i] in "Z9":
        chars[i] = "A" if chars[i] == "Z" else "0"
        i -= 1
    if i >= 0:
        chars[i] = chr(ord(chars[i]) + 1)
    if i < 0 or chars[i].isalpha():
        chars[-1] = "1"
    return "".join(chars)
