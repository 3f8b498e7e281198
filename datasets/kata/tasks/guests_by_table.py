#% task: dictionaries, easy
#% prompt
from typing import Dict, List


def guests_by_table(seating: Dict[str, int]) -> Dict[int, List[str]]:
    """seating maps a wedding guest's name to the number of the guest's table.
    Turn it around: map each table number to the alphabetically sorted list of its guests.
    Number 0 means that a guest has not got a table yet; such guests are left out.

    >>> guests_by_table({'Uma': 1, 'Ben': 1})
    {1: ['Ben', 'Uma']}
    >>> guests_by_table({'Ada': 4, 'Lev': 0})
    {4: ['Ada']}
    """
#% canonical
def guests_by_table(seating):
    tables = {}
    for guest in sorted(seating):
        table = seating[guest]
        if table != 0:
            tables.setdefault(table, []).append(guest)
    return tables
#% hidden
assert guests_by_table({}) == {}
assert guests_by_table({'Lev': 0}) == {}
assert guests_by_table({'Lev': 0, 'Ada': 0}) == {}
assert guests_by_table({'Lev': 1}) == {1: ['Lev']}
assert guests_by_table({'Lev': 2, 'Ada': 1}) == {1: ['Ada'], 2: ['Lev']}
assert guests_by_table({'Ada': 3, 'Cy': 3, 'Bo': 3}) == {3: ['Ada', 'Bo', 'Cy']}
assert guests_by_table({'Cy': 3, 'Bo': 3, 'Ada': 3, 'Di': 3}) == {3: ['Ada', 'Bo', 'Cy', 'Di']}
assert guests_by_table({'Cy': 3, 'Bo': 0, 'Ada': 3, 'Di': 12}) == {3: ['Ada', 'Cy'], 12: ['Di']}
assert guests_by_table({'Zoe': 1, 'Yan': 2, 'Xia': 1, 'Wim': 2}) == {1: ['Xia', 'Zoe'], 2: ['Wim', 'Yan']}
assert guests_by_table({'Ann': 7, 'Anna': 7, 'An': 7}) == {7: ['An', 'Ann', 'Anna']}
assert guests_by_table({'Gus': 100, 'Eve': 0, 'Fay': 10}) == {10: ['Fay'], 100: ['Gus']}
seating = {'Kim': 2, 'Jo': 2, 'Ida': 0}
assert guests_by_table(seating) == {2: ['Jo', 'Kim']}
assert seating == {'Kim': 2, 'Jo': 2, 'Ida': 0}
#% right: defaultdict, sorted at the end
def guests_by_table(seating):
    from collections import defaultdict
    tables = defaultdict(list)
    for guest, table in seating.items():
        if table:
            tables[table].append(guest)
    return {table: sorted(guests) for table, guests in tables.items()}
#% right: one scan a table
def guests_by_table(seating):
    numbers = set(seating.values()) - {0}
    return {n: sorted(g for g in seating if seating[g] == n) for n in numbers}
#% wrong: corner - reverses instead of sorting
def guests_by_table(seating):
    tables = {}
    for guest, table in seating.items():
        if table:
            tables.setdefault(table, []).insert(0, guest)
    return tables
#% wrong: corner - keeps table 0
def guests_by_table(seating):
    tables = {}
    for guest in sorted(seating):
        tables.setdefault(seating[guest], []).append(guest)
    return tables
#% wrong: exception - appends to a list that is not there
def guests_by_table(seating):
    tables = {}
    for guest in sorted(seating):
        if seating[guest] != 0:
            tables[seating[guest]].append(guest)
    return tables
#% wrong: wrong type - sets of guests
def guests_by_table(seating):
    tables = {}
    for guest, table in seating.items():
        if table:
            tables.setdefault(table, set()).add(guest)
    return tables
#% wrong: mutated argument - deletes the guests without a table
def guests_by_table(seating):
    for guest in list(seating):
        if seating[guest] == 0:
            del seating[guest]
    tables = {}
    for guest in sorted(seating):
        tables.setdefault(seating[guest], []).append(guest)
    return tables
#% wrong: misread - only the last guest of a table
def guests_by_table(seating):
    return {table: [guest] for guest, table in seating.items() if table}
