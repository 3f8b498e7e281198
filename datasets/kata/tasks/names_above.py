#% task: dictionaries, easy
#% prompt
def names_above(scores: dict, bound: int) -> list:
    """Return a list of the names whose score is greater than bound.
    The names stay in the order of the dictionary.

    >>> names_above({"Ann": 5, "Bob": 2, "Cid": 9}, 4)
    ['Ann', 'Cid']
    >>> names_above({"Ann": 5, "Bob": 4}, 5)
    []
    """
#% canonical
def names_above(scores, bound):
    return [name for name, score in scores.items() if score > bound]
#% hidden
assert names_above({}, 3) == []
assert names_above({"Ida": 1}, 0) == ['Ida']
assert names_above({"Ida": 1}, 1) == []
assert names_above({"Ida": 1}, 2) == []
assert names_above({"Zoe": 8, "Max": 7, "Eva": 9}, 6) == ['Zoe', 'Max', 'Eva']
assert names_above({"Zoe": 8, "Max": 7, "Eva": 9}, 7) == ['Zoe', 'Eva']
assert names_above({"Zoe": 8, "Max": 7, "Eva": 9}, 8) == ['Eva']
assert names_above({"Zoe": -8, "Max": -2, "Eva": -5}, -6) == ['Max', 'Eva']
assert names_above({"Tom": 0, "Liv": 1}, -1) == ['Tom', 'Liv']
assert names_above({"Tom": 10, "Liv": 10, "Kai": 10}, 9) == ['Tom', 'Liv', 'Kai']
assert names_above({"d": 4, "c": 30, "b": 20, "a": 1}, 10) == ['c', 'b']
#% right: plain loop
def names_above(scores, bound):
    found = []
    for name in scores:
        if scores[name] > bound:
            found.append(name)
    return found
#% right: filter
def names_above(scores, bound):
    return list(filter(lambda name: scores[name] > bound, scores))
#% wrong: off by one - a score equal to the bound counts
def names_above(scores, bound):
    return [name for name, score in scores.items() if score >= bound]
#% wrong: misread - sorts the names
def names_above(scores, bound):
    return sorted(name for name in scores if scores[name] > bound)
#% wrong: wrong type - returns a set
def names_above(scores, bound):
    return {name for name in scores if scores[name] > bound}
#% wrong: corner - never takes a negative score
def names_above(scores, bound):
    return [name for name, score in scores.items() if score > bound and score > 0]
#% wrong: misread - returns the scores
def names_above(scores, bound):
    return [score for score in scores.values() if score > bound]
