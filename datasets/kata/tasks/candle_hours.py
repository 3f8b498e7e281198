#% task: numbers, medium
#% prompt
def candle_hours(candles: int, stubs_needed: int, wicks: int) -> int:
    """You burn candles one after another. A candle gives one hour of light and leaves one stub.
    From stubs_needed stubs (at least 1) and one spare wick you can cast a new candle, which
    burns for an hour and leaves a stub like any other. There are `wicks` spare wicks,
    and no stubs at the start.
    How many hours of light can you get altogether?

    >>> candle_hours(5, 2, 3)
    8
    >>> candle_hours(4, 4, 1)
    5
    >>> candle_hours(7, 3, 20)
    10
    """
#% canonical
def candle_hours(candles, stubs_needed, wicks):
    hours = stubs = candles
    while stubs >= stubs_needed and wicks > 0:
        stubs += 1 - stubs_needed
        wicks -= 1
        hours += 1
    return hours
#% hidden
assert candle_hours(0, 2, 5) == 0
assert candle_hours(0, 1, 5) == 0
assert candle_hours(0, 3, 0) == 0
assert candle_hours(6, 2, 0) == 6
assert candle_hours(1, 1, 0) == 1
assert candle_hours(1, 1, 9) == 10
assert candle_hours(3, 1, 4) == 7
assert candle_hours(2, 3, 9) == 2
assert candle_hours(9, 3, 10) == 13
assert candle_hours(9, 3, 4) == 13
assert candle_hours(9, 3, 3) == 12
assert candle_hours(16, 4, 4) == 20
assert candle_hours(16, 4, 9) == 21
assert candle_hours(10, 10, 5) == 11
assert candle_hours(100, 2, 1000) == 199
#% right: in closed form
def candle_hours(candles, stubs_needed, wicks):
    if candles == 0:
        return 0
    if stubs_needed == 1:
        return candles + wicks
    return candles + min(wicks, (candles - 1) // (stubs_needed - 1))
#% right: recursion by rounds
def candle_hours(candles, stubs_needed, wicks):
    def burn(fresh, stubs, wicks):
        if fresh == 0:
            return 0
        stubs += fresh
        cast = min(stubs // stubs_needed, wicks)
        return fresh + burn(cast, stubs - cast * stubs_needed, wicks - cast)
    return burn(candles, 0, wicks)
#% wrong: endless loop - goes on without wicks
def candle_hours(candles, stubs_needed, wicks):
    hours = stubs = candles
    while stubs >= stubs_needed:
        cast = min(stubs // stubs_needed, wicks)
        stubs += cast - cast * stubs_needed
        wicks -= cast
        hours += cast
    return hours
#% wrong: misread - new candles leave no stubs
def candle_hours(candles, stubs_needed, wicks):
    return candles + min(candles // stubs_needed, wicks)
#% wrong: exception - divides by zero when one stub is enough
def candle_hours(candles, stubs_needed, wicks):
    if candles == 0:
        return 0
    return candles + min(wicks, (candles - 1) // (stubs_needed - 1))
#% wrong: corner - less than no light without candles
def candle_hours(candles, stubs_needed, wicks):
    if stubs_needed == 1:
        return candles + wicks if candles else 0
    return candles + min(wicks, (candles - 1) // (stubs_needed - 1))
#% wrong: misread - forgets the wicks
def candle_hours(candles, stubs_needed, wicks):
    hours = stubs = candles
    while stubs >= stubs_needed and hours < 5000:
        stubs += 1 - stubs_needed
        hours += 1
    return hours
#% wrong: off by one - needs one stub more
def candle_hours(candles, stubs_needed, wicks):
    hours = stubs = candles
    while stubs > stubs_needed and wicks:
        stubs -= stubs_needed - 1
        wicks -= 1
        hours += 1
    return hours
#% wrong: corner - left-over stubs are thrown away
def candle_hours(candles, stubs_needed, wicks):
    hours, fresh = candles, candles
    while fresh >= stubs_needed and wicks > 0:
        fresh = min(fresh // stubs_needed, wicks)
        wicks -= fresh
        hours += fresh
    return hours
