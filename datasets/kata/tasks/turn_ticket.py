#% task: matrices, medium
#% prompt
from typing import List


def upside_down(grid: List[List[str]]) -> List[List[str]]:
    """The same grid with its rows in reverse order."""
    return [list(row) for row in reversed(grid)]


def turn_ticket(ticket: List[List[str]], quarters: int) -> List[List[str]]:
    """Turn a printed ticket (a rectangular grid with at least one cell) by quarter turns:
    clockwise for a positive number, anticlockwise for a negative one.
    `quarters` may be any whole number, even a gigantic one, and the answer must still come at once.
    The answer is always a new grid with new rows; the ticket itself stays as it was.

    >>> turn_ticket([["a", "b"], ["c", "d"]], 1)
    [['c', 'a'], ['d', 'b']]
    >>> turn_ticket([["x", "y", "z"]], -1)
    [['z'], ['y'], ['x']]
    >>> turn_ticket([["x", "y", "z"]], 2)
    [['z', 'y', 'x']]
    """
#% canonical
def turn_ticket(ticket, quarters):
    grid = [list(row) for row in ticket]
    for _ in range(quarters % 4):
        grid = [list(column) for column in zip(*grid[::-1])]
    return grid
#% hidden
assert turn_ticket([["q"]], 0) == [["q"]]
assert turn_ticket([["q"]], 7) == [["q"]]
assert turn_ticket([["a", "b"], ["c", "d"]], 0) == [["a", "b"], ["c", "d"]]
assert turn_ticket([["a", "b"], ["c", "d"]], 3) == [["b", "d"], ["a", "c"]]
assert turn_ticket([["a", "b"], ["c", "d"]], -1) == [["b", "d"], ["a", "c"]]
assert turn_ticket([["a", "b", "c"], ["d", "e", "f"]], 1) == [["d", "a"], ["e", "b"], ["f", "c"]]
assert turn_ticket([["a", "b", "c"], ["d", "e", "f"]], 2) == [["f", "e", "d"], ["c", "b", "a"]]
assert turn_ticket([["a", "b", "c"], ["d", "e", "f"]], -2) == [["f", "e", "d"], ["c", "b", "a"]]
assert turn_ticket([["a", "b", "c"], ["d", "e", "f"]], -3) == [["d", "a"], ["e", "b"], ["f", "c"]]
assert turn_ticket([["1"], ["2"]], 4) == [["1"], ["2"]]
assert turn_ticket([["1"], ["2"]], 5) == [["2", "1"]]
assert turn_ticket([["1", "2"]], 10 ** 15 + 1) == [["1"], ["2"]]
assert turn_ticket([["1", "2"]], -10 ** 15 - 1) == [["2"], ["1"]]
paper = [["m", "n"], ["o", "p"]]
turned = turn_ticket(paper, 0)
turned[0][0] = "?"
assert paper == [["m", "n"], ["o", "p"]]
assert turn_ticket(paper, 1) == [["o", "m"], ["p", "n"]]
assert paper == [["m", "n"], ["o", "p"]]
#% right: one case for each direction
def turn_ticket(ticket, quarters):
    height, width = len(ticket), len(ticket[0])
    q = quarters % 4
    if q == 0:
        return [row[:] for row in ticket]
    if q == 1:
        return [[ticket[height - 1 - r][c] for r in range(height)] for c in range(width)]
    if q == 2:
        return [row[::-1] for row in upside_down(ticket)]
    return [[ticket[r][width - 1 - c] for r in range(height)] for c in range(width)]
#% right: turns recursively
def turn_ticket(ticket, quarters):
    quarters %= 4
    if quarters == 0:
        return [list(row) for row in ticket]
    flipped = upside_down(ticket)
    return turn_ticket([[row[c] for row in flipped] for c in range(len(flipped[0]))], quarters - 1)
#% wrong: misread - turns the other way round
def turn_ticket(ticket, quarters):
    grid = [list(row) for row in ticket]
    for _ in range(quarters % 4):
        grid = [list(column) for column in zip(*grid)][::-1]
    return grid
#% wrong: endless loop - takes every quarter of a gigantic number
def turn_ticket(ticket, quarters):
    grid = [list(row) for row in ticket]
    while quarters < 0:
        quarters += 4
    while quarters > 0:
        grid = [list(column) for column in zip(*upside_down(grid))]
        quarters -= 1
    return grid
#% wrong: wrong type - rows become tuples
def turn_ticket(ticket, quarters):
    grid = ticket
    for _ in range(quarters % 4):
        grid = list(zip(*grid[::-1]))
    return grid
#% wrong: mutated argument - hands back the ticket itself for no turn
def turn_ticket(ticket, quarters):
    quarters = quarters % 4
    if quarters == 0:
        return ticket
    for _ in range(quarters):
        ticket = [list(column) for column in zip(*ticket[::-1])]
    return ticket
#% wrong: corner - takes the ticket for a square
def turn_ticket(ticket, quarters):
    n = len(ticket)
    grid = [row[:] for row in ticket]
    for _ in range(quarters % 4):
        grid = [[grid[n - 1 - c][r] for c in range(n)] for r in range(n)]
    return grid
#% wrong: corner - a negative number keeps its sign
def turn_ticket(ticket, quarters):
    grid = [list(row) for row in ticket]
    for _ in range(abs(quarters) % 4):
        grid = [list(column) for column in zip(*grid[::-1])]
    return grid
