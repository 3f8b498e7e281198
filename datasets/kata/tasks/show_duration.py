#% task: dates, easy
#% prompt
def show_duration(minutes: int) -> str:
    """Return the given minutes as text with full hours and the remaining minutes.

    >>> show_duration(125)
    '2 h 5 min'
    >>> show_duration(40)
    '0 h 40 min'
    """
#% canonical
def show_duration(minutes):
    return f"{minutes // 60} h {minutes % 60} min"
#% hidden
assert show_duration(0) == "0 h 0 min"
assert show_duration(1) == "0 h 1 min"
assert show_duration(59) == "0 h 59 min"
assert show_duration(60) == "1 h 0 min"
assert show_duration(61) == "1 h 1 min"
assert show_duration(90) == "1 h 30 min"
assert show_duration(119) == "1 h 59 min"
assert show_duration(120) == "2 h 0 min"
assert show_duration(600) == "10 h 0 min"
assert show_duration(1439) == "23 h 59 min"
assert show_duration(6001) == "100 h 1 min"
#% right: divmod
def show_duration(minutes):
    hours, rest = divmod(minutes, 60)
    return str(hours) + " h " + str(rest) + " min"
#% right: format
def show_duration(minutes):
    hours = minutes // 60
    return "{} h {} min".format(hours, minutes - hours * 60)
#% wrong: off by one - leaves sixty minutes over
def show_duration(minutes):
    hours = 0
    while minutes > 60:
        minutes -= 60
        hours += 1
    return f"{hours} h {minutes} min"
#% wrong: misread - hours of one day
def show_duration(minutes):
    return f"{minutes // 60 % 24} h {minutes % 60} min"
#% wrong: wrong type - returns a tuple
def show_duration(minutes):
    return minutes // 60, minutes % 60
#% wrong: misread - all minutes after the hours
def show_duration(minutes):
    return f"{minutes // 60} h {minutes} min"
#% wrong: wrong type - hours with a decimal point
def show_duration(minutes):
    return f"{minutes / 60} h {minutes % 60} min"
