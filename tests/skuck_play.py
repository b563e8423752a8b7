"""A program that plays legal cards of SKUCK from a board, so that whole evenings can be made up from their packs.

Rules: docs/reference/scoring.md, SKUCK: At the table; docs/reference/duplicate.md, SKUCK. The players are no good: any
legal card may be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import games
from games import Board
from games.cards import SUIT_LETTERS, get_rank, get_suit
from games.skuck.boards import count_points, find_calling_side
from games.skuck.sheet import TRICKS, Options
from games.skuck.trump import RANKS, find_leader

CLUB_JACK = "CJ"
TRUMPS = (*SUIT_LETTERS, "none")
Chooser = Callable[[Sequence[str]], str]  # from the legal cards


@dataclass
class Side:
    """What a side still has: its hand, and its columns, of which the last card lies on top."""

    hand: list[str]
    columns: list[list[str]]
    shown: list[list[bool]]

    def list_playable(self) -> list[str]:
        """Return the hand, and the cards on top that are face up."""
        tops = [
            column[-1] for column, shown in zip(self.columns, self.shown, strict=True) if column and shown[-1]
        ]
        return [*self.hand, *tops]

    def list_legal(self, led: str | None = None) -> list[str]:
        """Return the cards that may be played: of the suit of the card that was led, where there is one."""
        playable = self.list_playable()
        following = [card for card in playable if led and get_suit(card) == get_suit(led)]
        return following or playable

    def play(self, card: str) -> None:
        """Take a card away. Raises ValueError for one that is not there to be played."""
        if card in self.hand:
            self.hand.remove(card)
            return
        for column, shown in zip(self.columns, self.shown, strict=True):
            if column and column[-1] == card and shown[-1]:
                column.pop()
                shown.pop()
                return
        raise ValueError(f"{card} can't be played")

    def turn_up(self) -> None:
        """Turn the cards on top face up, as is done after each trick."""
        for shown in self.shown:
            if shown:
                shown[-1] = True


@dataclass
class Played:
    """How a board was played: each trick's leader with both cards in order, and the tricks of both sides."""

    tricks: list[int] = field(default_factory=lambda: [0, 0])
    course: list[tuple[int, str, str]] = field(default_factory=list)


def build_sides(board: Board) -> list[Side]:
    sides = []
    for side in (0, 1):
        hand, *columns = [pile for pile in board.piles if pile.position == side]
        sides.append(
            Side(
                list(hand.cards),
                [list(pile.cards) for pile in columns],
                [list(pile.shown) for pile in columns],
            )
        )
    return sides


def is_won_by_leader(led: str, answer: str, trump: str) -> bool:
    """Return whether the card that was led takes the trick. The jack of clubs can't take one of another suit."""
    if get_suit(answer) == get_suit(led):
        return RANKS.index(get_rank(led)) > RANKS.index(get_rank(answer))
    return get_suit(answer) != SUIT_LETTERS.get(trump) or answer == CLUB_JACK


def play_board(board: Board, trump: str, leader: int, choosers: Sequence[Chooser]) -> Played:
    """Play all 26 tricks; who wins the jack of clubs has one more."""
    sides, played = build_sides(board), Played()
    while sides[leader].list_playable():
        led = choosers[leader](sides[leader].list_legal())
        answer = choosers[1 - leader](sides[1 - leader].list_legal(led))
        sides[leader].play(led)
        sides[1 - leader].play(answer)
        played.course.append((leader, led, answer))
        leader = leader if is_won_by_leader(led, answer, trump) else 1 - leader
        played.tricks[leader] += 1 + (CLUB_JACK in (led, answer))
        for side in sides:
            side.turn_up()
    return played


# --- sheets


def make_deal(board: Board, seats: Sequence[int], chance: Random) -> dict[str, Any]:
    """Return the deal of a sheet as it may have been played; `seats` has the seat of each side.

    Trump is one of the caller's longest suits, now and then none; bids are close to the tricks taken, as people bid.
    """
    caller = find_calling_side(board)
    known = board.list_known_cards(caller)
    lengths = {suit: sum(get_suit(card) == letter for card in known) for suit, letter in SUIT_LETTERS.items()}
    longest = sorted(lengths, key=lambda suit: (-lengths[suit], suit))
    trump = chance.choice((*longest[:2], longest[0], "none"))
    leader = find_leader(caller, count_points(board))
    chooser = chance.choice
    played = play_board(board, trump, chance.randrange(2) if leader is None else leader, (chooser, chooser))
    tricks, bids = [0, 0], [0, 0]
    for side, seat in enumerate(seats):
        tricks[seat] = played.tricks[side]
        bids[seat] = min(TRICKS, max(0, tricks[seat] + chance.choice((-3, -2, -1, 0, 0, 1, 2))))
    duplicate = games.get("skuck").duplicate
    assert duplicate is not None
    return {"bids": bids, "tricks": tricks, "trump": trump, **duplicate.fill(board, seats, Options())}


def make_sheet(boards: Sequence[Board], first: int, chance: Random) -> dict[str, Any]:
    """Return the sheet of a match with these boards, of which the first has this number from 0 in the tournament."""
    duplicate = games.get("skuck").duplicate
    assert duplicate is not None
    return {
        "deals": [
            make_deal(board, duplicate.list_seats(number), chance)
            for number, board in enumerate(boards, first)
        ]
    }
