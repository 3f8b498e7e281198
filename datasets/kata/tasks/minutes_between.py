#% task: dates, easy
#% prompt
def minutes_between(start_hour: int, start_minute: int, end_hour: int, end_minute: int) -> int:
    """Return the number of minutes from the start time to the end time.
    Both times are on the same day, and the end is not before the start.

    >>> minutes_between(8, 0, 9, 30)
    90
    >>> minutes_between(10, 50, 11, 5)
    15
    """
#% canonical
def minutes_between(start_hour, start_minute, end_hour, end_minute):
    return (end_hour * 60 + end_minute) - (start_hour * 60 + start_minute)
#% hidden
assert minutes_between(0, 0, 0, 0) == 0
assert minutes_between(12, 15, 12, 15) == 0
assert minutes_between(12, 15, 12, 45) == 30
assert minutes_between(12, 0, 13, 0) == 60
assert minutes_between(12, 30, 13, 0) == 30
assert minutes_between(12, 30, 14, 10) == 100
assert minutes_between(7, 59, 8, 0) == 1
assert minutes_between(7, 20, 8, 25) == 65
assert minutes_between(0, 0, 23, 59) == 1439
assert minutes_between(6, 40, 22, 20) == 940
assert minutes_between(9, 5, 17, 0) == 475
#% right: difference of hours and minutes
def minutes_between(start_hour, start_minute, end_hour, end_minute):
    return (end_hour - start_hour) * 60 + end_minute - start_minute
#% right: named totals
def minutes_between(start_hour, start_minute, end_hour, end_minute):
    start = start_hour * 60 + start_minute
    end = end_hour * 60 + end_minute
    return end - start
#% wrong: misread - looks at the minutes only
def minutes_between(start_hour, start_minute, end_hour, end_minute):
    return end_minute - start_minute
#% wrong: corner - minutes never negative
def minutes_between(start_hour, start_minute, end_hour, end_minute):
    return (end_hour - start_hour) * 60 + abs(end_minute - start_minute)
#% wrong: misread - clock of twelve hours
def minutes_between(start_hour, start_minute, end_hour, end_minute):
    start = start_hour * 60 + start_minute
    end = end_hour * 60 + end_minute
    return (end - start) % 720
#% wrong: wrong type - returns hours
def minutes_between(start_hour, start_minute, end_hour, end_minute):
    return (end_hour - start_hour) + (end_minute - start_minute) / 60
#% wrong: off by one - counts the start minute too
def minutes_between(start_hour, start_minute, end_hour, end_minute):
    return (end_hour * 60 + end_minute) - (start_hour * 60 + start_minute) + 1
