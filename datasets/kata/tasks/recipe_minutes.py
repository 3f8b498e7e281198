#% task: parsing, easy
#% prompt
def recipe_minutes(steps: str) -> int:
    """Add up the times in a recipe. The times are separated by single spaces, and each is a whole number
    followed by 'h' for hours or 'm' for minutes. Return the total in minutes (0 for an empty text).

    >>> recipe_minutes("1h 20m")
    80
    >>> recipe_minutes("45m")
    45
    """
#% canonical
def recipe_minutes(steps):
    total = 0
    for part in steps.split():
        number = int(part[:-1])
        total += number * 60 if part[-1] == "h" else number
    return total
#% hidden
assert recipe_minutes("") == 0
assert recipe_minutes("0m") == 0
assert recipe_minutes("2h") == 120
assert recipe_minutes("5m 5m 5m") == 15
assert recipe_minutes("10m 1h") == 70
assert recipe_minutes("1h 1h 1h") == 180
assert recipe_minutes("12h 90m") == 810
assert recipe_minutes("100m") == 100
assert recipe_minutes("3m 2h 7m") == 130
assert recipe_minutes("0h 59m") == 59
assert recipe_minutes("24h 24h 1m") == 2881
assert recipe_minutes("007m") == 7
#% right: collects the digits
def recipe_minutes(steps):
    total, number = 0, 0
    for c in steps:
        if c.isdigit():
            number = number * 10 + int(c)
        elif c in "hm":
            total += number * {"h": 60, "m": 1}[c]
            number = 0
    return total
#% right: regular expression
def recipe_minutes(steps):
    import re
    hours = sum(map(int, re.findall(r"(\d+)h", steps)))
    minutes = sum(map(int, re.findall(r"(\d+)m", steps)))
    return hours * 60 + minutes
#% wrong: exception - empty text
def recipe_minutes(steps):
    total = 0
    for part in steps.split(" "):
        if part[-1] == "h":
            total += 60 * int(part[:-1])
        else:
            total += int(part[:-1])
    return total
#% wrong: corner - only one time of each kind
def recipe_minutes(steps):
    import re
    hours = re.search(r"(\d+)h", steps)
    minutes = re.search(r"(\d+)m", steps)
    total = 0
    if hours:
        total += 60 * int(hours.group(1))
    if minutes:
        total += int(minutes.group(1))
    return total
#% wrong: corner - reads only the last digit of hours
def recipe_minutes(steps):
    total = 0
    for i, c in enumerate(steps):
        if c == "h":
            total += 60 * int(steps[i - 1])
        elif c == "m":
            total += int(steps[max(0, i - 2):i])
    return total
#% wrong: misread - hundred minutes an hour
def recipe_minutes(steps):
    total = 0
    for part in steps.split():
        total += int(part[:-1]) * (100 if part.endswith("h") else 1)
    return total
#% wrong: wrong type - returns a text
def recipe_minutes(steps):
    total = 0
    for part in steps.split():
        total += int(part[:-1]) * (60 if part.endswith("h") else 1)
    return str(total) + "m"
