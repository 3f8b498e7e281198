#% task: lists, easy
#% prompt
from typing import List


def trimmed_scores(scores: List[int]) -> List[int]:
    """Judges at a diving contest give scores. Leave out one highest and one lowest score and
    return the others in their order. If several judges gave the highest score, leave out the
    first of these; if several gave the lowest, leave out the last of them.
    With fewer than three scores the result is empty. Do not change the list passed in.

    >>> trimmed_scores([7, 9, 6, 8])
    [7, 8]
    >>> trimmed_scores([5, 9, 6, 9])
    [6, 9]
    """
#% canonical
def trimmed_scores(scores):
    if len(scores) < 3:
        return []
    rest = list(scores)
    rest.remove(max(scores))
    rest.reverse()
    rest.remove(min(scores))
    rest.reverse()
    return rest
#% hidden
assert trimmed_scores([]) == []
assert trimmed_scores([4]) == []
assert trimmed_scores([4, 8]) == []
assert trimmed_scores([1, 2, 3]) == [2]
assert trimmed_scores([3, 2, 1]) == [2]
assert trimmed_scores([5, 5, 5]) == [5]
assert trimmed_scores([6, 6, 6, 6]) == [6, 6]
assert trimmed_scores([1, 5, 1, 3]) == [1, 3]
assert trimmed_scores([9, 4, 9, 4, 5]) == [4, 9, 5]
assert trimmed_scores([8, 2, 8, 8]) == [8, 8]
assert trimmed_scores([0, -2, 3, -2]) == [0, -2]
assert trimmed_scores([10, 7, 8, 2, 9]) == [7, 8, 9]
scores = [6, 9, 1, 7]
assert trimmed_scores(scores) == [6, 7]
assert scores == [6, 9, 1, 7]
#% right: by position
def trimmed_scores(scores):
    if len(scores) < 3:
        return []
    high = scores.index(max(scores))
    low = len(scores) - 1 - scores[::-1].index(min(scores))
    return [s for i, s in enumerate(scores) if i not in (high, low)]
#% right: searches in one pass
def trimmed_scores(scores):
    if len(scores) <= 2:
        return []
    high = low = 0
    for i in range(len(scores)):
        if scores[i] > scores[high]:
            high = i
        if scores[i] <= scores[low]:
            low = i
    first, second = sorted((high, low))
    return scores[:first] + scores[first + 1:second] + scores[second + 1:]
#% wrong: mutated argument - deletes from the list of the caller
def trimmed_scores(scores):
    if len(scores) < 3:
        return []
    low = len(scores) - 1 - scores[::-1].index(min(scores))
    high = scores.index(max(scores))
    for i in sorted([low, high], reverse=True):
        del scores[i]
    return scores
#% wrong: misread - returns the scores sorted
def trimmed_scores(scores):
    return sorted(scores)[1:-1]
#% wrong: corner - leaves out the first lowest score
def trimmed_scores(scores):
    if len(scores) < 3:
        return []
    rest = scores[:]
    rest.remove(max(rest))
    rest.remove(min(rest))
    return rest
#% wrong: corner - leaves out all tied scores
def trimmed_scores(scores):
    if len(scores) < 3:
        return []
    return [s for s in scores if min(scores) < s < max(scores)]
#% wrong: exception - too few scores
def trimmed_scores(scores):
    rest = list(scores)
    rest.remove(max(rest))
    rest = rest[::-1]
    rest.remove(min(rest))
    return rest[::-1]
#% wrong: misread - drops the first and the last judge
def trimmed_scores(scores):
    return scores[1:-1]
