#% task: matrices, easy
#% prompt
def frame_sum(tiles):
    """Add up the numbers on the outer edge of a mosaic.

    `tiles` is a list of rows of equal length. A tile belongs to the edge if it is in the
    first or last row, or in the first or last column; every such tile is counted exactly once.
    A mosaic without tiles (`[]` or rows that are all empty) gives 0. `tiles` itself must not change.

    >>> frame_sum([[3, 1, 2], [0, 6, 5], [4, 4, 9]])
    28
    >>> frame_sum([[1, 1, 1, 1], [1, 5, 5, 1], [1, 1, 1, 1]])
    10
    >>> frame_sum([[2, 3, 4]])
    9
    """
#% canonical
def frame_sum(tiles):
    total = 0
    for r, row in enumerate(tiles):
        for c, value in enumerate(row):
            if r in (0, len(tiles) - 1) or c in (0, len(row) - 1):
                total += value
    return total
#% hidden
assert frame_sum([]) == 0
assert frame_sum([[]]) == 0
assert frame_sum([[], [], []]) == 0
assert frame_sum([[7]]) == 7
assert frame_sum([[1, 2, 3]]) == 6
assert frame_sum([[1], [2], [3]]) == 6
assert frame_sum([[4], [5]]) == 9
assert frame_sum([[1, 2], [3, 4], [5, 6]]) == 21
assert frame_sum([[0, 0, 0], [0, 9, 0], [0, 0, 0]]) == 0
assert frame_sum([[-1, 2, -1], [3, 100, 4], [-1, 5, -1]]) == 10
assert frame_sum([[1] * 5 for _ in range(5)]) == 16
assert frame_sum([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]) == 55
mosaic = [[1, 2, 1], [2, 9, 2], [3, 9, 3], [1, 2, 1]]
assert frame_sum(mosaic) == 18
assert mosaic == [[1, 2, 1], [2, 9, 2], [3, 9, 3], [1, 2, 1]]
#% right: everything minus the inside
def frame_sum(tiles):
    return sum(map(sum, tiles)) - sum(sum(row[1:-1]) for row in tiles[1:-1])
#% right: collects the positions in a set
def frame_sum(tiles):
    if not tiles or not tiles[0]:
        return 0
    height, width = len(tiles), len(tiles[0])
    edge = set()
    for c in range(width):
        edge.add((0, c))
        edge.add((height - 1, c))
    for r in range(height):
        edge.add((r, 0))
        edge.add((r, width - 1))
    return sum(tiles[r][c] for r, c in edge)
#% wrong: corner - counts a single row twice
def frame_sum(tiles):
    if not tiles or not tiles[0]:
        return 0
    total = sum(tiles[0]) + sum(tiles[-1])
    for row in tiles[1:-1]:
        total += row[0]
        if len(row) > 1:
            total += row[-1]
    return total
#% wrong: corner - counts a single column twice
def frame_sum(tiles):
    if not tiles or not tiles[0]:
        return 0
    if len(tiles) == 1:
        return sum(tiles[0])
    return sum(tiles[0]) + sum(tiles[-1]) + sum(row[0] + row[-1] for row in tiles[1:-1])
#% wrong: misread - counts the corners twice
def frame_sum(tiles):
    if not tiles or not tiles[0]:
        return 0
    total = sum(tiles[0]) + sum(tiles[-1])
    for row in tiles:
        total += row[0] + row[-1]
    return total
#% wrong: exception - empty mosaic
def frame_sum(tiles):
    height, width = len(tiles), len(tiles[0])
    return sum(
        tiles[r][c]
        for r in range(height)
        for c in range(width)
        if r == 0 or c == 0 or r == height - 1 or c == width - 1
    )
#% wrong: mutated argument - clears the inside
def frame_sum(tiles):
    for row in tiles[1:-1]:
        for c in range(1, len(row) - 1):
            row[c] = 0
    return sum(sum(row) for row in tiles)
#% wrong: invalid - missing colon
def frame_sum(tiles):
    total = 0
    for r, row in enumerate(tiles)
        for c, value in enumerate(row):
            if r in (0, len(tiles) - 1) or c in (0, len(row) - 1):
                total += value
    return total
