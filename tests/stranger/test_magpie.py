"""Tests of Magpie that use `games` alone, as those of any game may do."""

from random import Random
from typing import Any

import pytest

import games
from games import Game, Invalid


@pytest.fixture(autouse=True)
def _installed(third_party_game: Game) -> None:
    """Install the game, which `pip install --editable .` does in a package's own repository."""


def score(*hands: dict[str, Any], seats: int = 3, fines: Any = (), **options: Any) -> games.Score:
    return games.score("magpie", {"deals": list(hands), "fines": list(fines)}, options=options, seats=seats)


def hand(*tricks: int | None, **more: Any) -> dict[str, Any]:
    return {"tricks": list(tricks), "magpie": 0, "promise": 4, "trump": "stars"} | more


def scores(result: games.Score) -> list[int]:
    return [seat.score for seat in result.seats]


# --- what a hand is worth


def test_kept_promise_is_worth_as_much_again_and_a_broken_one_as_much_less() -> None:
    assert scores(score(hand(5, 1, 3))) == [9, 1, 3]
    assert scores(score(hand(3, 3, 3))) == [-1, 3, 3]


def test_by_moonlight_all_of_it_counts_double() -> None:
    assert scores(score(hand(5, 1, 3, moonlit=True))) == [18, 2, 6]


def test_by_moonlight_the_magpie_gets_a_point_for_each_moth() -> None:
    assert scores(score(hand(5, 1, 3, moonlit=True, moths=2))) == [20, 2, 6]
    assert scores(score(hand(3, 3, 3, moonlit=True, moths=3))) == [2 * (3 - 4) + 3, 6, 6]


def test_who_stays_on_the_nest_has_no_score_for_the_hand() -> None:
    result = score(hand(5, None, 4), hand(4, 4, 1))
    assert [seat.deal_scores for seat in result.seats] == [(9, 8), (None, 4), (4, 1)]
    assert [seat.deals for seat in result.seats] == [2, 1, 2]


def test_equal_scores_share_the_place() -> None:
    result = score(hand(5, 2, 2), hands=1)
    assert [(seat.place, seat.outcome) for seat in result.seats] == [(1, "win"), (2, "loss"), (2, "loss")]
    assert [seat.outcome for seat in score(hand(5, 4, None), hands=2).seats] == [None] * 3


# --- what cannot be

REFUSED = {
    "deals.0.tricks tricks-total": [hand(5, 1, 2)],
    "deals.0.magpie no-such-seat": [hand(5, 1, 3, magpie=3)],
    "deals.0.last no-such-seat": [hand(5, 1, 3, last=4)],
    "deals.0.tricks.0 magpie-out": [hand(None, 6, 3)],
    "deals.0.tricks alone": [hand(9, None, None)],
    "deals.0.moths moths-by-day": [hand(5, 1, 3, moths=0)],
    "deals.0.last last-trick": [hand(5, 0, 4, last=1)],
    "deals.5 surplus": [hand(5, 1, 3)] * 6,
}


@pytest.mark.parametrize("place", REFUSED)
def test_what_cannot_be_is_refused_at_its_place(place: str) -> None:
    with pytest.raises(Invalid) as invalid:
        score(*REFUSED[place])
    assert [f"{one.path} {one.code}" for one in invalid.value.problems] == [f"sheet.{place}"]


def test_fine_is_for_a_hand_and_a_player_that_there_are() -> None:
    with pytest.raises(Invalid) as invalid:
        score(hand(5, 1, 3), fines=[{"seat": 4, "offence": "revoke", "deal": 1}])
    assert [one.code for one in invalid.value.problems] == ["no-such-seat", "no-such-deal"]


# --- what is possible, and hardly ever so


def warned(*hands: dict[str, Any]) -> list[tuple[str, str, str]]:
    game = games.get("magpie")
    options = games.parse_options(game, {})
    sheet = games.parse(game, {"deals": list(hands)}, options, 3)
    return [(one.path, one.code, str(one.message)) for one in games.warnings(game, sheet, options, 3)]


def test_bold_promise_is_warned_of_and_counts() -> None:
    assert warned(hand(5, 1, 3), hand(9, 0, 0, promise=8)) == [
        ("sheet.deals.1.promise", "bold", "A promise of 8 of 9 tricks is rare.")
    ]
    assert warned(hand(7, 1, 1, promise=7)) == []


# --- what it counts for others


def get_answer(typed: dict[str, str], **options: Any) -> list[str]:
    game = games.get("magpie")
    (helper,) = game.helpers
    return [str(text) for text in helper.answer(typed, games.parse_options(game, options))]


def test_worth_of_a_promise_is_counted_by_what_is_agreed() -> None:
    taken = {"promise": "4", "tricks": "5"}
    assert get_answer(taken)[0] == "It is worth 9."
    assert get_answer(taken, exact=True) == [
        "It is worth 1.",
        "The promise is not kept: 5 for the tricks, less 4 for the promise.",
    ]


@pytest.mark.parametrize("typed", [{}, {"promise": "0", "tricks": "x"}, {"promise": "²", "tricks": "10"}])
def test_what_is_no_number_of_tricks_is_refused_at_its_field(typed: dict[str, str]) -> None:
    with pytest.raises(Invalid) as invalid:
        get_answer(typed)
    assert [(one.path, str(one.message)) for one in invalid.value.problems] == [
        ("promise", "Type a whole number from 1 to 9."),
        ("tricks", "Type a whole number from 0 to 9."),
    ]


# --- how it is entered


def test_moths_are_asked_for_by_moonlight_and_the_last_trick_in_front_where_it_counts() -> None:
    game = games.get("magpie")

    def fields(**options: Any) -> dict[str, games.Field]:
        layout = game.layout(games.parse_options(game, options), 3)
        return {field.key: field for field in layout.per_deal}

    (moonlight,) = fields()["moths"].given
    assert moonlight.key == "moonlit" and moonlight.holds(True) and not moonlight.holds(False)
    assert not fields()["last"].in_front and fields(last_trick=2)["last"].in_front


# --- what it says of itself


def test_every_example_can_be_scored_and_its_explanation_ends_in_the_score() -> None:
    game = games.get("magpie")
    for example in game.examples:
        sheet = games.score("magpie", example.sheet, options=example.options, seats=example.seats)
        options = games.parse_options(game, example.options)
        told = game.explain(games.parse(game, example.sheet, options, example.seats), options, example.seats)
        assert [step.value for step in told] == scores(sheet)


def test_every_option_has_an_example_whose_score_it_changes() -> None:
    for example in games.get("magpie").examples:
        if example.options:
            as_agreed, usual = (
                games.score("magpie", example.sheet, options=options, seats=example.seats)
                for options in (example.options, {})
            )
            assert as_agreed != usual, example.key
    told = {option for example in games.get("magpie").examples for option in example.options}
    assert told == set(games.get("magpie").Options.model_fields)


def test_made_up_matches_are_whole_matches() -> None:
    game = games.get("magpie")
    assert game.plausible
    for seats in (3, 4, 5):
        sheet = game.plausible(game.Options(), seats, Random(seats))
        assert games.score("magpie", sheet, seats=seats).complete


# --- the same cards at all tables


class PackAsItIs:
    """A source of chance that leaves the pack in its order."""

    def below(self, n: int) -> int:
        return 0

    def shuffle(self, cards: Any) -> list[str]:
        return list(cards)


def test_board_has_nine_cards_for_each_of_three_and_a_nest_with_one_face_up() -> None:
    duplicate = games.get("magpie").duplicate
    assert duplicate is not None
    board = duplicate.deal(PackAsItIs())
    assert board.list_cards() == duplicate.pack
    assert [len(board.list_cards_of(position)) for position in (0, 1, 2, None)] == [9, 9, 9, 9]
    assert board.piles[-1].shown == (False,) * 8 + (True,)
    texts = duplicate.describe(board, games.parse_options(games.get("magpie"), {}))
    assert [str(text) for text in texts] == ["On the nest lies a card of this suit: Moons."]
    assert duplicate.fill(board, (0, 1, 2), None) == {}


def test_tricks_are_refused_that_the_highest_trumps_rule_out() -> None:
    duplicate = games.get("magpie").duplicate
    assert duplicate is not None
    board = duplicate.deal(PackAsItIs())  # rings are first, so that position 0 has all of them

    def check(deal: dict[str, Any], seats: tuple[int, ...] = (0, 1, 2)) -> list[tuple[str, str]]:
        return [(problem.path, problem.code) for problem in duplicate.check(board, deal, seats, None)]

    assert check(hand(9, 0, 0, trump="rings")) == []
    assert check(hand(8, 1, 0, trump="rings")) == [("tricks.0", "board-tricks")]
    assert check(hand(None, 5, 4, trump="rings")) == []
    assert check(hand(0, 0, 9, trump="rings"), (2, 0, 1)) == []
    assert check(hand(3, 3, 3, trump="moons")) == []
