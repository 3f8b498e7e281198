#% task: lists, easy
#% prompt
def cap_values(numbers: list, top: int) -> list:
    """Return a new list in which every number larger than top is replaced by top.
    The given list stays unchanged.

    >>> cap_values([3, 12, 7], 10)
    [3, 10, 7]
    >>> cap_values([1, 2], 5)
    [1, 2]
    """
#% canonical
def cap_values(numbers, top):
    return [min(number, top) for number in numbers]
#% hidden
assert cap_values([], 4) == []
assert cap_values([4], 4) == [4]
assert cap_values([5], 4) == [4]
assert cap_values([9, 8, 7], 6) == [6, 6, 6]
assert cap_values([1, 5, 1, 5], 3) == [1, 3, 1, 3]
assert cap_values([-3, 0, 3], 0) == [-3, 0, 0]
assert cap_values([100, 20, 99], 99) == [99, 20, 99]
assert cap_values([-1, -9], -5) == [-5, -9]
assert cap_values([2, 2, 2], 2) == [2, 2, 2]
assert cap_values([6, 1, 1, 6], 5) == [5, 1, 1, 5]
data = [8, 1, 9]
assert cap_values(data, 5) == [5, 1, 5]
assert data == [8, 1, 9]
#% right: appends in a loop
def cap_values(numbers, top):
    result = []
    for number in numbers:
        if number > top:
            result.append(top)
        else:
            result.append(number)
    return result
#% right: changes a copy
def cap_values(numbers, top):
    result = list(numbers)
    for i in range(len(result)):
        if result[i] > top:
            result[i] = top
    return result
#% wrong: mutated argument - caps in place
def cap_values(numbers, top):
    for i in range(len(numbers)):
        if numbers[i] > top:
            numbers[i] = top
    return numbers
#% wrong: misread - drops the large numbers
def cap_values(numbers, top):
    return [number for number in numbers if number <= top]
#% wrong: misread - raises the small numbers
def cap_values(numbers, top):
    return [max(number, top) for number in numbers]
#% wrong: corner - only the largest is replaced
def cap_values(numbers, top):
    result = list(numbers)
    if result and max(result) > top:
        result[result.index(max(result))] = top
    return result
#% wrong: exception - looks for a largest in an empty list
def cap_values(numbers, top):
    if max(numbers) <= top:
        return list(numbers)
    return [min(number, top) for number in numbers]
