# Whether an answer is the expected one: exactly, in any order, or within a tolerance.


def agrees(got, expected, how):
    if how == 'float':
        return is_close(got, expected)
    if how == 'unordered':
        return is_close_row(got, expected)
    return type_of(got) == type_of(expected) and got == expected


def type_of(value):
    return 'number' if type(value) in (int, float, bool) else type(value).__name__


def is_close(got, expected):
    if type(got) in (int, float) and type(expected) in (int, float):
        return abs(got - expected) <= max(1e-6, 1e-6 * abs(expected))
    if type(got) is type(expected) and type(got) in (list, tuple):
        return len(got) == len(expected) and all(is_close(one, other) for one, other in zip(got, expected))
    if type(got) is type(expected) is dict:
        return got.keys() == expected.keys() and all(is_close(got[key], expected[key]) for key in expected)
    return type_of(got) == type_of(expected) and got == expected


def is_close_row(got, expected):
    if type(got) not in (list, tuple) or type(got) is not type(expected) or len(got) != len(expected):
        return type_of(got) == type_of(expected) and got == expected
    rest = list(expected)
    for item in got:
        at = next((place for place, other in enumerate(rest) if is_close_row(item, other)), None)
        if at is None:
            return False
        del rest[at]
    return True
