#% task: parsing, medium
#% prompt
from typing import List


def seat_numbers(text: str) -> List[int]:
    """Someone orders theatre seats like "3-5, 9": commas between the items, each item a single seat or a range
    whose two ends both belong to it. A range may be written backwards ("5-3" is the same as "3-5").
    Spaces may stand anywhere and mean nothing; empty items are skipped.
    Return all ordered seats in rising order, each seat once.

    >>> seat_numbers("3-5, 9")
    [3, 4, 5, 9]
    >>> seat_numbers("12,1,12")
    [1, 12]
    """
#% canonical
def seat_numbers(text):
    seats = set()
    for item in text.replace(" ", "").split(","):
        if not item:
            continue
        ends = [int(n) for n in item.split("-")]
        seats.update(range(min(ends), max(ends) + 1))
    return sorted(seats)
#% hidden
assert seat_numbers("") == []
assert seat_numbers("  ") == []
assert seat_numbers("7") == [7]
assert seat_numbers("4-4") == [4]
assert seat_numbers("5-3") == [3, 4, 5]
assert seat_numbers("9-11") == [9, 10, 11]
assert seat_numbers("11-9") == [9, 10, 11]
assert seat_numbers("1-3,2-5") == [1, 2, 3, 4, 5]
assert seat_numbers(",,2,,") == [2]
assert seat_numbers(" 8 - 10 , 1 ") == [1, 8, 9, 10]
assert seat_numbers("100,20,3") == [3, 20, 100]
assert seat_numbers("10-12,2,12-14,2") == [2, 10, 11, 12, 13, 14]
assert seat_numbers("0-1") == [0, 1]
assert seat_numbers("1-200") == list(range(1, 201))
#% right: partition and a list
def seat_numbers(text):
    seats = []
    for item in text.split(","):
        first, dash, last = item.replace(" ", "").partition("-")
        if first == "":
            continue
        a = int(first)
        b = int(last) if dash else a
        if a > b:
            a, b = b, a
        for seat in range(a, b + 1):
            if seat not in seats:
                seats.append(seat)
    seats.sort()
    return seats
#% right: regular expression
def seat_numbers(text):
    import re
    found = {}
    for a, b in re.findall(r"(\d+)(?:-(\d+))?", text.replace(" ", "")):
        low, high = sorted([int(a), int(b or a)])
        found.update(dict.fromkeys(range(low, high + 1)))
    return sorted(found)
#% wrong: corner - a range written backwards is empty
def seat_numbers(text):
    seats = set()
    for item in text.replace(" ", "").split(","):
        if "-" in item:
            a, b = item.split("-")
            seats |= set(range(int(a), int(b) + 1))
        elif item:
            seats.add(int(item))
    return sorted(seats)
#% wrong: exception - empty items
def seat_numbers(text):
    seats = set()
    for item in text.split(","):
        ends = [int(n) for n in item.split("-")]
        seats.update(range(min(ends), max(ends) + 1))
    return sorted(seats)
#% wrong: off by one - the last seat of a range is missing
def seat_numbers(text):
    seats = set()
    for item in text.replace(" ", "").split(","):
        if "-" in item:
            a, b = sorted(int(n) for n in item.split("-"))
            seats.update(range(a, b))
        elif item:
            seats.add(int(item))
    return sorted(seats)
#% wrong: misread - keeps the order of the text and repeats
def seat_numbers(text):
    seats = []
    for item in text.replace(" ", "").split(","):
        if item:
            ends = [int(n) for n in item.split("-")]
            seats.extend(range(min(ends), max(ends) + 1))
    return seats
#% wrong: corner - compares the ends as text
def seat_numbers(text):
    seats = set()
    for item in text.replace(" ", "").split(","):
        if item:
            ends = sorted(item.split("-"))
            seats.update(range(int(ends[0]), int(ends[-1]) + 1))
    return sorted(seats)
#% wrong: endless loop - cannot get past an empty item
def seat_numbers(text):
    text = text.replace(" ", "") + ","
    seats = set()
    start = 0
    while start < len(text):
        comma = text.index(",", start)
        if comma == start:
            continue
        ends = [int(n) for n in text[start:comma].split("-")]
        seats.update(range(min(ends), max(ends) + 1))
        start = comma + 1
    return sorted(seats)
#% wrong: wrong type - seats as text
def seat_numbers(text):
    seats = set()
    for item in text.replace(" ", "").split(","):
        if item:
            ends = [int(n) for n in item.split("-")]
            seats.update(range(min(ends), max(ends) + 1))
    return [str(seat) for seat in sorted(seats)]
