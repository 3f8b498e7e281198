#% task: recursion, easy
#% prompt
def empty_boxes(box: list) -> int:
    """A box is a list. It holds gifts (strings) and further boxes, which hold gifts and boxes, and so on.

    Count the boxes that hold nothing at all. The given box counts too, if it is empty.
    A box that holds an empty box is not empty itself. Leave the boxes as they are.

    >>> empty_boxes(["doll", [], ["car", []]])
    2
    >>> empty_boxes([[["ring", []]]])
    1
    >>> empty_boxes(["hat"])
    0
    """
#% canonical
def empty_boxes(box):
    if not box:
        return 1
    return sum(empty_boxes(item) for item in box if isinstance(item, list))
#% hidden
assert empty_boxes([]) == 1
assert empty_boxes([[]]) == 1
assert empty_boxes([[[[]]]]) == 1
assert empty_boxes(["kite"]) == 0
assert empty_boxes([""]) == 0
assert empty_boxes(["", [""], []]) == 1
assert empty_boxes([[], [], []]) == 3
assert empty_boxes([[[], []], [[]], "pen"]) == 3
assert empty_boxes(["[]", ["[]"]]) == 0
assert empty_boxes([["a", ["b", ["c", []]]], ["d"]]) == 1
assert empty_boxes([[], ["a", [[], "b"]], [["c"], [[], []]]]) == 4
parcel = [[], ["sock", []]]
assert empty_boxes(parcel) == 2
assert parcel == [[], ["sock", []]]
deep = []
for _ in range(100):
    deep = [deep, []]
assert empty_boxes(deep) == 101
#% right: a stack instead of recursion
def empty_boxes(box):
    stack, count = [box], 0
    while stack:
        current = stack.pop()
        if len(current) == 0:
            count += 1
        stack.extend(x for x in current if isinstance(x, list))
    return count
#% right: inner function with a loop
def empty_boxes(box):
    count = 0

    def look(b):
        nonlocal count
        if b == []:
            count += 1
        for item in b:
            if not isinstance(item, str):
                look(item)

    look(box)
    return count
#% wrong: corner - the given box is never counted
def empty_boxes(box):
    count = 0
    for item in box:
        if isinstance(item, list):
            if len(item) == 0:
                count += 1
            else:
                count += empty_boxes(item)
    return count
#% wrong: corner - an empty name counts as a box
def empty_boxes(box):
    if not box:
        return 1
    if isinstance(box, str):
        return 0
    return sum(empty_boxes(item) for item in box)
#% wrong: misread - looks only one level deep
def empty_boxes(box):
    if box == []:
        return 1
    count = 0
    for item in box:
        if item == []:
            count += 1
        elif isinstance(item, list):
            count += item.count([])
    return count
#% wrong: misread - a box without gifts counts as empty
def empty_boxes(box):
    inner = [item for item in box if isinstance(item, list)]
    empty = 1 if len(inner) == len(box) else 0
    return empty + sum(empty_boxes(item) for item in inner)
#% wrong: corner - searches the printed text
def empty_boxes(box):
    return str(box).count("[]")
#% wrong: exception - goes into strings
def empty_boxes(box):
    if len(box) == 0:
        return 1
    total = 0
    for item in box:
        total += empty_boxes(item)
    return total
#% wrong: mutated argument - takes the boxes apart
def empty_boxes(box):
    if not box:
        return 1
    count = 0
    while box:
        item = box.pop()
        if isinstance(item, list):
            count += empty_boxes(item)
    return count
