#% task: matrices, hard
#% prompt
from typing import List


def settle_stones(board: List[str]) -> List[str]:
    """A game board is drawn as strings of equal length, the first one on top.
    'o' is a stone, '#' a shelf, '.' is empty. All stones fall straight down as far as they can:
    until they lie on the bottom row, on a shelf, or on another stone that has come to rest.
    Shelves never move. Return the board after everything has fallen, drawn the same way.

    >>> settle_stones(["o.o", ".#.", "..."])
    ['...', '.#.', 'o.o']
    >>> settle_stones(["o", "o", ".", "#", "."])
    ['.', 'o', 'o', '#', '.']
    """
#% canonical
def settle_stones(board):
    fallen = []
    for column in zip(*board):
        parts = "".join(column).split("#")
        fallen.append("#".join("." * part.count(".") + "o" * part.count("o") for part in parts))
    if not fallen:
        return list(board)
    return ["".join(row) for row in zip(*fallen)]
#% hidden
assert settle_stones([]) == []
assert settle_stones(["", ""]) == ["", ""]
assert settle_stones(["o"]) == ["o"]
assert settle_stones(["."]) == ["."]
assert settle_stones(["o.#o"]) == ["o.#o"]
assert settle_stones(["o", "."]) == [".", "o"]
assert settle_stones([".", "o"]) == [".", "o"]
assert settle_stones(["o", "#", "."]) == ["o", "#", "."]
assert settle_stones(["o", ".", ".", "."]) == [".", ".", ".", "o"]
assert settle_stones(["o", ".", "o", "."]) == [".", ".", "o", "o"]
assert settle_stones(["o", "o", "o", ".", "."]) == [".", ".", "o", "o", "o"]
assert settle_stones(["o", ".", "#", "o", ".", "o", "."]) == [".", "o", "#", ".", ".", "o", "o"]
assert settle_stones(["ooo", "...", "#..", "..#", "..."]) == ["...", "o..", "#.o", "..#", ".o."]
assert settle_stones(["o#o#", "####", "....", "o.o."]) == ["o#o#", "####", "....", "o.o."]
assert settle_stones(["o", "#", "#", "o", "."]) == ["o", "#", "#", ".", "o"]
assert settle_stones(["oo", "..", "o.", "..", "#.", ".o", ".."]) == ["..", "..", "o.", "o.", "#.", ".o", ".o"]
#% right: moves one stone at a time from the bottom up
def settle_stones(board):
    grid = [list(row) for row in board]
    for r in range(len(grid) - 1, -1, -1):
        for c in range(len(grid[r])):
            if grid[r][c] == "o":
                y = r
                while y + 1 < len(grid) and grid[y + 1][c] == ".":
                    y += 1
                grid[r][c] = "."
                grid[y][c] = "o"
    return ["".join(row) for row in grid]
#% right: repeats single steps until nothing moves
def settle_stones(board):
    grid = [list(row) for row in board]
    moved = True
    while moved:
        moved = False
        for r in range(len(grid) - 1):
            for c in range(len(grid[r])):
                if grid[r][c] == "o" and grid[r + 1][c] == ".":
                    grid[r][c], grid[r + 1][c] = ".", "o"
                    moved = True
    return ["".join(row) for row in grid]
#% right: keeps the lowest free row of each column
def settle_stones(board):
    result = [["#" if cell == "#" else "." for cell in row] for row in board]
    for c in range(len(board[0]) if board else 0):
        free = len(board) - 1
        for r in range(len(board) - 1, -1, -1):
            if board[r][c] == "#":
                free = r - 1
            elif board[r][c] == "o":
                result[free][c] = "o"
                free -= 1
    return ["".join(row) for row in result]
#% wrong: misread - stones fall by one row only
def settle_stones(board):
    grid = [list(row) for row in board]
    for r in range(len(grid) - 2, -1, -1):
        for c in range(len(grid[r])):
            if grid[r][c] == "o" and grid[r + 1][c] == ".":
                grid[r][c], grid[r + 1][c] = ".", "o"
    return ["".join(row) for row in grid]
#% wrong: misread - shelves do not hold anything
def settle_stones(board):
    if not board or not board[0]:
        return list(board)
    columns = []
    for column in zip(*board):
        stones = column.count("o")
        out = list("".join(column).replace("o", "."))
        for r in range(len(out) - 1, -1, -1):
            if stones and out[r] == ".":
                out[r] = "o"
                stones -= 1
        columns.append(out)
    return ["".join(row) for row in zip(*columns)]
#% wrong: corner - one sweep from the top lets lower stones block
def settle_stones(board):
    grid = [list(row) for row in board]
    for r in range(len(grid)):
        for c in range(len(grid[r])):
            if grid[r][c] == "o":
                y = r
                while y + 1 < len(grid) and grid[y + 1][c] == ".":
                    y += 1
                grid[r][c] = "."
                grid[y][c] = "o"
    return ["".join(row) for row in grid]
#% wrong: corner - a board without cells loses its rows
def settle_stones(board):
    columns = []
    for column in zip(*board):
        parts = "".join(column).split("#")
        columns.append("#".join("".join(sorted(part)) for part in parts))
    return ["".join(row) for row in zip(*columns)]
#% wrong: endless loop - waits until no stone lies on another
def settle_stones(board):
    grid = [list(row) for row in board]
    while True:
        stable = True
        for r in range(len(grid) - 1):
            for c in range(len(grid[r])):
                if grid[r][c] == "o" and grid[r + 1][c] != "#":
                    if grid[r + 1][c] == ".":
                        grid[r][c], grid[r + 1][c] = ".", "o"
                    stable = False
        if stable:
            return ["".join(row) for row in grid]
#% wrong: wrong type - rows stay lists of characters
def settle_stones(board):
    grid = [list(row) for row in board]
    for r in range(len(grid) - 1, -1, -1):
        for c in range(len(grid[r])):
            y = r
            while grid[y][c] == "o" and y + 1 < len(grid) and grid[y + 1][c] == ".":
                grid[y][c], grid[y + 1][c] = ".", "o"
                y += 1
    return grid
#% wrong: off by one - the bottom row is never reached
def settle_stones(board):
    grid = [list(row) for row in board]
    for r in range(len(grid) - 1, -1, -1):
        for c in range(len(grid[r])):
            y = r
            while grid[y][c] == "o" and y + 2 < len(grid) and grid[y + 1][c] == ".":
                grid[y][c], grid[y + 1][c] = ".", "o"
                y += 1
    return ["".join(row) for row in grid]
