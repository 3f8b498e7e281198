#% task: lists, medium
#% prompt
from typing import List


def playlist_gap(requests: List[str], gap: int) -> List[str]:
    """A radio host works through song requests in order. A request is refused if the same song is
    among the last `gap` songs that she has played (refused requests do not count as
    played); otherwise the song is played. With a gap of 0 nothing is refused.
    Return a new list of the songs played; the list of requests stays unchanged.

    >>> playlist_gap(['Sun', 'Sun', 'Rain', 'Sun'], 1)
    ['Sun', 'Rain', 'Sun']
    >>> playlist_gap(['Sun', 'Rain', 'Sun', 'Fog', 'Sun'], 2)
    ['Sun', 'Rain', 'Fog', 'Sun']
    """
#% canonical
def playlist_gap(requests, gap):
    played = []
    for song in requests:
        recent = played[max(0, len(played) - gap):]
        if song not in recent:
            played.append(song)
    return played
#% hidden
assert playlist_gap([], 3) == []
assert playlist_gap(['a'], 1) == ['a']
assert playlist_gap(['a', 'a', 'a'], 0) == ['a', 'a', 'a']
assert playlist_gap(['a', 'b', 'a', 'a'], 0) == ['a', 'b', 'a', 'a']
assert playlist_gap(['a', 'a', 'a'], 1) == ['a']
assert playlist_gap(['a', 'b', 'a', 'b'], 1) == ['a', 'b', 'a', 'b']
assert playlist_gap(['a', 'b', 'a', 'b'], 2) == ['a', 'b']
assert playlist_gap(['a', 'b', 'c', 'a'], 2) == ['a', 'b', 'c', 'a']
assert playlist_gap(['a', 'b', 'a'], 3) == ['a', 'b']
assert playlist_gap(['a', 'b', 'c', 'a'], 3) == ['a', 'b', 'c']
assert playlist_gap(['a', 'b', 'b', 'a'], 2) == ['a', 'b']
assert playlist_gap(['a', 'b', 'b', 'b', 'c', 'a', 'b'], 2) == ['a', 'b', 'c', 'a', 'b']
assert playlist_gap(['x', 'y', 'x', 'z', 'y'], 100) == ['x', 'y', 'z']
assert playlist_gap(['a', 'X', 'A', 'x'], 5) == ['a', 'X', 'A', 'x']
songs = ['p', 'p', 'q']
assert playlist_gap(songs, 1) == ['p', 'q']
assert songs == ['p', 'p', 'q']
#% right: remembers when each song was last played
def playlist_gap(requests, gap):
    played, last = [], {}
    for song in requests:
        if song in last and len(played) - last[song] <= gap:
            continue
        last[song] = len(played)
        played.append(song)
    return played
#% right: bounded queue
def playlist_gap(requests, gap):
    from collections import deque
    recent = deque(maxlen=gap)
    played = []
    for song in requests:
        if song in recent:
            continue
        recent.append(song)
        played.append(song)
    return played
#% wrong: corner - a gap of zero looks at all songs
def playlist_gap(requests, gap):
    played = []
    for song in requests:
        if song not in played[-gap:]:
            played.append(song)
    return played
#% wrong: misread - refused requests count as well
def playlist_gap(requests, gap):
    return [song for i, song in enumerate(requests)
            if song not in requests[max(0, i - gap):i]]
#% wrong: off by one - looks at one song too many
def playlist_gap(requests, gap):
    played = []
    for song in requests:
        if song not in played[-gap - 1:]:
            played.append(song)
    return played
#% wrong: misread - each song is played once
def playlist_gap(requests, gap):
    return list(dict.fromkeys(requests))
#% wrong: corner - early songs are always played
def playlist_gap(requests, gap):
    played = []
    for song in requests:
        if len(played) < gap or song not in played[len(played) - gap:]:
            played.append(song)
    return played
#% wrong: mutated argument - deletes refused requests
def playlist_gap(requests, gap):
    i = 0
    while i < len(requests):
        if requests[i] in requests[max(0, i - gap):i]:
            del requests[i]
        else:
            i += 1
    return requests
#% wrong: corner - start of the window becomes negative
def playlist_gap(requests, gap):
    played = []
    for song in requests:
        n = len(played)
        if song not in played[n - gap:n]:
            played.append(song)
    return played
