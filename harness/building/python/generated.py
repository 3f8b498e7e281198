# Calls `generate_inputs` and keeps each input as category, form and text: `v` where it is a value, `e` where it is an expression.

CATEGORIES = ('basic', 'edge', 'stress', 'adversarial', 'domain-specific')
MOST = 200  # inputs of one call that are looked at


def pairs_of(answer):
    if type(answer) is dict:
        return [(category, item) for category, items in answer.items() for item in plain_row(items)]
    return [item if type(item) in (list, tuple) and len(item) == 2 and item[0] in CATEGORIES else ('basic', item) for item in plain_row(answer)]


def plain_row(items):
    if type(items) in (list, tuple):
        return list(items)
    return list(items) if hasattr(items, '__next__') else []


def keep_inputs(function):
    for category, arguments in pairs_of(function())[:MOST]:
        category = category if type(category) is str and category in CATEGORIES else 'basic'
        if type(arguments) is str:
            keep(f'{category} e {arguments[:LONGEST]}')
            continue
        try:
            keep(f'{category} v {show(arguments if type(arguments) is tuple else tuple(arguments) if type(arguments) is list else (arguments,))}')
        except (Unshown, RecursionError) as error:
            keep(f'{category} u {error}')
