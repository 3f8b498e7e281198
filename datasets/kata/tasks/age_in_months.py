#% task: dates, easy
#% prompt
def age_in_months(years: int, months: int) -> int:
    """A child is the given number of years and months old. Return the age in months only.
    A year has 12 months.

    >>> age_in_months(2, 3)
    27
    >>> age_in_months(0, 7)
    7
    """
#% canonical
def age_in_months(years, months):
    return years * 12 + months
#% hidden
assert age_in_months(0, 0) == 0
assert age_in_months(0, 1) == 1
assert age_in_months(0, 11) == 11
assert age_in_months(1, 0) == 12
assert age_in_months(1, 1) == 13
assert age_in_months(1, 11) == 23
assert age_in_months(2, 0) == 24
assert age_in_months(3, 6) == 42
assert age_in_months(5, 5) == 65
assert age_in_months(10, 0) == 120
assert age_in_months(17, 9) == 213
#% right: adds year by year
def age_in_months(years, months):
    for year in range(years):
        months += 12
    return months
#% right: named parts
def age_in_months(years, months):
    from_years = 12 * years
    return from_years + months
#% wrong: misread - adds without multiplying
def age_in_months(years, months):
    return years + months
#% wrong: misread - multiplies both
def age_in_months(years, months):
    return (years + months) * 12
#% wrong: wrong type - returns years
def age_in_months(years, months):
    return years + months / 12
#% wrong: off by one - ten months a year
def age_in_months(years, months):
    return years * 10 + months
#% wrong: corner - forgets the years of a full birthday
def age_in_months(years, months):
    return years * 12 + months if months else 0
