#% task: dates, easy
#% prompt
def weeks_and_days(days: int) -> tuple:
    """Return a tuple with the number of full weeks in the given days and the number of days left over.

    >>> weeks_and_days(10)
    (1, 3)
    >>> weeks_and_days(5)
    (0, 5)
    """
#% canonical
def weeks_and_days(days):
    return days // 7, days % 7
#% hidden
assert weeks_and_days(0) == (0, 0)
assert weeks_and_days(1) == (0, 1)
assert weeks_and_days(6) == (0, 6)
assert weeks_and_days(7) == (1, 0)
assert weeks_and_days(8) == (1, 1)
assert weeks_and_days(13) == (1, 6)
assert weeks_and_days(14) == (2, 0)
assert weeks_and_days(30) == (4, 2)
assert weeks_and_days(100) == (14, 2)
assert weeks_and_days(365) == (52, 1)
assert weeks_and_days(700) == (100, 0)
#% right: divmod
def weeks_and_days(days):
    return divmod(days, 7)
#% right: takes off weeks
def weeks_and_days(days):
    weeks = 0
    while days >= 7:
        days -= 7
        weeks += 1
    return weeks, days
#% wrong: off by one - leaves seven days over
def weeks_and_days(days):
    weeks = 0
    while days > 7:
        days -= 7
        weeks += 1
    return weeks, days
#% wrong: misread - days first
def weeks_and_days(days):
    return days % 7, days // 7
#% wrong: wrong type - returns a list
def weeks_and_days(days):
    return [days // 7, days % 7]
#% wrong: misread - rounds the weeks
def weeks_and_days(days):
    return round(days / 7), days % 7
#% wrong: endless loop - never lowers the days
def weeks_and_days(days):
    weeks = 0
    while days >= 7:
        weeks += 1
    return weeks, days
