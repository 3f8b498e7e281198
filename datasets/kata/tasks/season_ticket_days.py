#% task: dates, easy
#% prompt
from datetime import date


def season_ticket_days(first: str, last: str) -> int:
    """A season ticket is valid from its first day to its last day, both included.
    The two days are given as 'YYYY-MM-DD'. On how many days is it valid?
    When the last day lies before the first one, the ticket is valid on 0 days.

    >>> season_ticket_days('2023-05-01', '2023-05-03')
    3
    >>> season_ticket_days('2023-05-30', '2023-06-02')
    4
    """
#% canonical
def season_ticket_days(first, last):
    days = (date.fromisoformat(last) - date.fromisoformat(first)).days + 1
    return max(days, 0)
#% hidden
assert season_ticket_days('2023-05-01', '2023-05-01') == 1
assert season_ticket_days('2023-05-02', '2023-05-01') == 0
assert season_ticket_days('2023-05-09', '2023-05-01') == 0
assert season_ticket_days('2024-01-01', '2023-12-31') == 0
assert season_ticket_days('2023-12-31', '2024-01-01') == 2
assert season_ticket_days('2023-01-01', '2023-12-31') == 365
assert season_ticket_days('2024-01-01', '2024-12-31') == 366
assert season_ticket_days('2024-02-28', '2024-03-01') == 3
assert season_ticket_days('2023-02-28', '2023-03-01') == 2
assert season_ticket_days('1900-02-01', '1900-03-01') == 29
assert season_ticket_days('2000-02-01', '2000-03-01') == 30
assert season_ticket_days('2023-01-31', '2023-03-31') == 60
assert season_ticket_days('2001-01-01', '2020-12-31') == 7305
#% right: ordinals and strptime
def season_ticket_days(first, last):
    from datetime import datetime
    a = datetime.strptime(first, '%Y-%m-%d').toordinal()
    b = datetime.strptime(last, '%Y-%m-%d').toordinal()
    return len(range(a, b + 1))
#% right: day numbers by arithmetic
def season_ticket_days(first, last):
    def number(text):
        y, m, d = map(int, text.split('-'))
        lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if y % 4 == 0 and (y % 100 != 0 or y % 400 == 0):
            lengths[1] = 29
        p = y - 1
        return p * 365 + p // 4 - p // 100 + p // 400 + sum(lengths[:m - 1]) + d
    n = number(last) - number(first) + 1
    return n if n > 0 else 0
#% wrong: off by one - leaves the last day out
def season_ticket_days(first, last):
    return max((date.fromisoformat(last) - date.fromisoformat(first)).days, 0)
#% wrong: corner - negative for reversed days
def season_ticket_days(first, last):
    return (date.fromisoformat(last) - date.fromisoformat(first)).days + 1
#% wrong: misread - swaps reversed days
def season_ticket_days(first, last):
    return abs((date.fromisoformat(last) - date.fromisoformat(first)).days) + 1
#% wrong: wrong type - returns a timedelta
def season_ticket_days(first, last):
    from datetime import timedelta
    span = date.fromisoformat(last) - date.fromisoformat(first) + timedelta(days=1)
    return max(span, timedelta(0))
#% wrong: exception - subtracts strings
def season_ticket_days(first, last):
    return max((last - first).days + 1, 0)
#% wrong: endless loop - walks forward and misses an earlier last day
def season_ticket_days(first, last):
    day, end, count = date.fromisoformat(first).toordinal(), date.fromisoformat(last).toordinal(), 1
    while day != end:
        day += 1
        count += 1
    return count
