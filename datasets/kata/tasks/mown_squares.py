#% task: simulation, medium
#% prompt
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def mown_squares(width: int, height: int, program: str) -> int:
    """A mowing robot starts on the top left square of a lawn of width x height squares, facing east.
    Its program is a string: 'L' and 'R' turn it left or right by 90 degrees on the spot, 'F' moves it
    one square forward. If an 'F' would take it off the lawn, it turns right by 90 degrees instead
    and stays on its square.
    Return how many different squares it has stood on, the first one included (width, height >= 1).

    >>> mown_squares(3, 3, "FF")
    3
    >>> mown_squares(3, 2, "FFFF")
    4
    >>> mown_squares(4, 4, "FRFRFRF")
    4
    """
#% canonical
def mown_squares(width, height, program):
    x = y = 0
    facing = "E"
    seen = {(0, 0)}
    for command in program:
        if command == "L":
            facing = "NESW"["NESW".index(facing) - 1]
        elif command == "R":
            facing = "ESWN"["NESW".index(facing)]
        else:
            dx, dy = STEPS[facing]
            if 0 <= x + dx < width and 0 <= y + dy < height:
                x, y = x + dx, y + dy
                seen.add((x, y))
            else:
                facing = "ESWN"["NESW".index(facing)]
    return len(seen)
#% hidden
assert mown_squares(1, 1, "") == 1
assert mown_squares(5, 5, "") == 1
assert mown_squares(5, 5, "LRLR") == 1
assert mown_squares(1, 1, "FFFFFF") == 1
assert mown_squares(2, 1, "F") == 2
assert mown_squares(2, 1, "FFFF") == 2
assert mown_squares(2, 1, "FRRFRRF") == 2
assert mown_squares(1, 4, "FFFF") == 4
assert mown_squares(3, 3, "LF") == 1
assert mown_squares(3, 3, "LFFF") == 3
assert mown_squares(3, 3, "RFLF") == 3
assert mown_squares(3, 3, "F" * 11) == 8
assert mown_squares(3, 3, "F" * 40) == 8
assert mown_squares(4, 2, "FFFFFFFF") == 7
assert mown_squares(5, 5, "FFRFFLLF") == 5
assert mown_squares(5, 5, "FFRFFLFF") == 7
assert mown_squares(3, 3, "FFFFFFFFFFRF") == 9
assert mown_squares(4, 4, "LLFFFFLFF") == 4
#% right: complex numbers
def mown_squares(width, height, program):
    place, step = 0j, 1 + 0j
    seen = {place}
    for command in program:
        ahead = place + step
        if command == "L":
            step *= -1j
        elif command == "R":
            step *= 1j
        elif 0 <= ahead.real < width and 0 <= ahead.imag < height:
            place = ahead
            seen.add(place)
        else:
            step *= 1j
    return len(seen)
#% right: a grid of marks
def mown_squares(width, height, program):
    lawn = [[0] * width for _ in range(height)]
    row = col = 0
    dr, dc = 0, 1
    lawn[0][0] = 1
    for command in program:
        if command == "F":
            r, c = row + dr, col + dc
            if r < 0 or c < 0 or r >= height or c >= width:
                command = "R"
            else:
                row, col = r, c
                lawn[r][c] = 1
        if command == "R":
            dr, dc = dc, -dr
        elif command == "L":
            dr, dc = -dc, dr
    return sum(map(sum, lawn))
#% wrong: misread - does not turn at the edge
def mown_squares(width, height, program):
    x, y, d = 0, 0, 1
    seen = {(0, 0)}
    for command in program:
        if command == "L":
            d = (d - 1) % 4
        elif command == "R":
            d = (d + 1) % 4
        else:
            dx, dy = STEPS["NESW"[d]]
            x = min(max(x + dx, 0), width - 1)
            y = min(max(y + dy, 0), height - 1)
            seen.add((x, y))
    return len(seen)
#% wrong: misread - turns and moves on in the same step
def mown_squares(width, height, program):
    x, y, d = 0, 0, 1
    seen = {(0, 0)}
    for command in program:
        if command == "L":
            d = (d - 1) % 4
        elif command == "R":
            d = (d + 1) % 4
        else:
            for _ in range(4):
                dx, dy = STEPS["NESW"[d]]
                if 0 <= x + dx < width and 0 <= y + dy < height:
                    x, y = x + dx, y + dy
                    break
                d = (d + 1) % 4
            seen.add((x, y))
    return len(seen)
#% wrong: endless loop - turns until the way is free on a single square
def mown_squares(width, height, program):
    x, y = 0, 0
    dx, dy = 1, 0
    seen = {(0, 0)}
    i = 0
    while i < len(program):
        if program[i] == "L":
            dx, dy = dy, -dx
        elif program[i] == "R":
            dx, dy = -dy, dx
        elif 0 <= x + dx < width and 0 <= y + dy < height:
            x, y = x + dx, y + dy
            seen.add((x, y))
        else:
            dx, dy = -dy, dx
            continue
        i += 1
    return len(seen)
#% wrong: corner - counts every step
def mown_squares(width, height, program):
    x = y = 0
    dx, dy = 1, 0
    count = 1
    for command in program:
        if command == "L":
            dx, dy = dy, -dx
        elif command == "R":
            dx, dy = -dy, dx
        elif 0 <= x + dx < width and 0 <= y + dy < height:
            x += dx
            y += dy
            count += 1
        else:
            dx, dy = -dy, dx
    return count
#% wrong: off by one - the lawn is one square too large
def mown_squares(width, height, program):
    x = y = 0
    dx, dy = 1, 0
    seen = {(x, y)}
    for command in program:
        if command == "L":
            dx, dy = dy, -dx
        elif command == "R":
            dx, dy = -dy, dx
        elif 0 <= x + dx <= width and 0 <= y + dy <= height:
            x, y = x + dx, y + dy
            seen.add((x, y))
        else:
            dx, dy = -dy, dx
    return len(seen)
#% wrong: exception - runs out of directions
def mown_squares(width, height, program):
    x, y, d = 0, 0, 1
    seen = {(0, 0)}
    for command in program:
        dx, dy = STEPS["NESW"[d]]
        if command == "L":
            d -= 1
        elif command == "R":
            d += 1
        elif 0 <= x + dx < width and 0 <= y + dy < height:
            x, y = x + dx, y + dy
            seen.add((x, y))
        else:
            d += 1
    return len(seen)
#% wrong: corner - left turns the same way as right
def mown_squares(width, height, program):
    x, y = 0, 0
    dx, dy = 1, 0
    seen = {(0, 0)}
    for command in program:
        if command in "LR":
            dx, dy = -dy, dx
        elif 0 <= x + dx < width and 0 <= y + dy < height:
            x, y = x + dx, y + dy
            seen.add((x, y))
        else:
            dx, dy = -dy, dx
    return len(seen)
