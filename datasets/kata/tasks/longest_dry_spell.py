#% task: lists, easy
#% prompt
def longest_dry_spell(rain: list) -> int:
    """`rain` holds one entry a day: the rainfall in millimetres, or None if the gauge was broken.
    A day is dry if less than 1 mm was measured. A day without a measurement is not dry.
    Return the length of the longest run of consecutive dry days (0 if there is none).
    The list is not changed.

    >>> longest_dry_spell([0.0, 0.5, 3.2, 0.0])
    2
    >>> longest_dry_spell([4, 0, 7, 0, 0.2, 0.9])
    3
    """
#% canonical
def longest_dry_spell(rain):
    best = run = 0
    for amount in rain:
        if amount is not None and amount < 1:
            run += 1
            best = max(best, run)
        else:
            run = 0
    return best
#% hidden
assert longest_dry_spell([]) == 0
assert longest_dry_spell([0]) == 1
assert longest_dry_spell([1]) == 0
assert longest_dry_spell([1.0, 0.99]) == 1
assert longest_dry_spell([0, 0, 1, 0]) == 2
assert longest_dry_spell([0, 1, 0, 0, 0]) == 3
assert longest_dry_spell([None]) == 0
assert longest_dry_spell([0, None, 0]) == 1
assert longest_dry_spell([None, 0.3, 0.4, None, None, 0]) == 2
assert longest_dry_spell([5, 6.5, 12]) == 0
assert longest_dry_spell([0.1] * 30) == 30
assert longest_dry_spell([0, 0, 2, 0, 0, 0, 2, 0, 0]) == 3
assert longest_dry_spell([2, None, 0.8, 1.1]) == 1
rain = [0, 4, 0.5]
assert longest_dry_spell(rain) == 1
assert rain == [0, 4, 0.5]
#% right: splits a text
def longest_dry_spell(rain):
    text = ''.join('d' if a is not None and a < 1 else ' ' for a in rain)
    return max((len(part) for part in text.split()), default=0)
#% right: groups neighbours
def longest_dry_spell(rain):
    from itertools import groupby
    runs = [0]
    for dry, days in groupby(rain, key=lambda a: a is not None and a < 1):
        if dry:
            runs.append(len(list(days)))
    return max(runs)
#% wrong: exception - compares None
def longest_dry_spell(rain):
    best = run = 0
    for amount in rain:
        run = run + 1 if amount < 1 else 0
        best = max(best, run)
    return best
#% wrong: corner - the run that lasts to the end is lost
def longest_dry_spell(rain):
    best = run = 0
    for amount in rain:
        if amount is not None and amount < 1:
            run += 1
        else:
            best = max(best, run)
            run = 0
    return best
#% wrong: corner - a broken gauge counts as no rain
def longest_dry_spell(rain):
    best = run = 0
    for amount in rain:
        if (amount or 0) < 1:
            run += 1
        else:
            run = 0
        best = max(best, run)
    return best
#% wrong: misread - counts all dry days
def longest_dry_spell(rain):
    return len([a for a in rain if a is not None and a < 1])
#% wrong: corner - broken days are left out instead of ending the run
def longest_dry_spell(rain):
    best = run = 0
    for amount in [a for a in rain if a is not None]:
        run = run + 1 if amount < 1 else 0
        best = max(best, run)
    return best
#% wrong: off by one - exactly one millimetre is dry
def longest_dry_spell(rain):
    best = run = 0
    for amount in rain:
        if amount is not None and amount <= 1:
            run += 1
            best = max(best, run)
        else:
            run = 0
    return best
