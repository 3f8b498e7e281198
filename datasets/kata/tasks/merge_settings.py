#% task: parsing, medium
#% prompt
from typing import Dict


def merge_settings(defaults: Dict[str, str], text: str) -> Dict[str, str]:
    """Read the settings in `text` and return a new dictionary: the defaults, with those settings put in.
    The settings are separated by ';' and look like name=value. Spaces around a name or a value
    do not belong to it, and a value may itself contain '='. If a name appears twice, the later value counts.
    Settings whose name is not among the defaults are ignored, and so are pieces without any '='.
    The given dictionary must stay as it is.

    >>> merge_settings({"color": "red", "size": "3"}, "size = 5")
    {'color': 'red', 'size': '5'}
    >>> merge_settings({"mode": "dark"}, "mode=light; speed=9")
    {'mode': 'light'}
    """
#% canonical
def merge_settings(defaults, text):
    result = dict(defaults)
    for piece in text.split(";"):
        name, equals, value = piece.partition("=")
        name = name.strip()
        if equals and name in result:
            result[name] = value.strip()
    return result
#% hidden
assert merge_settings({}, "") == {}
assert merge_settings({}, "a=1;b=2") == {}
assert merge_settings({"a": "1"}, "") == {"a": "1"}
assert merge_settings({"a": "1"}, "a=2;a=3") == {"a": "3"}
assert merge_settings({"a": "1"}, "a") == {"a": "1"}
assert merge_settings({"a": "1"}, "a=") == {"a": ""}
assert merge_settings({"a": "1"}, ";; a=2 ;;") == {"a": "2"}
assert merge_settings({"url": "-"}, "url = x?y=1") == {"url": "x?y=1"}
assert merge_settings({"a": "1", "b": "2"}, "b=x;c=y;a=z") == {"a": "z", "b": "x"}
assert merge_settings({"A": "1"}, "a=2") == {"A": "1"}
assert merge_settings({"title": "none"}, "  title  =  two  words  ") == {"title": "two  words"}
assert merge_settings({"a": "1"}, "=5;a==") == {"a": "="}
base = {"x": "1", "y": "2"}
assert merge_settings(base, "x=7;z=1") == {"x": "7", "y": "2"}
assert base == {"x": "1", "y": "2"}
#% right: reads everything first
def merge_settings(defaults, text):
    given = {}
    for piece in text.split(";"):
        if "=" in piece:
            name, value = piece.split("=", 1)
            given[name.strip()] = value.strip()
    return {name: given.get(name, value) for name, value in defaults.items()}
#% right: regular expression
def merge_settings(defaults, text):
    import re
    result = {**defaults}
    for name, value in re.findall(r"(?:^|;)([^;=]*)=([^;]*)", text):
        if name.strip() in defaults:
            result.update({name.strip(): value.strip()})
    return result
#% wrong: mutated argument - writes into the defaults
def merge_settings(defaults, text):
    for piece in text.split(";"):
        if "=" in piece:
            name, value = piece.split("=", 1)
            if name.strip() in defaults:
                defaults[name.strip()] = value.strip()
    return defaults
#% wrong: exception - pieces without an equals sign
def merge_settings(defaults, text):
    result = dict(defaults)
    for piece in text.split(";"):
        name, value = piece.split("=", 1)
        if name.strip() in result:
            result[name.strip()] = value.strip()
    return result
#% wrong: corner - a value ends at the next equals sign
def merge_settings(defaults, text):
    result = dict(defaults)
    for piece in text.split(";"):
        parts = piece.split("=")
        if len(parts) > 1 and parts[0].strip() in result:
            result[parts[0].strip()] = parts[1].strip()
    return result
#% wrong: misread - unknown names come in
def merge_settings(defaults, text):
    result = dict(defaults)
    for piece in text.split(";"):
        if "=" in piece:
            name, value = piece.split("=", 1)
            result[name.strip()] = value.strip()
    return result
#% wrong: corner - an empty value is ignored
def merge_settings(defaults, text):
    result = dict(defaults)
    for piece in text.split(";"):
        name, _, value = piece.partition("=")
        if value.strip() and name.strip() in result:
            result[name.strip()] = value.strip()
    return result
#% wrong: misread - takes all spaces out
def merge_settings(defaults, text):
    result = dict(defaults)
    for piece in text.replace(" ", "").split(";"):
        name, equals, value = piece.partition("=")
        if equals and name in result:
            result[name] = value
    return result
