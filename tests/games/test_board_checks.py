"""No deal that was played by the rules is refused for its cards, however the players played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

import games
from games import Board, parse_options
from games.cards import SUIT_LABELS, SUIT_LETTERS, get_rank, get_suit
from games.fighting_cards.boards import count_points
from games.skat.boards import to_card, to_code
from games.skat.cards import BELOW_JACKS, GRAND, count_card_points, count_matadors, list_trumps
from league.rules.duplicate.generator import deal_board

SEED = "9e3779b97f4a7c15f39cc0605cedc834"
TRUMPS = [*SUIT_LABELS, GRAND]
BOARDS = 300
Ranked = Sequence[str]  # cards of a suit, the highest first


def play_three(
    hands: list[list[str]], leader: int, find_order: Callable[[str], Ranked], trumps: Ranked, chance: Random
) -> list[list[str]]:
    """Play all tricks with any legal cards; return the cards that each player has won.

    `find_order` returns the cards of the suit that a card belongs to, the highest first; the trumps are one of these.
    """
    won: list[list[str]] = [[], [], []]
    while hands[leader]:
        trick: list[tuple[int, str]] = []
        for player in (leader, (leader + 1) % 3, (leader + 2) % 3):
            legal = hands[player]
            if trick:
                suit = find_order(trick[0][1])
                legal = [card for card in legal if card in suit] or legal
            card = chance.choice(sorted(legal))
            hands[player].remove(card)
            trick.append((player, card))
        suit = find_order(trick[0][1])

        def rank(played: tuple[int, str], suit: Ranked = suit) -> tuple[bool, int]:
            card = played[1]
            order = trumps if card in trumps else suit
            return card in trumps, -order.index(card) if card in order else -99

        leader = max(trick, key=rank)[0]
        won[leader] += [card for _player, card in trick]
    return won


def take_skat(board: Board, declarer: int, chance: Random) -> tuple[list[list[str]], list[str], bool]:
    """Return the hands, what lies aside, and whether the declarer took the skat up."""
    hands = [list(board.list_cards_of(position)) for position in range(3)]
    aside = list(board.list_cards_of(None))
    has_skat = chance.random() < 0.5
    if has_skat:
        hands[declarer] += aside
        aside = chance.sample(hands[declarer], 2)
        hands[declarer] = [card for card in hands[declarer] if card not in aside]
    return hands, aside, has_skat


@pytest.mark.parametrize("key", ["international-skat", "north-american-skat"])
def test_no_game_of_skat_that_was_played_is_refused(key: str) -> None:
    game = games.get(key)
    assert game.duplicate is not None
    options = parse_options(game, {})
    order: Any = getattr(options, "rank_order", "traditional")
    chance = Random(4)
    for number in range(1, BOARDS + 1):
        board = deal_board(game, SEED, number)
        for trump in TRUMPS:
            trumps = [to_code(card) for card in list_trumps(trump, order)]

            def find_order(card: str, trumps: Ranked = trumps) -> Ranked:
                plain = [get_suit(card) + rank for rank in BELOW_JACKS[order]]
                return trumps if card in trumps else [each for each in plain if each not in trumps]

            declarer = chance.randrange(3)
            hands, aside, has_skat = take_skat(board, declarer, chance)
            held = [*board.list_cards_of(declarer), *board.list_cards_of(None)]
            won = play_three(hands, 1, find_order, trumps, chance)[declarer]
            deal: dict[str, Any] = {
                "declarer": declarer,
                "bid": 18,
                "matadors": count_matadors(map(to_card, held), trump, order),
                "points": count_card_points(map(to_card, won + aside)),
                "tricks": len(won) // 3,
            }
            if key == "international-skat":
                deal |= {"game": trump, "hand": not has_skat}
            elif trump == GRAND:
                deal |= {"game": "gucki-grand" if has_skat else "grand-solo"}
            elif has_skat and not any(to_card(card).suit == trump for card in board.list_cards_of(None)):
                continue  # the suit can't have been turned up
            else:
                deal |= {"game": "tournee" if has_skat else "solo", "suit": trump}
            assert not list(game.duplicate.check(board, deal, (0, 1, 2), options)), (number, deal)


def test_no_game_of_fighting_cards_that_was_played_is_refused() -> None:
    game = games.get("fighting-cards")
    assert game.duplicate is not None
    options = parse_options(game, {})
    chance = Random(4)
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7")
    for number in range(1, BOARDS + 1):
        board = deal_board(game, SEED, number)
        for letter in SUIT_LETTERS.values():
            declarer = chance.randrange(3)
            hands, aside, has_skat = take_skat(board, declarer, chance)
            won = play_three(
                hands,
                (declarer + 1) % 3,
                lambda card: [get_suit(card) + rank for rank in ranks],
                [letter + rank for rank in ranks],
                chance,
            )[declarer]
            assert {get_rank(card) for card in won} <= set(ranks)
            deal = {
                "declarer": declarer,
                "bid": 21,
                "hand": not has_skat,
                "points": count_points(won + aside),
            }
            assert not list(game.duplicate.check(board, deal, (0, 1, 2), options)), (number, deal)
