"""Yellowstone Park: what a seat knows, and random states that agree with it.

Hidden places are numbered: the hands of seats 0 to 4, their stacks from 5, the pile last.
"""

from typing import Any

import numpy as np

from tablee.rules.bits import below, nth, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, Rng, register
from tablee.rules.yellowstone import ALL, FIRST, KINDS, STATE, kinds_of

STACKS, PILE, HIDDEN_PLACES = 5, 10, 11
SHUFFLES = 8  # exchanges tried for each card, when some cards can't be everywhere

Sets = Any  # one set of cards a hidden place


@compiled
def other_card(cards: int) -> int:
    """For each card, the other one of its kind."""
    return (cards & FIRST) << KINDS | cards >> KINDS


@compiled
def exchanged(cards: int, kinds: int) -> int:
    """The set with the two cards of these kinds standing for each other."""
    differ = (cards ^ cards >> KINDS) & kinds
    return cards ^ (differ | differ << KINDS)


@compiled
def tidy(view: Record) -> int:
    """Order the two cards of each kind by what is public of them; the kinds that changed."""
    swap, alike = 0, int(FIRST)
    for place in range(HIDDEN_PLACES + 1):
        cards = view.board if place == HIDDEN_PLACES else may_lie(view, place)
        first, second = cards & FIRST, cards >> KINDS
        swap |= alike & second & ~first
        alike &= ~(first ^ second)
    view.board = exchanged(view.board, swap)
    view.may_pile = exchanged(view.may_pile, swap)
    for seat in range(view.seats):
        view.may_hand[seat] = exchanged(view.may_hand[seat], swap)
        view.may_stack[seat] = exchanged(view.may_stack[seat], swap)
    return swap


@compiled
def may_lie(s: Record, place: int) -> int:
    if place == PILE:
        return s.may_pile
    return s.may_hand[place] if place < STACKS else s.may_stack[place - STACKS]


@compiled
def copy_public(s: Record, view: Record) -> None:
    view.board, view.may_pile = s.board, s.may_pile & ~s.board
    for q in range(5):
        view.mark[q] = s.mark[q]
        view.may_hand[q] = s.may_hand[q] & ~s.board
        view.may_stack[q] = s.may_stack[q] & ~s.board
    for colour in range(4):
        view.column[colour] = s.column[colour]
    view.seats, view.options, view.turn, view.phase = s.seats, s.options, s.turn, s.phase
    view.laid, view.neutral, view.scorings = s.laid, s.neutral, s.scorings


@compiled
def hide(s: Record, seat: int, view: Record) -> None:
    copy_public(s, view)
    tidy(view)
    for q in range(5):
        view.hand[q], view.stack[q] = ~ones(s.hand[q]), ~ones(s.stack[q])
    if seat >= 0:
        own_cards(s, seat, view)


@compiled
def own_cards(s: Record, seat: int, view: Record) -> None:
    """One's own cards by kind only: which of two like cards one holds, one cannot know.

    Where the public memory leaves a choice, the first of the two is taken to be one's own.
    """
    hand, stack = s.hand[seat], s.stack[seat]
    in_hand, in_stack = kinds_of(hand), kinds_of(stack)
    hand_twice, stack_twice = hand & hand >> KINDS & FIRST, stack & stack >> KINDS & FIRST
    hand_once, stack_once = in_hand ^ hand_twice, in_stack ^ stack_twice
    mixed = hand_once & stack_once
    may_hand, may_stack = view.may_hand[seat], view.may_stack[seat]
    hand_first = hand_once & may_hand & ~(mixed & ~(may_stack >> KINDS))
    stack_first = stack_once & (may_stack & ~mixed | mixed & ~hand_first)
    view.hand[seat] = hand_twice | hand_first | (hand_twice | hand_once & ~hand_first) << KINDS
    view.stack[seat] = (
        stack_twice | stack_first | (stack_twice | stack_once & ~stack_first) << KINDS
    )


@compiled
def size(cards: int) -> int:
    """How many cards a set has, in a view too."""
    return ~cards if cards < 0 else ones(cards)


@compiled
def possible(view: Record, seat: int, may: Sets, sizes: Any) -> int:
    """For each hidden place the cards that may lie there as far as `seat` knows, and how many do.

    Gives the seat's own cards for which either of two like cards may stand.
    """
    hand = view.hand[seat] if seat >= 0 else 0
    stack = view.stack[seat] if seat >= 0 else 0
    known = view.board | hand | stack
    either = 0
    if seat >= 0:
        either = other_card(hand) & ~known & view.may_hand[seat]
        either |= other_card(stack) & ~known & view.may_stack[seat]
        either = other_card(either)
    left = 2 * KINDS - ones(known)
    for place in range(PILE):
        owner = place if place < STACKS else place - STACKS
        cards = view.hand[owner] if place < STACKS else view.stack[owner]
        sizes[place] = 0 if owner == seat else size(cards)
        left -= sizes[place]
    sizes[PILE] = left
    for place in range(HIDDEN_PLACES):
        cards = may_lie(view, place)
        cards |= other_card(cards & either)
        may[place] = cards & ~known if sizes[place] else 0
    return either


@compiled
def imagine(view: Record, seat: int, rng: Rng, s: Record) -> None:
    """Spread the unseen cards over the places where they may lie.

    Places whose cards are certain are filled first. If every other card may lie in every other
    place, each way to spread them is equally likely, exactly. Otherwise a first way is found and
    then shuffled by exchanging pairs of cards, which comes close to that.
    """
    may = np.empty(HIDDEN_PLACES, np.int64)
    sizes = np.empty(HIDDEN_PLACES, np.int64)
    lies = np.zeros(HIDDEN_PLACES, np.int64)
    either = possible(view, seat, may, sizes)
    copy_public(view, s)
    for q in range(5):
        s.hand[q] = view.hand[q] if q == seat else 0
        s.stack[q] = view.stack[q] if q == seat else 0
    unseen = ALL & ~view.board
    if seat >= 0:
        unseen &= ~(view.hand[seat] | view.stack[seat])
    for place in range(HIDDEN_PLACES):
        if sizes[place] and ones(may[place] & unseen) == sizes[place]:
            lies[place] = may[place] & unseen
            unseen ^= lies[place]
            sizes[place] = 0
    anywhere = True
    for place in range(HIDDEN_PLACES):
        anywhere &= sizes[place] == 0 or not unseen & ~may[place]
    if anywhere:
        deal_freely(unseen, sizes, rng, lies)
    else:
        deal_where_allowed(unseen, may, sizes, rng, lies)
    settle_twins(view, seat, either, lies, s)
    for q in range(view.seats):
        if q != seat:
            s.hand[q], s.stack[q] = lies[q], lies[STACKS + q]


@compiled
def deal_freely(cards: int, sizes: Any, rng: Rng, lies: Sets) -> None:
    left = ones(cards)
    for place in range(PILE):
        for _ in range(sizes[place]):
            card = 1 << nth(cards, below(rng, left))
            left -= 1
            cards ^= card
            lies[place] |= card
    if sizes[PILE]:
        lies[PILE] |= cards


@compiled
def deal_where_allowed(cards: int, may: Sets, sizes: Any, rng: Rng, lies: Sets) -> None:
    count = ones(cards)
    card_at = np.empty(count, np.int64)
    place_of = np.empty(count, np.int64)
    room = sizes.copy()
    choices = np.empty(count, np.int64)
    for i in range(count):
        k = below(rng, count - i)
        card_at[i] = 1 << nth(cards, k)
        cards ^= card_at[i]
        choices[i] = 0
        for place in range(HIDDEN_PLACES):
            if sizes[place] and may[place] & card_at[i]:
                choices[i] += 1
    placed = 0
    for few in range(1, HIDDEN_PLACES + 1):
        for i in range(count):
            if choices[i] != few:
                continue
            total = 0
            for place in range(HIDDEN_PLACES):
                if may[place] & card_at[i]:
                    total += room[place]
            if total == 0:
                make_room(card_at[i], card_at, place_of, placed, may, sizes, room)
                for place in range(HIDDEN_PLACES):
                    if may[place] & card_at[i]:
                        total += room[place]
            k = below(rng, total)
            for place in range(HIDDEN_PLACES):
                if may[place] & card_at[i]:
                    k -= room[place]
                    if k < 0:
                        place_of[i] = place
                        room[place] -= 1
                        break
            placed |= card_at[i]
    for _ in range(SHUFFLES * count):
        i, j = below(rng, count), below(rng, count)
        a, b = place_of[i], place_of[j]
        if may[b] & card_at[i] and may[a] & card_at[j]:
            place_of[i], place_of[j] = b, a
    for i in range(count):
        lies[place_of[i]] |= card_at[i]


@compiled
def make_room(
    card: int, card_at: Any, place_of: Any, placed: int, may: Sets, sizes: Any, room: Any
) -> None:
    """Move placed cards on, one for another, until a place where `card` may lie has room."""
    came_from = np.full(HIDDEN_PLACES, -2, np.int64)  # -2: not reached; -1: where the card may lie
    mover = np.zeros(HIDDEN_PLACES, np.int64)
    queue = np.empty(HIDDEN_PLACES, np.int64)
    head = tail = 0
    for place in range(HIDDEN_PLACES):
        if sizes[place] and may[place] & card:
            came_from[place] = -1
            queue[tail] = place
            tail += 1
    while head < tail:
        place = queue[head]
        head += 1
        if room[place]:
            room[place] -= 1
            while came_from[place] >= 0:
                place_of[mover[place]] = place
                place = came_from[place]
            room[place] += 1
            return
        for i in range(card_at.shape[0]):
            if placed & card_at[i] and place_of[i] == place:
                for target in range(HIDDEN_PLACES):
                    if came_from[target] == -2 and sizes[target] and may[target] & card_at[i]:
                        came_from[target] = place
                        mover[target] = i
                        queue[tail] = target
                        tail += 1


@compiled
def settle_twins(view: Record, seat: int, either: int, lies: Sets, s: Record) -> None:
    """Where one's own card and its twin stand for each other, keep the public memory true."""
    for place in range(HIDDEN_PLACES):
        wrong = lies[place] & other_card(either) & ~may_lie(view, place)
        if wrong:
            own = other_card(wrong)
            lies[place] ^= wrong | own
            in_hand = own & s.hand[seat]
            in_stack = own & s.stack[seat]
            s.hand[seat] ^= in_hand | other_card(in_hand)
            s.stack[seat] ^= in_stack | other_card(in_stack)


register(STATE, globals())
