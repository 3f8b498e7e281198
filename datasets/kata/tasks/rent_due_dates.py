#% task: dates, hard
#% prompt
from datetime import date, timedelta
from typing import List


def month_length(year: int, month: int) -> int:
    """Number of days in a month."""
    following = date(year + month // 12, month % 12 + 1, 1)
    return (following - timedelta(days=1)).day


def rent_due_dates(start: str, count: int) -> List[str]:
    """List the first `count` days on which rent is due, as 'YYYY-MM-DD', for a contract that starts on `start`.

    Rent is due in the month of `start` and in each month after it, on the same day of the month as `start`;
    in a month too short for that, on its last day. Whenever this falls on a Saturday or a Sunday,
    the rent of that month is due on the Monday after it (even if that is in the next month).

    >>> rent_due_dates('2024-01-31', 3)
    ['2024-01-31', '2024-02-29', '2024-04-01']
    >>> rent_due_dates('2023-11-08', 3)
    ['2023-11-08', '2023-12-08', '2024-01-08']
    """
#% canonical
def rent_due_dates(start, count):
    first = date.fromisoformat(start)
    result = []
    for i in range(count):
        months = first.month - 1 + i
        year, month = first.year + months // 12, months % 12 + 1
        due = date(year, month, min(first.day, month_length(year, month)))
        while due.weekday() >= 5:
            due += timedelta(days=1)
        result.append(due.isoformat())
    return result
#% hidden
assert rent_due_dates('2024-05-15', 0) == []
assert rent_due_dates('2024-05-15', 1) == ['2024-05-15']
assert rent_due_dates('2024-06-01', 1) == ['2024-06-03']
assert rent_due_dates('2024-06-02', 1) == ['2024-06-03']
assert rent_due_dates('2024-06-01', 3) == ['2024-06-03', '2024-07-01', '2024-08-01']
assert rent_due_dates('2024-12-31', 3) == ['2024-12-31', '2025-01-31', '2025-02-28']
assert rent_due_dates('2023-01-30', 4) == ['2023-01-30', '2023-02-28', '2023-03-30', '2023-05-01']
assert rent_due_dates('2023-12-31', 1) == ['2024-01-01']
assert rent_due_dates('2023-12-31', 2) == ['2024-01-01', '2024-01-31']
assert rent_due_dates('2024-02-29', 3) == ['2024-02-29', '2024-03-29', '2024-04-29']
assert rent_due_dates('2024-11-10', 4) == ['2024-11-11', '2024-12-10', '2025-01-10', '2025-02-10']
assert rent_due_dates('2025-08-31', 4) == ['2025-09-01', '2025-09-30', '2025-10-31', '2025-12-01']
assert rent_due_dates('2022-03-20', 26)[-3:] == ['2024-02-20', '2024-03-20', '2024-04-22']
assert len(rent_due_dates('2020-10-05', 100)) == 100
#% right: steps from month to month
def rent_due_dates(start, count):
    year, month, day = map(int, start.split('-'))
    dues = []
    while len(dues) < count:
        due = date(year, month, min(day, month_length(year, month)))
        due += timedelta(days={5: 2, 6: 1}.get(due.weekday(), 0))
        dues.append(str(due))
        month += 1
        if month == 13:
            year, month = year + 1, 1
    return dues
#% right: tries the day and goes down
def rent_due_dates(start, count):
    year, month, day = map(int, start.split('-'))
    def due(index):
        y, m = divmod(year * 12 + month - 1 + index, 12)
        for d in range(day, 0, -1):
            try:
                found = date(y, m + 1, d)
                break
            except ValueError:
                continue
        return found + timedelta(days=max(0, 7 - found.weekday()) if found.isoweekday() > 5 else 0)
    return [due(i).strftime('%Y-%m-%d') for i in range(count)]
#% wrong: corner - a short month shortens all later ones
def rent_due_dates(start, count):
    year, month, day = map(int, start.split('-'))
    dues = []
    for _ in range(count):
        day = min(day, month_length(year, month))
        due = date(year, month, day)
        while due.weekday() >= 5:
            due += timedelta(days=1)
        dues.append(due.isoformat())
        month += 1
        if month == 13:
            year, month = year + 1, 1
    return dues
#% wrong: corner - goes on from the moved Monday
def rent_due_dates(start, count):
    due = date.fromisoformat(start)
    wanted = due.day
    dues = []
    for _ in range(count):
        while due.weekday() >= 5:
            due += timedelta(days=1)
        dues.append(due.isoformat())
        year, month = due.year + due.month // 12, due.month % 12 + 1
        due = date(year, month, min(wanted, month_length(year, month)))
    return dues
#% wrong: off by one - the Sunday stays
def rent_due_dates(start, count):
    first = date.fromisoformat(start)
    dues = []
    for i in range(count):
        year, month = first.year + (first.month - 1 + i) // 12, (first.month - 1 + i) % 12 + 1
        due = date(year, month, min(first.day, month_length(year, month)))
        if due.weekday() == 5:
            due += timedelta(days=1)
        dues.append(due.isoformat())
    return dues
#% wrong: exception - month 13
def rent_due_dates(start, count):
    year, month, day = map(int, start.split('-'))
    dues = []
    for i in range(count):
        due = date(year, month + i, min(day, month_length(year, month + i)))
        while due.weekday() >= 5:
            due += timedelta(days=1)
        dues.append(due.isoformat())
    return dues
#% wrong: misread - every thirty days
def rent_due_dates(start, count):
    dues = []
    for i in range(count):
        due = date.fromisoformat(start) + timedelta(days=30 * i)
        while due.weekday() >= 5:
            due += timedelta(days=1)
        dues.append(due.isoformat())
    return dues
#% wrong: misread - moves back to the Friday
def rent_due_dates(start, count):
    first = date.fromisoformat(start)
    dues = []
    for i in range(count):
        year, month = first.year + (first.month - 1 + i) // 12, (first.month - 1 + i) % 12 + 1
        due = date(year, month, min(first.day, month_length(year, month)))
        while due.weekday() >= 5:
            due -= timedelta(days=1)
        dues.append(due.isoformat())
    return dues
#% wrong: endless loop - date objects do not change in place
def rent_due_dates(start, count):
    year, month, day = map(int, start.split('-'))
    dues = []
    while len(dues) < count:
        due = date(year, month, min(day, month_length(year, month)))
        while due.weekday() >= 5:
            due + timedelta(days=1)
        dues.append(due.isoformat())
        month += 1
        if month > 12:
            year, month = year + 1, 1
    return dues
