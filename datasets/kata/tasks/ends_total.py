#% task: lists, easy
#% prompt
def ends_total(numbers: list) -> int:
    """Return the sum of the first and the last number of the list. The list is never empty.

    >>> ends_total([3, 8, 4])
    7
    >>> ends_total([5])
    10
    """
#% canonical
def ends_total(numbers):
    return numbers[0] + numbers[-1]
#% hidden
assert ends_total([1, 2]) == 3
assert ends_total([0]) == 0
assert ends_total([7]) == 14
assert ends_total([1, 100, 100, 2]) == 3
assert ends_total([-5, 3, 5]) == 0
assert ends_total([-2, -3]) == -5
assert ends_total([10, 20, 30, 40, 50]) == 60
assert ends_total([4, 4, 4]) == 8
assert ends_total([9, 1, 2, 3]) == 12
assert ends_total([1000, 5, 1]) == 1001
assert ends_total([6, 0]) == 6
#% right: sum of two pieces
def ends_total(numbers):
    return sum(numbers[:1]) + sum(numbers[-1:])
#% right: names the ends
def ends_total(numbers):
    first, last = numbers[0], numbers[len(numbers) - 1]
    return first + last
#% wrong: corner - one number counts once
def ends_total(numbers):
    if len(numbers) == 1:
        return numbers[0]
    return numbers[0] + numbers[-1]
#% wrong: exception - reads past the end
def ends_total(numbers):
    return numbers[0] + numbers[len(numbers)]
#% wrong: misread - sum of all numbers
def ends_total(numbers):
    return sum(numbers)
#% wrong: misread - smallest and largest
def ends_total(numbers):
    return min(numbers) + max(numbers)
#% wrong: off by one - always the third number
def ends_total(numbers):
    last = numbers[2] if len(numbers) > 2 else numbers[-1]
    return numbers[0] + last
