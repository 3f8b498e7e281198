#% task: dates, medium
#% prompt
from datetime import date


def tidy_date(text: str) -> str:
    """Old file cards carry dates such as '7.3.24': day, month and year, whole numbers separated by dots, perhaps with
    spaces around a number. Rewrite one as 'YYYY-MM-DD'.

    The year has four digits, or two: then 00 to 69 stand for 2000 to 2069, and 70 to 99 for 1970 to 1999.
    For a day that is not in the calendar, return the empty string.

    >>> tidy_date('7.3.24')
    '2024-03-07'
    >>> tidy_date('12. 11. 1987')
    '1987-11-12'
    >>> tidy_date('31.4.99')
    ''
    """
#% canonical
def tidy_date(text):
    day, month, year = [int(part) for part in text.split('.')]
    if year < 70:
        year += 2000
    elif year < 100:
        year += 1900
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ''
#% hidden
assert tidy_date('1.1.00') == '2000-01-01'
assert tidy_date('1.1.69') == '2069-01-01'
assert tidy_date('1.1.70') == '1970-01-01'
assert tidy_date('31.12.99') == '1999-12-31'
assert tidy_date('05.06.07') == '2007-06-05'
assert tidy_date('29.2.24') == '2024-02-29'
assert tidy_date('29.2.23') == ''
assert tidy_date('29.2.00') == '2000-02-29'
assert tidy_date('29.2.1900') == ''
assert tidy_date('30.2.2024') == ''
assert tidy_date('1.13.2020') == ''
assert tidy_date('0.5.2020') == ''
assert tidy_date('5.0.2020') == ''
assert tidy_date('32.1.2020') == ''
assert tidy_date(' 3 . 10 . 1850 ') == '1850-10-03'
assert tidy_date('28.02.2101') == '2101-02-28'
#% right: own calendar
def tidy_date(text):
    day, month, year = (part.strip() for part in text.split('.'))
    if len(year) == 2:
        year = ('20' if year < '70' else '19') + year
    day, month, year = int(day), int(month), int(year)
    leap = year % 4 == 0 and year % 100 != 0 or year % 400 == 0
    lengths = [0, 31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if not 1 <= month <= 12 or not 1 <= day <= lengths[month]:
        return ''
    return f'{year:04d}-{month:02d}-{day:02d}'
#% right: strptime after completing the year
def tidy_date(text):
    from datetime import datetime
    d, m, y = text.replace(' ', '').split('.')
    if len(y) == 2:
        y = str(int(y) + (2000 if int(y) <= 69 else 1900))
    try:
        return datetime.strptime(f'{d}.{m}.{y}', '%d.%m.%Y').strftime('%Y-%m-%d')
    except ValueError:
        return ''
#% wrong: off by one - 69 becomes 1969
def tidy_date(text):
    from datetime import datetime
    clean = text.replace(' ', '')
    for form in ('%d.%m.%Y', '%d.%m.%y'):
        try:
            return datetime.strptime(clean, form).date().isoformat()
        except ValueError:
            pass
    return ''
#% wrong: corner - no zeros in front
def tidy_date(text):
    day, month, year = [int(part) for part in text.split('.')]
    if year < 100:
        year += 2000 if year < 70 else 1900
    try:
        date(year, month, day)
    except ValueError:
        return ''
    return f'{year}-{month}-{day}'
#% wrong: corner - knows no leap years
def tidy_date(text):
    day, month, year = [int(part) for part in text.split('.')]
    if year < 100:
        year += 2000 if year < 70 else 1900
    lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if month < 1 or month > 12 or day < 1 or day > lengths[month - 1]:
        return ''
    return '%d-%02d-%02d' % (year, month, day)
#% wrong: exception - a day that is not in the calendar
def tidy_date(text):
    day, month, year = map(int, text.split('.'))
    if year < 100:
        year += 2000 if year < 70 else 1900
    return date(year, month, day).isoformat()
#% wrong: misread - month before day
def tidy_date(text):
    month, day, year = map(int, text.split('.'))
    if year < 100:
        year += 2000 if year < 70 else 1900
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ''
#% wrong: wrong type - returns a date
def tidy_date(text):
    day, month, year = map(int, text.split('.'))
    if year < 100:
        year += 2000 if year < 70 else 1900
    try:
        return date(year, month, day)
    except ValueError:
        return ''
#% wrong: invalid - try without except
def tidy_date(text):
    day, month, year = map(int, text.split('.'))
    if year < 100:
        year += 2000 if year < 70 else 1900
    try:
        return date(year, month, day).isoformat()
    return ''
