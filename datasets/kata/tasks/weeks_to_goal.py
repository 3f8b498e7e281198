#% task: simulation, easy
#% prompt
def weeks_to_goal(goal: int, weekly: int, bonus: int) -> int:
    """Mia saves for a bicycle that costs `goal` coins. At the end of each week she puts `weekly` coins
    into her empty piggy bank; at the end of every fourth week (the 4th, 8th, 12th ...) her aunt adds
    `bonus` coins. After how many weeks does Mia have at least `goal` coins?
    Return 0 if she needs none, and -1 if she will never get there.
    `weekly` and `bonus` are never negative.

    >>> weeks_to_goal(10, 3, 100)
    4
    >>> weeks_to_goal(26, 2, 5)
    8
    >>> weeks_to_goal(3, 0, 2)
    8
    """
#% canonical
def weeks_to_goal(goal, weekly, bonus):
    if goal <= 0:
        return 0
    if weekly == 0 and bonus == 0:
        return -1
    weeks = saved = 0
    while saved < goal:
        weeks += 1
        saved += weekly
        if weeks % 4 == 0:
            saved += bonus
    return weeks
#% hidden
assert weeks_to_goal(0, 5, 5) == 0
assert weeks_to_goal(0, 0, 0) == 0
assert weeks_to_goal(-3, 0, 0) == 0
assert weeks_to_goal(1, 1, 0) == 1
assert weeks_to_goal(9, 3, 0) == 3
assert weeks_to_goal(10, 3, 0) == 4
assert weeks_to_goal(12, 3, 50) == 4
assert weeks_to_goal(13, 3, 1) == 4
assert weeks_to_goal(14, 3, 1) == 5
assert weeks_to_goal(1, 0, 1) == 4
assert weeks_to_goal(7, 0, 3) == 12
assert weeks_to_goal(30, 4, 6) == 6
assert weeks_to_goal(1000, 1, 1) == 800
assert weeks_to_goal(5, 0, 0) == -1
#% right: counts whole months first
def weeks_to_goal(goal, weekly, bonus):
    if goal <= 0:
        return 0
    month = 4 * weekly + bonus
    if month == 0:
        return -1
    months = (goal - 1) // month
    rest = goal - months * month
    for week in (1, 2, 3):
        if week * weekly >= rest:
            return 4 * months + week
    return 4 * months + 4
#% right: formula for the savings of a week
def weeks_to_goal(goal, weekly, bonus):
    from itertools import count
    if goal > 0 and not (weekly or bonus):
        return -1
    return next(w for w in count() if w * weekly + w // 4 * bonus >= goal)
#% wrong: endless loop - no income at all
def weeks_to_goal(goal, weekly, bonus):
    weeks = saved = 0
    while saved < goal:
        weeks += 1
        saved += weekly
        if weeks % 4 == 0:
            saved += bonus
    return weeks
#% wrong: corner - gives up without weekly coins
def weeks_to_goal(goal, weekly, bonus):
    if goal <= 0:
        return 0
    if weekly == 0:
        return -1
    weeks = saved = 0
    while saved < goal:
        weeks += 1
        saved += weekly + (bonus if weeks % 4 == 0 else 0)
    return weeks
#% wrong: off by one - needs more than the goal
def weeks_to_goal(goal, weekly, bonus):
    if goal <= 0:
        return 0
    if weekly + bonus == 0:
        return -1
    week, saved = 0, 0
    while saved <= goal:
        week += 1
        saved += weekly
        if week % 4 == 0:
            saved += bonus
    return week
#% wrong: off by one - the first bonus comes in week 1
def weeks_to_goal(goal, weekly, bonus):
    if goal <= 0:
        return 0
    if weekly + bonus == 0:
        return -1
    week, saved = 0, 0
    while saved < goal:
        saved += weekly
        if week % 4 == 0:
            saved += bonus
        week += 1
    return week
#% wrong: corner - checks the income before the goal
def weeks_to_goal(goal, weekly, bonus):
    if weekly == 0 and bonus == 0:
        return -1
    weeks = saved = 0
    while saved < goal:
        weeks += 1
        saved += weekly
        if weeks % 4 == 0:
            saved += bonus
    return weeks
#% wrong: exception - divides by the weekly coins
def weeks_to_goal(goal, weekly, bonus):
    if goal <= 0:
        return 0
    weeks = max(1, goal // (4 * weekly + bonus) * 4)
    while (weeks - 1) * weekly + (weeks - 1) // 4 * bonus >= goal:
        weeks -= 1
    while weeks * weekly + weeks // 4 * bonus < goal:
        weeks += 1
    return weeks
