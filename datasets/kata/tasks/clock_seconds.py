#% task: numbers, easy
#% prompt
def clock_seconds(hours: int, minutes: int) -> int:
    """Return how many seconds there are in the given hours and minutes together.

    >>> clock_seconds(1, 0)
    3600
    >>> clock_seconds(1, 2)
    3720
    """
#% canonical
def clock_seconds(hours, minutes):
    return hours * 3600 + minutes * 60
#% hidden
assert clock_seconds(0, 0) == 0
assert clock_seconds(0, 1) == 60
assert clock_seconds(2, 0) == 7200
assert clock_seconds(2, 30) == 9000
assert clock_seconds(0, 59) == 3540
assert clock_seconds(24, 0) == 86400
assert clock_seconds(10, 10) == 36600
assert clock_seconds(0, 90) == 5400
assert clock_seconds(100, 1) == 360060
assert clock_seconds(3, 5) == 11100
assert clock_seconds(1, 1) == 3660
#% right: minutes first
def clock_seconds(hours, minutes):
    return (hours * 60 + minutes) * 60
#% right: adds both parts
def clock_seconds(hours, minutes):
    seconds = minutes * 60
    seconds += hours * 60 * 60
    return seconds
#% wrong: misread - returns minutes
def clock_seconds(hours, minutes):
    return hours * 60 + minutes
#% wrong: misread - minutes taken as seconds
def clock_seconds(hours, minutes):
    return hours * 3600 + minutes
#% wrong: corner - minutes from 60 on are cut
def clock_seconds(hours, minutes):
    return hours * 3600 + minutes % 60 * 60
#% wrong: corner - starts again after a day
def clock_seconds(hours, minutes):
    return hours % 24 * 3600 + minutes * 60
#% wrong: wrong type - returns text
def clock_seconds(hours, minutes):
    return f"{hours * 3600 + minutes * 60} seconds"
