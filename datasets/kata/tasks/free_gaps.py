#% task: intervals, medium
#% prompt
def free_gaps(opening, bookings, shortest):
    """Find the times at which a tennis court can still be booked.

    Args:
        opening: (start, end) of the day, in minutes; the court is open in between
        bookings: list of (start, end), in any order (the list must not be changed); they may overlap,
            and may reach beyond the opening hours or lie outside them
        shortest: a gap must last at least this many minutes (a number >= 1)

    Returns:
        list of (start, end) of the free gaps within the opening hours, from early to late

    >>> free_gaps((0, 100), [(20, 30), (60, 100)], 20)
    [(0, 20), (30, 60)]
    >>> free_gaps((10, 50), [(15, 30)], 10)
    [(30, 50)]
    """
#% canonical
def free_gaps(opening, bookings, shortest):
    free_from, closing = opening
    gaps = []
    for start, end in sorted(bookings):
        gap_end = min(start, closing)
        if gap_end - free_from >= shortest:
            gaps.append((free_from, gap_end))
        free_from = max(free_from, end)
    if closing - free_from >= shortest:
        gaps.append((free_from, closing))
    return gaps
#% hidden
assert free_gaps((0, 60), [], 1) == [(0, 60)]
assert free_gaps((0, 60), [], 60) == [(0, 60)]
assert free_gaps((0, 60), [], 61) == []
assert free_gaps((0, 60), [(0, 60)], 1) == []
assert free_gaps((5, 60), [(0, 90)], 1) == []
assert free_gaps((0, 60), [(10, 20), (20, 30)], 1) == [(0, 10), (30, 60)]
assert free_gaps((0, 60), [(40, 50), (10, 20)], 5) == [(0, 10), (20, 40), (50, 60)]
assert free_gaps((0, 60), [(10, 50), (20, 30)], 5) == [(0, 10), (50, 60)]
assert free_gaps((0, 60), [(10, 30), (20, 40)], 15) == [(40, 60)]
assert free_gaps((30, 60), [(10, 20)], 5) == [(30, 60)]
assert free_gaps((30, 60), [(10, 40)], 5) == [(40, 60)]
assert free_gaps((30, 60), [(50, 70), (80, 90)], 5) == [(30, 50)]
assert free_gaps((30, 60), [(70, 90)], 5) == [(30, 60)]
assert free_gaps((0, 20), [(5, 10), (5, 10), (11, 12)], 1) == [(0, 5), (10, 11), (12, 20)]
assert free_gaps((0, 20), [(5, 10), (11, 12)], 2) == [(0, 5), (12, 20)]
bookings = [(30, 40), (5, 10)]
assert free_gaps((0, 40), bookings, 6) == [(10, 30)]
assert bookings == [(30, 40), (5, 10)]
#% right: marks every minute
def free_gaps(opening, bookings, shortest):
    start, end = opening
    free = [not any(s <= m < e for s, e in bookings) for m in range(start, end)] + [False]
    gaps, since = [], None
    for offset, is_free in enumerate(free):
        if is_free and since is None:
            since = offset
        elif not is_free and since is not None:
            if offset - since >= shortest:
                gaps.append((start + since, start + offset))
            since = None
    return gaps
#% right: cuts each booking out of the gaps
def free_gaps(opening, bookings, shortest):
    gaps = [opening]
    for start, end in bookings:
        pieces = []
        for a, b in gaps:
            if end <= a or start >= b:
                pieces.append((a, b))
                continue
            if a < start:
                pieces.append((a, start))
            if end < b:
                pieces.append((end, b))
        gaps = pieces
    return sorted((a, b) for a, b in gaps if b - a >= shortest)
#% wrong: corner - a booking inside another one
def free_gaps(opening, bookings, shortest):
    free_from, closing = opening
    gaps = []
    for start, end in sorted(bookings):
        if min(start, closing) - free_from >= shortest:
            gaps.append((free_from, min(start, closing)))
        free_from = end
    if closing - free_from >= shortest:
        gaps.append((free_from, closing))
    return gaps
#% wrong: corner - bookings after closing time stretch the gap
def free_gaps(opening, bookings, shortest):
    free_from, closing = opening
    gaps = []
    for start, end in sorted(bookings):
        if start - free_from >= shortest:
            gaps.append((free_from, start))
        free_from = max(free_from, end)
    if closing - free_from >= shortest:
        gaps.append((free_from, closing))
    return gaps
#% wrong: off by one - a gap must be longer than the shortest
def free_gaps(opening, bookings, shortest):
    free_from, closing = opening
    gaps = []
    for start, end in sorted(bookings) + [(closing, closing)]:
        start = min(start, closing)
        if start - free_from > shortest:
            gaps.append((free_from, start))
        free_from = max(free_from, end)
    return gaps
#% wrong: misread - forgets the time after the last booking
def free_gaps(opening, bookings, shortest):
    free_from, closing = opening
    gaps = []
    for start, end in sorted(bookings):
        start = min(start, closing)
        if start - free_from >= shortest:
            gaps.append((free_from, start))
        free_from = max(free_from, end)
    return gaps
#% wrong: exception - no bookings
def free_gaps(opening, bookings, shortest):
    ordered = sorted(bookings)
    gaps = []
    free_from = opening[0]
    if ordered[0][0] > free_from + shortest - 1:
        gaps.append((free_from, min(ordered[0][0], opening[1])))
    free_from = max(free_from, ordered[0][1])
    for start, end in ordered[1:]:
        if min(start, opening[1]) - free_from >= shortest:
            gaps.append((free_from, min(start, opening[1])))
        free_from = max(free_from, end)
    if opening[1] - free_from >= shortest:
        gaps.append((free_from, opening[1]))
    return gaps
#% wrong: mutated argument - sorts the bookings in place
def free_gaps(opening, bookings, shortest):
    bookings.sort()
    free_from, closing = opening
    gaps = []
    for start, end in bookings:
        start = min(start, closing)
        if start - free_from >= shortest:
            gaps.append((free_from, start))
        free_from = max(free_from, end)
    if closing - free_from >= shortest:
        gaps.append((free_from, closing))
    return gaps
#% wrong: endless loop - waits at the minute where a booking ends
def free_gaps(opening, bookings, shortest):
    minute, closing = opening
    gaps = []
    while minute < closing:
        inside = [e for s, e in bookings if s <= minute <= e]
        if inside:
            minute = max(inside)
            continue
        following = min([s for s, e in bookings if s > minute] + [closing])
        if following - minute >= shortest:
            gaps.append((minute, following))
        minute = following
    return gaps
