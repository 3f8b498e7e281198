#% task: dictionaries, easy
#% prompt
def count_absent(present: dict) -> int:
    """Return how many values in the dictionary are False.

    >>> count_absent({"Ann": True, "Bob": False, "Cid": False})
    2
    >>> count_absent({"Ann": True})
    0
    """
#% canonical
def count_absent(present):
    return sum(1 for here in present.values() if not here)
#% hidden
assert count_absent({}) == 0
assert count_absent({"Ida": False}) == 1
assert count_absent({"Max": True, "Ida": True}) == 0
assert count_absent({"Max": False, "Ida": True}) == 1
assert count_absent({"Max": True, "Ida": False}) == 1
assert count_absent({"Max": False, "Ida": False}) == 2
assert count_absent({"a": False, "b": False, "c": False}) == 3
assert count_absent({"a": True, "b": True, "c": True, "d": False}) == 1
assert count_absent({"a": False, "b": True, "c": False, "d": True, "e": False}) == 3
assert count_absent({"a": False, "b": False, "c": False, "d": True, "e": False}) == 4
#% right: plain loop
def count_absent(present):
    absent = 0
    for pupil in present:
        if present[pupil] == False:
            absent += 1
    return absent
#% right: list count
def count_absent(present):
    return list(present.values()).count(False)
#% wrong: misread - counts those present
def count_absent(present):
    return sum(present.values())
#% wrong: wrong type - returns the names
def count_absent(present):
    return [pupil for pupil in present if not present[pupil]]
#% wrong: corner - stops at the first pupil
def count_absent(present):
    absent = 0
    for pupil in present:
        if not present[pupil]:
            absent += 1
        return absent
#% wrong: misread - all but one pupil
def count_absent(present):
    return len(present) - 1
