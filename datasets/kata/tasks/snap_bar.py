#% task: recursion, easy
#% prompt
from typing import List


def snap_bar(length: int, limit: int) -> List[int]:
    """Break a chocolate bar of `length` squares for small hands.

    A piece longer than `limit` is snapped into two halves; if its length is odd, the left half
    gets the extra square. Each half is treated the same way, until no piece is longer than `limit`.
    Return the lengths of the pieces from left to right. Both numbers are at least 1.

    >>> snap_bar(10, 3)
    [3, 2, 3, 2]
    >>> snap_bar(4, 8)
    [4]
    """
#% canonical
def snap_bar(length, limit):
    if length <= limit:
        return [length]
    right = length // 2
    return snap_bar(length - right, limit) + snap_bar(right, limit)
#% hidden
assert snap_bar(1, 1) == [1]
assert snap_bar(2, 1) == [1, 1]
assert snap_bar(3, 1) == [1, 1, 1]
assert snap_bar(3, 2) == [2, 1]
assert snap_bar(5, 5) == [5]
assert snap_bar(6, 5) == [3, 3]
assert snap_bar(7, 2) == [2, 2, 2, 1]
assert snap_bar(9, 4) == [3, 2, 4]
assert snap_bar(9, 3) == [3, 2, 2, 2]
assert snap_bar(11, 5) == [3, 3, 5]
assert snap_bar(13, 6) == [4, 3, 6]
assert snap_bar(21, 3) == [3, 3, 3, 2, 3, 2, 3, 2]
assert snap_bar(100, 50) == [50, 50]
assert snap_bar(64, 1) == [1] * 64
#% right: replaces pieces in a list
def snap_bar(length, limit):
    pieces = [length]
    i = 0
    while i < len(pieces):
        if pieces[i] > limit:
            pieces[i:i + 1] = [(pieces[i] + 1) // 2, pieces[i] // 2]
        else:
            i += 1
    return pieces
#% right: a stack with the right half below
def snap_bar(length, limit):
    stack, done = [length], []
    while stack:
        piece = stack.pop()
        if piece <= limit:
            done.append(piece)
        else:
            left, rest = divmod(piece, 2)
            stack.append(left)
            stack.append(left + rest)
    return done
#% wrong: corner - the extra square goes to the right
def snap_bar(length, limit):
    if length <= limit:
        return [length]
    left = length // 2
    return snap_bar(left, limit) + snap_bar(length - left, limit)
#% wrong: off by one - snaps a piece of exactly the limit
def snap_bar(length, limit):
    if length < limit or length == 1:
        return [length]
    right = length // 2
    return snap_bar(length - right, limit) + snap_bar(right, limit)
#% wrong: misread - cuts off pieces of the limit
def snap_bar(length, limit):
    pieces = []
    while length > limit:
        pieces.append(limit)
        length -= limit
    pieces.append(length)
    return pieces
#% wrong: misread - snaps every piece as long as one is too long
def snap_bar(length, limit):
    pieces = [length]
    while max(pieces) > limit:
        pieces = [half for p in pieces for half in ((p + 1) // 2, p // 2)]
    return pieces
#% wrong: exception - recursion has no end for a limit of one
def snap_bar(length, limit):
    if length <= limit and limit > 1:
        return [length]
    right = length // 2
    return snap_bar(length - right, limit) + snap_bar(right, limit)
#% wrong: wrong type - halves become floats
def snap_bar(length, limit):
    if length <= limit:
        return [length]
    return snap_bar(length / 2, limit) + snap_bar(length / 2, limit)
#% wrong: endless loop - does not move on from a piece of exactly the limit
def snap_bar(length, limit):
    pieces = [length]
    i = 0
    while i < len(pieces):
        piece = pieces[i]
        if piece > limit:
            pieces[i] = piece - piece // 2
            pieces.insert(i + 1, piece // 2)
        elif piece < limit:
            i += 1
    return pieces
