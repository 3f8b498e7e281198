#% task: matrices, medium
#% prompt
from typing import List, Tuple


def quiet_cells(noise: List[List[float]]) -> List[Tuple[int, int]]:
    """
    An office is measured on a rectangular grid of desks. A desk is quiet if its noise is strictly
    lower than that of each desk directly above, below, to the left and to the right of it.
    Neighbours beyond the edge of the grid do not exist and cannot disturb, and diagonal ones do not count.
    Give the (row, column) pairs of all quiet desks, row by row from the top, each row from left to right.

    >>> quiet_cells([[3, 1, 2], [4, 5, 0]])
    [(0, 1), (1, 2)]
    >>> quiet_cells([[1, 2], [2, 1]])
    [(0, 0), (1, 1)]
    """
#% canonical
def quiet_cells(noise):
    found = []
    for r, row in enumerate(noise):
        for c, value in enumerate(row):
            near = []
            if r > 0:
                near.append(noise[r - 1][c])
            if r + 1 < len(noise):
                near.append(noise[r + 1][c])
            if c > 0:
                near.append(row[c - 1])
            if c + 1 < len(row):
                near.append(row[c + 1])
            if all(value < other for other in near):
                found.append((r, c))
    return found
#% hidden
assert quiet_cells([]) == []
assert quiet_cells([[]]) == []
assert quiet_cells([[5]]) == [(0, 0)]
assert quiet_cells([[2, 2]]) == []
assert quiet_cells([[1, 2, 1]]) == [(0, 0), (0, 2)]
assert quiet_cells([[1], [2], [1]]) == [(0, 0), (2, 0)]
assert quiet_cells([[1, 2, 0]]) == [(0, 0), (0, 2)]
assert quiet_cells([[4, 4], [4, 4]]) == []
assert quiet_cells([[3, 2], [2, 1]]) == [(1, 1)]
assert quiet_cells([[9, 9, 9], [9, 3, 9], [9, 9, 9]]) == [(1, 1)]
assert quiet_cells([[0, 9, 9], [9, 3, 9], [9, 9, 1]]) == [(0, 0), (1, 1), (2, 2)]
assert quiet_cells([[9, 3, 9], [9, 3, 9], [9, 9, 9]]) == []
assert quiet_cells([[-1, -2], [-3, -4], [0.5, 7]]) == [(1, 1)]
assert quiet_cells([[150, 120, 130, 110], [150, 200, 190, 180]]) == [(0, 1), (0, 3)]
#% right: neighbours by offsets
def quiet_cells(noise):
    level = {(r, c): v for r, row in enumerate(noise) for c, v in enumerate(row)}
    loud = float("inf")
    return sorted(
        (r, c)
        for (r, c), v in level.items()
        if all(v < level.get((r + dr, c + dc), loud) for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    )
#% right: padded grid
def quiet_cells(noise):
    if not noise:
        return []
    loud = float("inf")
    width = len(noise[0])
    big = [[loud] * (width + 2)] + [[loud] + list(row) + [loud] for row in noise] + [[loud] * (width + 2)]
    found = []
    for r in range(1, len(noise) + 1):
        for c in range(1, width + 1):
            if big[r][c] < min(big[r - 1][c], big[r + 1][c], big[r][c - 1], big[r][c + 1]):
                found.append((r - 1, c - 1))
    return found
#% wrong: corner - negative indexes wrap around the edge
def quiet_cells(noise):
    found = []
    for r in range(len(noise)):
        for c in range(len(noise[r])):
            quiet = True
            for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                try:
                    if noise[r + dr][c + dc] <= noise[r][c]:
                        quiet = False
                except IndexError:
                    pass
            if quiet:
                found.append((r, c))
    return found
#% wrong: misread - diagonal neighbours count too
def quiet_cells(noise):
    found = []
    for r in range(len(noise)):
        for c in range(len(noise[r])):
            near = [
                noise[y][x]
                for y in range(max(0, r - 1), min(len(noise), r + 2))
                for x in range(max(0, c - 1), min(len(noise[r]), c + 2))
                if (y, x) != (r, c)
            ]
            if all(noise[r][c] < v for v in near):
                found.append((r, c))
    return found
#% wrong: corner - a desk as loud as its neighbour is called quiet
def quiet_cells(noise):
    found = []
    for r, row in enumerate(noise):
        for c, v in enumerate(row):
            if r > 0 and noise[r - 1][c] < v:
                continue
            if r < len(noise) - 1 and noise[r + 1][c] < v:
                continue
            if c > 0 and row[c - 1] < v:
                continue
            if c < len(row) - 1 and row[c + 1] < v:
                continue
            found.append((r, c))
    return found
#% wrong: corner - pads with 100
def quiet_cells(noise):
    found = []
    for r, row in enumerate(noise):
        for c, v in enumerate(row):
            up = noise[r - 1][c] if r > 0 else 100
            down = noise[r + 1][c] if r + 1 < len(noise) else 100
            left = row[c - 1] if c > 0 else 100
            right = row[c + 1] if c + 1 < len(row) else 100
            if v < min(up, down, left, right):
                found.append((r, c))
    return found
#% wrong: off by one - leaves out the desks at the edge
def quiet_cells(noise):
    found = []
    for r in range(1, len(noise) - 1):
        for c in range(1, len(noise[0]) - 1):
            v = noise[r][c]
            if v < min(noise[r - 1][c], noise[r + 1][c], noise[r][c - 1], noise[r][c + 1]):
                found.append((r, c))
    return found
#% wrong: exception - asks for the width of an empty grid
def quiet_cells(noise):
    height, width = len(noise), len(noise[0])
    found = []
    for r in range(height):
        for c in range(width):
            near = []
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if 0 <= y < height and 0 <= x < width:
                    near.append(noise[y][x])
            if all(noise[r][c] < v for v in near):
                found.append((r, c))
    return found
#% wrong: wrong type - pairs as lists
def quiet_cells(noise):
    result = []
    for r in range(len(noise)):
        for c in range(len(noise[r])):
            ok = True
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if 0 <= y < len(noise) and 0 <= x < len(noise[r]) and noise[y][x] <= noise[r][c]:
                    ok = False
            if ok:
                result.append([r, c])
    return result
