#% task: dictionaries, medium
#% prompt
from typing import Dict


def final_desk(forwards: Dict[str, str], desk: str) -> str:
    """In an office, forwards[a] == b means that desk a passes its calls on to desk b.
    Say which desk finally answers a call to `desk`: one that does not pass calls on, or passes them to itself.
    A call that would wander in a circle of two or more desks for ever goes to 'voicemail'.

    >>> final_desk({'sales': 'anna', 'anna': 'front'}, 'sales')
    'front'
    >>> final_desk({'sales': 'anna', 'anna': 'sales'}, 'anna')
    'voicemail'
    >>> final_desk({'sales': 'anna'}, 'depot')
    'depot'
    """
#% canonical
def final_desk(forwards, desk):
    seen = set()
    while desk in forwards and forwards[desk] != desk:
        if desk in seen:
            return 'voicemail'
        seen.add(desk)
        desk = forwards[desk]
    return desk
#% hidden
assert final_desk({}, 'hall') == 'hall'
assert final_desk({'hall': 'hall'}, 'hall') == 'hall'
assert final_desk({'a': 'b'}, 'a') == 'b'
assert final_desk({'a': 'b'}, 'b') == 'b'
assert final_desk({'a': 'b', 'b': 'b'}, 'a') == 'b'
assert final_desk({'a': 'b', 'b': 'c', 'c': 'd'}, 'a') == 'd'
assert final_desk({'a': 'b', 'b': 'c', 'c': 'd'}, 'c') == 'd'
assert final_desk({'a': 'b', 'b': 'c', 'c': 'a'}, 'b') == 'voicemail'
assert final_desk({'a': 'b', 'b': 'c', 'c': 'b'}, 'a') == 'voicemail'
assert final_desk({'a': 'b', 'b': 'c', 'c': 'd', 'd': 'b', 'x': 'a', 'y': 'z'}, 'x') == 'voicemail'
assert final_desk({'a': 'b', 'b': 'a', 'x': 'y'}, 'x') == 'y'
assert final_desk({'a': 'b', 'c': 'b', 'b': 'e', 'e': 'e'}, 'c') == 'e'
assert final_desk({str(i): str(i + 1) for i in range(3000)}, '0') == '3000'
forwards = {'a': 'b', 'b': 'c'}
assert final_desk(forwards, 'a') == 'c'
assert forwards == {'a': 'b', 'b': 'c'}
#% right: counts the steps
def final_desk(forwards, desk):
    for _ in range(len(forwards) + 1):
        following = forwards.get(desk, desk)
        if following == desk:
            return desk
        desk = following
    return 'voicemail'
#% right: slow and fast pointer
def final_desk(forwards, desk):
    def step(d):
        return forwards.get(d, d)
    slow, fast = step(desk), step(step(desk))
    while slow != fast:
        slow, fast = step(slow), step(step(fast))
    return slow if step(slow) == slow else 'voicemail'
#% right: uses up a copy of the map
def final_desk(forwards, desk):
    left = {a: b for a, b in forwards.items() if a != b}
    ends = set(left)
    while desk in left:
        desk = left.pop(desk)
    return 'voicemail' if desk in ends else desk
#% wrong: endless loop - a circle that does not hold the first desk
def final_desk(forwards, desk):
    start = desk
    while desk in forwards and forwards[desk] != desk:
        desk = forwards[desk]
        if desk == start:
            return 'voicemail'
    return desk
#% wrong: corner - a desk that forwards to itself is a circle
def final_desk(forwards, desk):
    seen = set()
    while desk in forwards:
        if desk in seen:
            return 'voicemail'
        seen.add(desk)
        desk = forwards[desk]
    return desk
#% wrong: misread - passes the call on only once
def final_desk(forwards, desk):
    target = forwards.get(desk, desk)
    if forwards.get(target) == desk and target != desk:
        return 'voicemail'
    return target
#% wrong: exception - too deep a recursion
def final_desk(forwards, desk, seen=()):
    if desk in seen:
        return 'voicemail'
    following = forwards.get(desk, desk)
    if following == desk:
        return desk
    return final_desk(forwards, following, seen + (desk,))
#% wrong: mutated argument - uses up the map
def final_desk(forwards, desk):
    passed = set()
    while desk in forwards and forwards[desk] != desk:
        passed.add(desk)
        desk = forwards.pop(desk)
    return 'voicemail' if desk in passed else desk
#% wrong: off by one - allows too few steps
def final_desk(forwards, desk):
    for _ in range(len(forwards)):
        following = forwards.get(desk, desk)
        if following == desk:
            return desk
        desk = following
    return 'voicemail'
