"""What each game says of its rules: sentences, and worked examples that are scored whenever shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import games
from games import Game, Text, get, parse, parse_options
from games.skuck.scoring import compute_zero_bonus
from tests.games.test_plugins import PEBBLES

SKUCK = get("skuck")
CHANGED_OPTIONS: dict[str, Any] = {"deals": 3, "third_renege_disqualifies": True, "time_penalties": True}
ALL_OPTIONS: list[dict[str, Any]] = [{}, CHANGED_OPTIONS, {"deals": 1}, {"deals": 100}]


def describe_rules(options: dict[str, Any]) -> str:
    """Return everything that the rules say under these options."""
    return " ".join(str(text) for text in list_texts(SKUCK, options))


def list_texts(game: Game, options: dict[str, Any]) -> Iterator[Text]:
    for section in game.rules(parse_options(game, options)):
        yield section.heading
        yield from section.paragraphs
        yield from section.items


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_examples_are_right_sheets_and_explained(game: Game) -> None:
    keys = [example.key for example in game.examples]
    assert len(set(keys)) == len(keys)
    for example in game.examples:
        options = parse_options(game, dict(example.options))
        sheet = parse(game, example.sheet, options, example.seats)
        assert len(game.explain(sheet, options, example.seats)) == example.seats
        assert example.sheet["deals"]


def test_examples_show_what_they_say() -> None:
    results = {
        example.key: games.score("skuck", example.sheet, dict(example.options)) for example in SKUCK.examples
    }
    outcomes = {key: [seat.outcome for seat in result.seats] for key, result in results.items()}
    assert [seat.score for seat in results["won-on-zeros"].seats] == [-3, -3]
    assert outcomes["won-on-zeros"] == ["win", "loss"]
    assert results["click"].details == {"clicks": [0], "freewheelers": [0], "boolies": []}
    assert results["boolie"].details["boolies"] == results["short-match"].details["boolies"] == [0]
    penalised = results["penalties"].seats[0]
    assert (penalised.extras["penalty"], penalised.extras["zeros"]) == (6, 2)
    assert penalised.score + 6 > results["penalties"].seats[1].score > penalised.score
    first, second = results["third-renege"].seats
    assert first.score > second.score and outcomes["third-renege"] == ["loss", "win"]
    first, second = results["slow-play"].seats
    assert second.score + 2 > first.score > second.score


def test_every_sentence_finds_its_numbers() -> None:
    for options in ALL_OPTIONS:
        for text in list_texts(SKUCK, options):
            assert str(text).strip() and not set("{}") & set(str(text)), options
        keys = [section.key for section in SKUCK.rules(parse_options(SKUCK, options))]
        assert len(set(keys)) == len(keys), options


def test_rules_say_what_the_competition_has_agreed() -> None:
    usual, changed = describe_rules({}), describe_rules(CHANGED_OPTIONS)
    assert "A match has 4 games." in usual and "A match has 3 games." in changed
    assert "A third renege in a match, and each further one, costs 2." in usual
    assert "A third renege in a match disqualifies." in changed
    assert "Slow play costs nothing." in usual and "5 minutes" in changed
    assert "A match is one game." in describe_rules({"deals": 1})


def test_bonus_is_listed_as_far_as_a_match_goes() -> None:
    cases: list[tuple[int, int]] = [(1, 1), (4, 4), (6, 6), (7, 6), (100, 6)]
    for deals, most in cases:
        text = describe_rules({"deals": deals})
        for zeros in range(2, 9):
            assert (f"{zeros} zeros: {compute_zero_bonus(zeros)}" in text) == (zeros <= most), (deals, most)
        assert ("The next zero adds 7" in text) == (deals > 6), (deals, most)
        assert compute_zero_bonus(8) - compute_zero_bonus(7) == 8, (deals, most)


def test_every_word_with_a_test_of_its_own_is_explained() -> None:
    text = describe_rules({})
    for word in ("Zero", "Demmie", "Boolie", "Click", "Freewheeler", "Hawk", "Dove", "Hail Mary", "renege"):
        assert word in text, word


def test_options_are_told_beside_the_usual() -> None:
    deals, renege, time = SKUCK.options_in_words(parse_options(SKUCK, {"deals": 6}))
    assert deals.differs and not renege.differs and not time.differs
    assert (str(deals.here), str(deals.usual)) == ("A match has 6 games.", "A match has 4 games.")
    assert {deals.key, renege.key, time.key} == set(SKUCK.option_words)


def test_game_without_rules_of_its_own_tells_its_options_by_name() -> None:
    assert PEBBLES.rules(parse_options(PEBBLES, {})) == () and PEBBLES.examples == ()
    (most,) = PEBBLES.options_in_words(parse_options(PEBBLES, {"most": 7}))
    assert (str(most.here), str(most.usual), most.differs) == ("most: 7", "most: 9", True)


def describe(game: str, options: dict[str, Any] | None = None, section: str = "") -> str:
    """Return what the rules of a game say under these options, or one section of them."""
    rules = get(game).rules(parse_options(get(game), options or {}))
    parts = [part for part in rules if section in ("", part.key)]
    return " ".join(str(text) for part in parts for text in (*part.paragraphs, *part.items))


def test_control_and_piles_of_six_are_told() -> None:
    assert "Control: towards the end of a game" in describe("skuck", section="words")
    assert "in piles of six" in describe("skuck", section="play")
    assert "beginning with the player who does not deal" in describe("skuck", section="cards")


def test_stock_that_runs_out_is_told_at_six_and_at_seven() -> None:
    told = describe("hucklebuck", section="change")
    assert "7 at the table leave 17 cards in it, 4 who are in may ask for 20; 6 leave 22" in told
    assert "may ask for 30" in told and "put away are shuffled and used" in told
    assert "says pass" in told


def test_player_who_has_passed_is_out_in_our_reading() -> None:
    told = describe("fighting-cards", section="bidding")
    assert "A player who has passed is out." in told
    assert "the second plays, at 26" in told


@pytest.mark.parametrize("game", ["north-american-skat", "international-skat"])
def test_first_dealer_places_and_turns_of_skat_are_told(game: str) -> None:
    assert "the lowest card deals. Equal cards rank by suit: clubs high" in describe(game, section="deal")
    assert "the player at the dealer's right cuts" in describe(game, section="deal")
    assert "Deal, listen, speak" in describe(game, section="bidding")
    words = describe(game, section="words")
    for name in ("Vorhand", "Mittelhand", "Hinterhand", "Forehand", "Rearhand"):
        assert name in words, name
    hint = get(game).layout(parse_options(get(game), {}), 4).hint
    assert "Hinterhand" in str(hint)


def test_kontra_is_told_with_its_example_where_it_is_played() -> None:
    with_kontra = describe("north-american-skat", {"kontra": True}, "play")
    assert "either opponent may say Kontra" in with_kontra and "waits a moment" in with_kontra
    assert "worth 22, does not reach a bid of 23 with Kontra either: -66." in with_kontra
    assert (
        "The declarer may answer Rekontra at once, an opponent then Bock, and the declarer Hirsch."
        in with_kontra
    )
    assert "decided by its value without any of this" in with_kontra
    assert "Rekontra" not in describe("north-american-skat", {}, "play")
    assert "with Kontra either: -132." in describe("international-skat", {"kontra": True}, "score")


def test_lost_gucki_nullo_is_spoken_of_only_where_it_is_played() -> None:
    assert "lost Gucki Nullo" not in describe("north-american-skat")
    assert "A lost Gucki Nullo costs" in describe("north-american-skat", {"gucki_nullo": True}, "loss")
