#% task: lists, easy
#% prompt
def deal_out(cards, players):
    """Deal a list of cards, from its front, to `players` players (at least one): one card to
    each player in turn, round after round. A round is only dealt if there are enough cards left
    for everybody. Return the list of hands, the first player's hand first, with the cards
    of each hand in the order in which they were dealt. The list `cards` must stay unchanged.

    >>> deal_out([1, 2, 3, 4, 5, 6, 7], 3)
    [[1, 4], [2, 5], [3, 6]]
    >>> deal_out(['K', 'Q'], 2)
    [['K'], ['Q']]
    """
#% canonical
def deal_out(cards, players):
    rounds = len(cards) // players
    hands = []
    for player in range(players):
        hands.append([cards[r * players + player] for r in range(rounds)])
    return hands
#% hidden
assert deal_out([], 1) == [[]]
assert deal_out([], 3) == [[], [], []]
assert deal_out([5], 1) == [[5]]
assert deal_out([5, 6, 7], 1) == [[5, 6, 7]]
assert deal_out(['K'], 2) == [[], []]
assert deal_out([1, 2, 3, 4], 2) == [[1, 3], [2, 4]]
assert deal_out([1, 2, 3, 4, 5], 2) == [[1, 3], [2, 4]]
assert deal_out([8, 8, 8], 3) == [[8], [8], [8]]
assert deal_out([1, 2, 3, 4, 5], 3) == [[1], [2], [3]]
assert deal_out(list(range(12)), 4) == [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
assert deal_out(['a', 'b', 'a', 'b', 'c', 'd', 'e'], 2) == [['a', 'a', 'c'], ['b', 'b', 'd']]
pack = [9, 8, 7, 6, 5]
assert deal_out(pack, 2) == [[9, 7], [8, 6]]
assert pack == [9, 8, 7, 6, 5]
#% right: slices
def deal_out(cards, players):
    dealt = len(cards) - len(cards) % players
    return [cards[p:dealt:players] for p in range(players)]
#% right: deals card by card
def deal_out(cards, players):
    hands = [[] for _ in range(players)]
    place = 0
    while place + players <= len(cards):
        for hand in hands:
            hand.append(cards[place])
            place += 1
    return hands
#% wrong: misread - deals the incomplete round as well
def deal_out(cards, players):
    return [cards[p::players] for p in range(players)]
#% wrong: mutated argument - takes the cards off the list
def deal_out(cards, players):
    hands = [[] for _ in range(players)]
    while len(cards) >= players:
        for hand in hands:
            hand.append(cards.pop(0))
    return hands
#% wrong: misread - gives each player a block of cards
def deal_out(cards, players):
    size = len(cards) // players
    return [cards[p * size:(p + 1) * size] for p in range(players)]
#% wrong: corner - all players hold the same list
def deal_out(cards, players):
    hands = [[]] * players
    for i in range(len(cards) - len(cards) % players):
        hands[i % players].append(cards[i])
    return hands
#% wrong: corner - no hands if there are too few cards
def deal_out(cards, players):
    rounds = [cards[i:i + players] for i in range(0, len(cards), players)]
    rounds = [r for r in rounds if len(r) == players]
    return [list(hand) for hand in zip(*rounds)]
#% wrong: wrong type - hands are tuples
def deal_out(cards, players):
    full = len(cards) // players * players
    return [tuple(cards[p:full:players]) for p in range(players)]
#% wrong: off by one - the last complete round is not dealt
def deal_out(cards, players):
    hands = [[] for _ in range(players)]
    place = 0
    while place + players < len(cards):
        for p in range(players):
            hands[p].append(cards[place + p])
        place += players
    return hands
