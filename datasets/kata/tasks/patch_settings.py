#% task: dictionaries, hard
#% prompt
def patch_settings(settings: dict, patch: dict) -> dict:
    """Return the settings after a patch, as a new dictionary; both arguments stay as they are.

    Each entry of `patch` changes the setting of the same name, or adds it:
    - None removes the setting (if it is there at all);
    - a dictionary patches the dictionary that is there, by these same rules; where there is none (nothing, or a
      value of another type), it patches an empty dictionary and the result is put there;
    - every other value replaces the old one.

    >>> patch_settings({'font': 'mono', 'size': 9}, {'size': 11, 'font': None})
    {'size': 11}
    >>> patch_settings({'log': {'level': 1, 'file': 'a.txt'}}, {'log': {'level': 3}})
    {'log': {'level': 3, 'file': 'a.txt'}}
    """
#% canonical
def patch_settings(settings, patch):
    result = dict(settings)
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict):
            old = result.get(name)
            result[name] = patch_settings(old if isinstance(old, dict) else {}, value)
        else:
            result[name] = value
    return result
#% hidden
assert patch_settings({}, {}) == {}
assert patch_settings({'a': 1}, {}) == {'a': 1}
assert patch_settings({}, {'a': 1}) == {'a': 1}
assert patch_settings({}, {'a': None}) == {}
assert patch_settings({'a': 1, 'b': 2}, {'a': None, 'c': 3}) == {'b': 2, 'c': 3}
assert patch_settings({'a': 1}, {'a': 0}) == {'a': 0}
assert patch_settings({'a': 'x'}, {'a': ''}) == {'a': ''}
assert patch_settings({'a': True}, {'a': False}) == {'a': False}
assert patch_settings({'a': {'x': 1}}, {'a': 7}) == {'a': 7}
assert patch_settings({'a': {'x': 1}}, {'a': None}) == {}
assert patch_settings({'a': {'x': 1}}, {'a': {'x': None}}) == {'a': {}}
assert patch_settings({'a': {'x': 1}}, {'a': {}}) == {'a': {'x': 1}}
assert patch_settings({'a': 7}, {'a': {'x': 1}}) == {'a': {'x': 1}}
assert patch_settings({}, {'a': {'x': None, 'y': 2}}) == {'a': {'y': 2}}
assert patch_settings({'a': 7}, {'a': {'x': {'z': None}}}) == {'a': {'x': {}}}
assert patch_settings({'a': {'b': {'c': 1, 'd': 2}, 'e': 3}}, {'a': {'b': {'c': None, 'f': 4}}}) == {'a': {'b': {'d': 2, 'f': 4}, 'e': 3}}
assert patch_settings({'a': [1, 2]}, {'a': [3]}) == {'a': [3]}
settings, patch = {'a': {'b': {'c': 1}}, 'k': 5}, {'a': {'b': {'c': 2}}, 'k': None}
assert patch_settings(settings, patch) == {'a': {'b': {'c': 2}}}
assert settings == {'a': {'b': {'c': 1}}, 'k': 5}
assert patch == {'a': {'b': {'c': 2}}, 'k': None}
#% right: deep copy, then a loop over a stack
def patch_settings(settings, patch):
    from copy import deepcopy
    result = deepcopy(settings)
    stack = [(result, patch)]
    while stack:
        target, changes = stack.pop()
        for name, value in changes.items():
            if value is None:
                if name in target:
                    del target[name]
            elif isinstance(value, dict):
                if not isinstance(target.get(name), dict):
                    target[name] = {}
                stack.append((target[name], value))
            else:
                target[name] = value
    return result
#% right: builds from kept and patched names
def patch_settings(settings, patch):
    result = {k: v for k, v in settings.items() if k not in patch}
    for k, v in patch.items():
        if isinstance(v, dict):
            base = settings.get(k)
            if type(base) is not dict:
                base = {}
            result[k] = patch_settings(base, v)
        elif v is not None:
            result[k] = v
    return result
#% wrong: mutated argument - changes the inner dictionaries of settings
def patch_settings(settings, patch):
    def apply(target, changes):
        for name, value in changes.items():
            if value is None:
                target.pop(name, None)
            elif isinstance(value, dict):
                if not isinstance(target.get(name), dict):
                    target[name] = {}
                apply(target[name], value)
            else:
                target[name] = value
        return target
    return apply(dict(settings), patch)
#% wrong: misread - replaces inner dictionaries
def patch_settings(settings, patch):
    result = {**settings, **patch}
    return {k: v for k, v in result.items() if v is not None}
#% wrong: corner - a new inner dictionary keeps its None values
def patch_settings(settings, patch):
    result = dict(settings)
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict) and isinstance(result.get(name), dict):
            result[name] = patch_settings(result[name], value)
        else:
            result[name] = value
    return result
#% wrong: corner - every false value removes
def patch_settings(settings, patch):
    result = dict(settings)
    for name, value in patch.items():
        if isinstance(value, dict):
            old = result.get(name)
            result[name] = patch_settings(old if isinstance(old, dict) else {}, value)
        elif not value:
            result.pop(name, None)
        else:
            result[name] = value
    return result
#% wrong: exception - removes what is not there
def patch_settings(settings, patch):
    result = dict(settings)
    for name, value in patch.items():
        if value is None:
            del result[name]
        elif isinstance(value, dict):
            result[name] = patch_settings(result.get(name, {}), value)
        else:
            result[name] = value
    return result
#% wrong: exception - patches a number as if it were a dictionary
def patch_settings(settings, patch):
    result = dict(settings)
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict):
            result[name] = patch_settings(result.get(name, {}), value)
        else:
            result[name] = value
    return result
#% wrong: endless loop - never takes the work off the stack
def patch_settings(settings, patch):
    result = dict(settings)
    todo = [(result, patch)]
    while todo:
        target, changes = todo[-1]
        for name, value in changes.items():
            if value is None:
                target.pop(name, None)
            else:
                target[name] = value
        if any(isinstance(v, dict) for v in changes.values()):
            todo[-1] = (target, changes)
        else:
            todo.pop()
    return result
