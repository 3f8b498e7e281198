# A value as a Python literal: the same text for the same value, and no text for what a literal cannot say.

LONGEST = 4000  # characters of a value's text
REPEATED = 50  # a row of so many equal items is written as a product


class Unshown(Exception):
    pass


def show(value):
    text = text_of_value(value, 0)
    if len(text) > LONGEST:
        raise Unshown('too large')
    return text


def text_of_value(value, depth):
    if depth > 40:
        raise Unshown('nested too deeply')
    kind = type(value)
    if kind in (bool, type(None), bytes):
        return repr(value)
    if kind is int:
        if value.bit_length() > 10_000:
            raise Unshown('too large')
        return repr(value)
    if kind is float:
        if value != value or value in (float('inf'), float('-inf')):
            raise Unshown('not a finite number')
        return repr(value)
    if kind is str:
        if any('\ud800' <= character <= '\udfff' for character in value):
            raise Unshown('half a character')
        return repeated(value, 1, repr(value[:1]), repr) if len(value) > REPEATED else repr(value)
    if kind in (list, tuple):
        if len(value) > REPEATED and is_simple_row(value):
            return repeated(value, 1, text_of_value(kind(value[:1]), depth), lambda row: joined(row, depth))
        return joined(value, depth)
    if kind is set:
        return '{' + ', '.join(sorted(text_of_value(item, depth + 1) for item in value)) + '}' if value else 'set()'
    if kind is dict:
        return '{' + ', '.join(f'{text_of_value(key, depth + 1)}: {text_of_value(item, depth + 1)}' for key, item in value.items()) + '}'
    raise Unshown('no plain value')


def is_simple_row(row):
    return all(type(item) is type(row[0]) and item == row[0] for item in row) and type(row[0]) in (int, str, bool, float, type(None))


def repeated(value, size, first, otherwise):
    if all(item == value[0] for item in value):
        return f'{first} * {len(value)}'
    if len(value) > LONGEST:
        raise Unshown('too large')
    return otherwise(value)


def joined(row, depth):
    if len(row) > LONGEST:
        raise Unshown('too large')
    inner = ', '.join(text_of_value(item, depth + 1) for item in row)
    if type(row) is list:
        return f'[{inner}]'
    return f'({inner},)' if len(row) == 1 else f'({inner})'
