# Calls a program on inputs and keeps what it answered: `v` and the value's text, or `r` and what it raised.


def call_all(function, inputs):
    for arguments in inputs:
        keep(call_one(function, arguments))


def call_one(function, arguments):
    try:
        answer = function(*arguments())
    except Exception as error:
        return 'r' + (getattr(error, 'shown', None) or type(error).__name__)[:200]
    try:
        return 'v' + show(answer)
    except (Unshown, RecursionError) as error:
        return 'u' + (str(error) or 'nested too deeply')
