#% task: lists, hard
#% prompt
def unpack_crates(crate: list) -> list:
    """A packing list contains names of goods (strings), counts (integers, 0 or more) and inner
    crates, which are packing lists themselves, nested to any depth. A count belongs to the
    entry that comes right after it, a name or an inner crate, and tells how many of these
    there are; an entry without a count is there once. No count is followed by another
    count or stands at the end of a list.
    Return the flat list of all goods, in order, as they come out of the crates.
    The packing list must not be changed.

    >>> unpack_crates(['lamp', 2, 'bulb', 'cord'])
    ['lamp', 'bulb', 'bulb', 'cord']
    >>> unpack_crates([2, ['nut', 'bolt'], ['pin']])
    ['nut', 'bolt', 'nut', 'bolt', 'pin']
    """
#% canonical
def unpack_crates(crate):
    goods = []
    count = 1
    for entry in crate:
        if isinstance(entry, int):
            count = entry
            continue
        if isinstance(entry, str):
            goods += [entry] * count
        else:
            goods += unpack_crates(entry) * count
        count = 1
    return goods
#% hidden
assert unpack_crates([]) == []
assert unpack_crates(['a']) == ['a']
assert unpack_crates([3, 'cup']) == ['cup', 'cup', 'cup']
assert unpack_crates([0, 'cup']) == []
assert unpack_crates([0, 'cup', 'jug']) == ['jug']
assert unpack_crates([1, 'cup', 2, 'jug', 'jar']) == ['cup', 'jug', 'jug', 'jar']
assert unpack_crates([[], [[]], 'x']) == ['x']
assert unpack_crates([5, []]) == []
assert unpack_crates([[['deep']]]) == ['deep']
assert unpack_crates([2, [2, ['q']]]) == ['q', 'q', 'q', 'q']
assert unpack_crates([2, ['a', 3, ['b'], 'c'], 'd']) == ['a', 'b', 'b', 'b', 'c', 'a', 'b', 'b', 'b', 'c', 'd']
assert unpack_crates([2, 'a', ['b', 0, ['c', 'd'], 2, 'e'], 'f']) == ['a', 'a', 'b', 'e', 'e', 'f']
assert unpack_crates([12, '2', '3']) == ['2'] * 12 + ['3']
crate = ['a', 2, ['b', 2, 'c']]
assert unpack_crates(crate) == ['a', 'b', 'c', 'c', 'b', 'c', 'c']
assert crate == ['a', 2, ['b', 2, 'c']]
#% right: by position
def unpack_crates(crate):
    if isinstance(crate, str):
        return [crate]
    goods, i = [], 0
    while i < len(crate):
        times = 1
        if isinstance(crate[i], int):
            times = crate[i]
            i += 1
        for _ in range(times):
            goods.extend(unpack_crates(crate[i]))
        i += 1
    return goods
#% right: a pile of things to unpack
def unpack_crates(crate):
    pile = list(reversed(crate))
    goods = []
    while pile:
        top = pile.pop()
        if isinstance(top, int):
            pile.extend([pile.pop()] * top)
        elif isinstance(top, list):
            pile.extend(reversed(top))
        else:
            goods.append(top)
    return goods
#% wrong: corner - the count stays in force
def unpack_crates(crate):
    goods, count = [], 1
    for entry in crate:
        if isinstance(entry, int):
            count = entry
        elif isinstance(entry, list):
            goods += unpack_crates(entry) * count
            count = 1
        else:
            goods += [entry] * count
    return goods
#% wrong: corner - a count of zero is taken for none
def unpack_crates(crate):
    goods, count = [], None
    for entry in crate:
        if isinstance(entry, int):
            count = entry
            continue
        inner = [entry] if isinstance(entry, str) else unpack_crates(entry)
        goods += inner * (count or 1)
        count = None
    return goods
#% wrong: corner - unpacks one level only
def unpack_crates(crate):
    goods, count = [], 1
    for entry in crate:
        if isinstance(entry, int):
            count = entry
        else:
            goods += (entry if isinstance(entry, list) else [entry]) * count
            count = 1
    return goods
#% wrong: misread - repeats each good of an inner crate on the spot
def unpack_crates(crate):
    def walk(entries, factor):
        goods, count = [], 1
        for entry in entries:
            if isinstance(entry, int):
                count = entry
                continue
            if isinstance(entry, list):
                goods += walk(entry, factor * count)
            else:
                goods += [entry] * (factor * count)
            count = 1
        return goods
    return walk(crate, 1)
#% wrong: mutated argument - empties the crates
def unpack_crates(crate):
    goods = []
    while crate:
        entry = crate.pop(0)
        count = 1
        if isinstance(entry, int):
            count, entry = entry, crate.pop(0)
        goods += ([entry] if isinstance(entry, str) else unpack_crates(entry)) * count
    return goods
#% wrong: wrong type - names fall apart into letters
def unpack_crates(crate):
    goods, count = [], 1
    for entry in crate:
        if isinstance(entry, int):
            count = entry
        elif isinstance(entry, str):
            goods += entry * count
            count = 1
        else:
            goods += unpack_crates(entry) * count
            count = 1
    return goods
#% wrong: endless loop - never gets past an empty crate
def unpack_crates(crate):
    goods, i, count = [], 0, 1
    while i < len(crate):
        entry = crate[i]
        if isinstance(entry, int):
            count = entry
            i += 1
            continue
        inner = unpack_crates(entry) if isinstance(entry, list) else [entry]
        if inner:
            goods += inner * count
            count = 1
            i += 1
    return goods
