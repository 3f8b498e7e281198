#% task: dates, easy
#% prompt
import datetime


def weekend_shifts(shifts):
    """Given a nurse's shifts as a list of (year, month, day) tuples, count the different days among them
    that are a Saturday or a Sunday. Two shifts on one day count once.

    >>> weekend_shifts([(2024, 6, 1), (2024, 6, 2), (2024, 6, 3)])
    2
    >>> weekend_shifts([(2024, 6, 5)])
    0
    """
#% canonical
def weekend_shifts(shifts):
    return sum(datetime.date(*day).weekday() >= 5 for day in set(shifts))
#% hidden
assert weekend_shifts([]) == 0
assert weekend_shifts([(2024, 6, 1)]) == 1
assert weekend_shifts([(2024, 6, 2)]) == 1
assert weekend_shifts([(2024, 5, 31)]) == 0
assert weekend_shifts([(2024, 6, 3)]) == 0
assert weekend_shifts([(2024, 6, 1), (2024, 6, 1)]) == 1
assert weekend_shifts([(2024, 6, 1), (2024, 6, 3), (2024, 6, 2), (2024, 6, 1), (2024, 6, 2)]) == 2
assert weekend_shifts([(2024, 2, 29)]) == 0
assert weekend_shifts([(2020, 2, 29), (2020, 3, 1)]) == 2
assert weekend_shifts([(2023, 12, 31), (2024, 1, 1)]) == 1
assert weekend_shifts([(2023, 7, d) for d in range(1, 32)]) == 10
assert weekend_shifts([(2023, 7, d) for d in range(3, 8)]) == 0
assert weekend_shifts([(2022, 1, 1), (2023, 1, 1), (2024, 1, 1), (2025, 1, 1)]) == 2
shifts = [(2024, 6, 9), (2024, 6, 8), (2024, 6, 8)]
assert weekend_shifts(shifts) == 2
assert shifts == [(2024, 6, 9), (2024, 6, 8), (2024, 6, 8)]
#% right: isoweekday and a set
def weekend_shifts(shifts):
    found = set()
    for year, month, day in shifts:
        if datetime.date(year, month, day).isoweekday() in (6, 7):
            found.add((year, month, day))
    return len(found)
#% right: day numbers modulo seven
def weekend_shifts(shifts):
    numbers = {datetime.date(y, m, d).toordinal() % 7 * 10 ** 8 + y * 10000 + m * 100 + d for y, m, d in shifts}
    return len([n for n in numbers if n // 10 ** 8 in (0, 6)])
#% wrong: corner - counts every shift
def weekend_shifts(shifts):
    return sum(1 for y, m, d in shifts if datetime.date(y, m, d).weekday() in (5, 6))
#% wrong: off by one - takes isoweekday for weekday
def weekend_shifts(shifts):
    return sum(datetime.date(*day).isoweekday() >= 5 for day in set(shifts))
#% wrong: misread - Saturday only
def weekend_shifts(shifts):
    return len({day for day in shifts if datetime.date(*day).weekday() == 5})
#% wrong: wrong type - returns the days
def weekend_shifts(shifts):
    return sorted(day for day in set(shifts) if datetime.date(*day).weekday() > 4)
#% wrong: exception - gives the tuple to date
def weekend_shifts(shifts):
    return len({day for day in shifts if datetime.date(day).weekday() > 4})
#% wrong: mutated argument - pops the shifts
def weekend_shifts(shifts):
    count = 0
    while shifts:
        day = shifts.pop()
        if day not in shifts and datetime.date(*day).weekday() > 4:
            count += 1
    return count
