#% task: intervals, hard
#% prompt
from typing import List


def print_pages(order: str, last: int) -> List[int]:
    """Expand a print order for a document whose pages are numbered 1 to `last`.

    The order is made of parts separated by commas; spaces do not matter, and empty parts are skipped.
    A part is a page ('7') or a range ('2-5', both ends included). A range whose first number is larger than its
    second ('5-2') runs backwards. A range may lack its first number (then it is 1), its second (then it is `last`) or both.
    Pages that the document does not have are ignored, and each page is printed only where it first comes up.

    >>> print_pages('2-4, 9', 12)
    [2, 3, 4, 9]
    >>> print_pages('3-1,2-5', 8)
    [3, 2, 1, 4, 5]
    >>> print_pages('6-', 8)
    [6, 7, 8]
    """
#% canonical
def print_pages(order, last):
    pages = []
    for part in order.replace(' ', '').split(','):
        if not part:
            continue
        first, dash, second = part.partition('-')
        a = int(first or 1)
        b = int(second or last) if dash else a
        step = 1 if a <= b else -1
        for page in range(a, b + step, step):
            if 1 <= page <= last and page not in pages:
                pages.append(page)
    return pages
#% hidden
assert print_pages('', 5) == []
assert print_pages(' , ,', 5) == []
assert print_pages('4', 5) == [4]
assert print_pages('6', 5) == []
assert print_pages('0', 5) == []
assert print_pages('-3', 5) == [1, 2, 3]
assert print_pages('-', 4) == [1, 2, 3, 4]
assert print_pages('5-5', 5) == [5]
assert print_pages('4-9', 6) == [4, 5, 6]
assert print_pages('9-4', 6) == [6, 5, 4]
assert print_pages('2,1,2', 3) == [2, 1]
assert print_pages('3-,-3', 5) == [3, 4, 5, 1, 2]
assert print_pages(' 1 - 2 ,, 5 ', 9) == [1, 2, 5]
assert print_pages('10-12,9', 20) == [10, 11, 12, 9]
assert print_pages('2-3,7,3-1,6-8', 7) == [2, 3, 7, 1, 6]
assert print_pages('7,1-', 3) == [1, 2, 3]
#% right: a generator and dict keys
def print_pages(order, last):
    def expand():
        for part in order.split(','):
            part = part.strip()
            if not part:
                continue
            if '-' not in part:
                yield int(part)
                continue
            low, high = [text.strip() for text in part.split('-')]
            low = int(low) if low else 1
            high = int(high) if high else last
            if low > high:
                yield from reversed(range(high, low + 1))
            else:
                yield from range(low, high + 1)
    return list(dict.fromkeys(p for p in expand() if 0 < p <= last))
#% right: regular expression and a walk
def print_pages(order, last):
    import re
    pages, printed = [], set()
    for a, dash, b in re.findall(r'(\d*)(-?)(\d*)(?:,|$)', order.replace(' ', '')):
        if not (a or dash or b):
            continue
        page = int(a) if a else 1
        goal = (int(b) if b else last) if dash else page
        while True:
            if page in range(1, last + 1) and page not in printed:
                printed.add(page)
                pages.append(page)
            if page == goal:
                break
            page += 1 if page < goal else -1
    return pages
#% wrong: exception - empty parts
def print_pages(order, last):
    pages = []
    for part in order.replace(' ', '').split(','):
        if '-' in part:
            a, b = part.split('-')
            a, b = int(a or 1), int(b or last)
        else:
            a = b = int(part)
        step = 1 if a <= b else -1
        for page in range(a, b + step, step):
            if 1 <= page <= last and page not in pages:
                pages.append(page)
    return pages
#% wrong: corner - pages the document does not have
def print_pages(order, last):
    pages = []
    for part in order.replace(' ', '').split(','):
        if part:
            first, dash, second = part.partition('-')
            a = int(first or 1)
            b = int(second or last) if dash else a
            step = 1 if a <= b else -1
            for page in range(a, b + step, step):
                if page not in pages:
                    pages.append(page)
    return pages
#% wrong: corner - skips a range that reaches past the last page
def print_pages(order, last):
    pages = []
    for part in order.replace(' ', '').split(','):
        if not part:
            continue
        first, dash, second = part.partition('-')
        a = int(first or 1)
        b = int(second or last) if dash else a
        if not (1 <= a <= last and 1 <= b <= last):
            continue
        step = 1 if a <= b else -1
        for page in range(a, b + step, step):
            if page not in pages:
                pages.append(page)
    return pages
#% wrong: misread - sorts the pages
def print_pages(order, last):
    pages = set()
    for part in order.replace(' ', '').split(','):
        if part:
            first, dash, second = part.partition('-')
            a = int(first or 1)
            b = int(second or last) if dash else a
            pages.update(range(min(a, b), max(a, b) + 1))
    return sorted(p for p in pages if 1 <= p <= last)
#% wrong: off by one - backward ranges lose their end
def print_pages(order, last):
    pages = []
    for part in order.replace(' ', '').split(','):
        if part:
            first, dash, second = part.partition('-')
            a = int(first or 1)
            b = int(second or last) if dash else a
            numbers = range(a, b + 1) if a <= b else range(a, b, -1)
            pages += [p for p in numbers if 1 <= p <= last and p not in pages]
    return pages
#% wrong: wrong type - page numbers as text
def print_pages(order, last):
    pages = []
    for part in order.replace(' ', '').split(','):
        if part:
            first, dash, second = part.partition('-')
            a = int(first or 1)
            b = int(second or last) if dash else a
            step = 1 if a <= b else -1
            pages += [str(p) for p in range(a, b + step, step) if 1 <= p <= last and str(p) not in pages]
    return pages
#% wrong: endless loop - cuts the parts off by hand and sticks at an empty one
def print_pages(order, last):
    rest, pages = order.replace(' ', ''), []
    while rest:
        part, _, after = rest.partition(',')
        if not part:
            continue
        first, dash, second = part.partition('-')
        a = int(first or 1)
        b = int(second or last) if dash else a
        step = 1 if a <= b else -1
        for page in range(a, b + step, step):
            if 1 <= page <= last and page not in pages:
                pages.append(page)
        rest = after
    return pages
