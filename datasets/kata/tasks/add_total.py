#% task: lists, easy
#% prompt
def add_total(numbers: list) -> list:
    """Return a new list: all the numbers, followed by their sum. The given list stays unchanged.

    >>> add_total([2, 3])
    [2, 3, 5]
    >>> add_total([7])
    [7, 7]
    """
#% canonical
def add_total(numbers):
    return numbers + [sum(numbers)]
#% hidden
assert add_total([]) == [0]
assert add_total([1]) == [1, 1]
assert add_total([0, 0]) == [0, 0, 0]
assert add_total([1, 2, 3]) == [1, 2, 3, 6]
assert add_total([5, -5]) == [5, -5, 0]
assert add_total([-1, -2]) == [-1, -2, -3]
assert add_total([10, 20, 30, 40]) == [10, 20, 30, 40, 100]
assert add_total([3, 1, 2]) == [3, 1, 2, 6]
assert add_total([4, 4]) == [4, 4, 8]
data = [6, 1]
assert add_total(data) == [6, 1, 7]
assert data == [6, 1]
#% right: changes a copy
def add_total(numbers):
    result = list(numbers)
    result.append(sum(numbers))
    return result
#% right: adds up in a loop
def add_total(numbers):
    result, total = [], 0
    for number in numbers:
        result.append(number)
        total += number
    return result + [total]
#% wrong: mutated argument - appends to the given list
def add_total(numbers):
    numbers.append(sum(numbers))
    return numbers
#% wrong: misread - sum in front
def add_total(numbers):
    return [sum(numbers)] + numbers
#% wrong: wrong type - returns only the sum
def add_total(numbers):
    return sum(numbers)
#% wrong: corner - sorts the numbers
def add_total(numbers):
    return sorted(numbers) + [sum(numbers)]
#% wrong: corner - empty list stays empty
def add_total(numbers):
    if not numbers:
        return []
    return numbers + [sum(numbers)]
