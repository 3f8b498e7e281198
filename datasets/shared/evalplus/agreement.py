"""When an answer agrees with the canonical solution's: EvalPlus 0.3.1's rules. Each function decides one case.

Differs from EvalPlus in this: a special oracle sees the arguments as they were before the call (there, a candidate that
empties its argument passes HumanEval/32), and lists are close when they have one shape (there, numpy stretches the shorter).
"""
import math


def agrees(got, expected, arguments, tolerance):
    return got == expected or is_close_enough(got, expected, tolerance)


def agrees_as_set(got, expected, arguments, tolerance):
    return set(got) == set(expected) or is_close_enough(got, expected, tolerance)


def agrees_that_there_is_one(got, expected, arguments, tolerance):
    """The canonical answer, a match object, is known only as there (True) or not."""
    return got == expected if isinstance(got, bool) else (got is not None) == expected


def agrees_or_takes_true_height(got, expected, arguments, tolerance):
    """Mbpp/581: the height of a pyramid may be read as that of its apex above the base."""
    base, height = arguments
    slant = math.sqrt((base / 2) ** 2 + height**2)
    area = round(base**2 + 2 * base * slant)
    return got == expected or abs(got - area) <= tolerance or is_close_enough(got, expected, tolerance)


def agrees_or_sums_digit_distances(got, expected, arguments, tolerance):
    """Mbpp/558: the distance may be that of each digit, the shorter number filled with zeros."""
    texts = [str(number) for number in arguments]
    width = max(map(len, texts))
    pairs = zip(*[text.zfill(width) for text in texts])
    return got == sum(abs(int(one) - int(other)) for one, other in pairs) or agrees(got, expected, arguments, tolerance)


def is_zero_of_polynomial(got, expected, arguments, tolerance):
    """HumanEval/32: any zero will do."""
    (coefficients,) = arguments
    return abs(sum(coefficient * math.pow(got, power) for power, coefficient in enumerate(coefficients))) <= tolerance


def is_close_enough(got, expected, tolerance):
    return tolerance != 0 and type(got) is type(expected) and is_close(got, expected, tolerance)


def is_close(got, expected, tolerance):
    """numpy.allclose with its relative tolerance of 1e-07, over nested sequences of numbers."""
    if isinstance(got, (list, tuple)) and isinstance(expected, (list, tuple)):
        return len(got) == len(expected) and all(is_close(one, other, tolerance) for one, other in zip(got, expected))
    if not (isinstance(got, (int, float, complex)) and isinstance(expected, (int, float, complex))):
        return False
    size = abs(expected)
    return got == expected or (size < math.inf and abs(got - expected) <= tolerance + 1e-07 * size)
