"""What International Skat says: explanations of scores, the rules, the fields of its forms, calculators."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from games import Field, Given, Invalid, Step, get, parse, parse_options, score
from tests.games.international_skat import KEY, build_game, build_null, build_ramsch

SKAT = get(KEY)


def explain_deals(*deals: dict[str, Any], seats: int = 3, **options: Any) -> tuple[Step, ...]:
    agreed = parse_options(SKAT, options)
    return SKAT.explain(parse(SKAT, {"deals": list(deals)}, agreed, seats), agreed, seats)


def list_reasons(step: Step) -> list[tuple[str, int | str | Fraction | None]]:
    return [(str(part.what), part.value) for part in step.because]


# --- explanations


def test_won_game_is_told_level_by_level() -> None:
    deal = build_game(matadors=-2, hand=True, points=93, tricks=9, announced="schneider", bid=18)
    (first, *_rest) = explain_deals(deal)
    assert list_reasons(first)[0] == ("Deal 1: Clubs hand at a bid of 18, won", 72)
    value, won = first.because[0].because
    assert (str(value.what), value.value) == ("Value: 6 x 12", 72)
    assert list_reasons(value) == [
        ("Without 2", 2), ("Game", 1), ("Hand: without the skat", 1), ("Schneider", 1), ("Schneider announced", 1),
    ]  # fmt: skip
    assert str(won.what) == "Won: 93 card points, and the value is as much as the bid or more"


def test_lost_game_is_told_with_what_it_costs() -> None:
    cases: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
        (
            build_game(points=55),
            {},
            "Lost: 55 card points, and 61 are needed",
            "Lost games cost 2 x the value, 24",
        ),
        (
            build_game(bid=30),
            {},
            "Lost: 70 card points are enough, but the value is less than the bid of 30",
            "Lost games cost 2 x the multiple of 12 that reaches the bid, 36",
        ),
        (
            build_game(bid=36),
            {"losses": "source-text"},
            "Lost: 70 card points are enough, but the value is less than the bid of 36",
            "An overbid costs 2 x the next multiple of 12 above the bid, 48",
        ),
        (
            build_game(points=55),
            {"losses": "source-text"},
            "Lost: 55 card points, and 61 are needed",
            "Without the card points, a game costs 2 x its base of 12",
        ),
        (
            build_game(points=89, hand=True, announced="schneider"),
            {"losses": "source-text"},
            "Lost: 89 card points, and 90 were announced",
            "A failed announcement costs 2 x the value that was promised, 60",
        ),
        (
            build_game(points=99, hand=True, announced="schwarz"),
            {"losses": "double-unless-hand"},
            "Lost: schwarz was announced, and a trick was not taken",
            "Lost games cost 1 x the value, 84",
        ),
        (build_null(tricks=1), {}, "Lost: 1 trick taken", "Lost games cost 2 x the value, 23"),
        (build_null(tricks=4), {}, "Lost: 4 tricks taken", "Lost games cost 2 x the value, 23"),
    ]
    for deal, options, verdict, cost in cases:
        steps = [what for what, _value in list_reasons(explain_deals(deal, **options)[0].because[0])]
        assert steps[1:] == [verdict, cost], (deal, options, verdict, cost)


def test_kontra_is_told_last() -> None:
    steps = list_reasons(explain_deals(build_null(kontra=2), kontra=True)[0].because[0])
    assert steps[1:] == [("Won: no trick taken", None), ("Rekontra: 4 x 23", 92)]


def test_others_are_told_what_happened_without_them() -> None:
    deals = [build_game(declarer=1), build_game(declarer=0, points=50), {"declarer": None}]
    steps = list_reasons(explain_deals(*deals, seats=4)[3])
    assert steps == [
        ("Deal 1: against Clubs, which is won", 0),
        ("Deal 2: against Clubs, which is lost", 0),
        ("Deal 3: all passed", None),
        ("Seeger-Fabian: 0 + 50 x (0 - 0) + 30 x 1 = 30", None),
        ("Place 2, shared: 24 behind the first", 2),
    ]
    assert list_reasons(explain_deals(*deals, seats=4)[1])[1] == ("Deal 2: sits out", None)
    assert list_reasons(explain_deals(build_ramsch(50, 40, 30), all_pass="ramsch")[0])[0] == (
        "Deal 1: Ramsch",
        -50,
    )


# --- the rules


def describe_rules(**options: Any) -> str:
    sections = SKAT.rules(parse_options(SKAT, options))
    assert len({section.key for section in sections}) == len(sections)
    texts = [text for section in sections for text in (section.heading, *section.paragraphs, *section.items)]
    rules_text = " ".join(map(str, texts))
    assert not set("{}") & set(rules_text)
    return rules_text


def test_rules_count_their_examples_right() -> None:
    text = describe_rules()
    for example in ("3 x 10 = 30", "4 x 11 = 44", "2 x 12 = 24", ": 264.", "cost 60;", "cost 96."):
        assert example in text, example
    assert "has 360." in text and "18, 20, 22, 23, 24, 27 and so on" in text  # 120 + 50 x (4 - 1) + 30 x 3


def test_rules_say_what_the_competition_has_agreed() -> None:
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"deals": 36}, "A session has 36 deals.", "as many deals as the players like"),
        ({"deals": 1}, "A session is one deal.", "as many deals as the players like"),
        ({"losses": "double-unless-hand"}, "in a hand game 40", "cost 60; clubs"),
        ({"losses": "source-text"}, "hearts 20", "costs twice its value;"),
        ({"hand": "forbidden"}, "there are no hand games", "Null hand"),
        ({"all_pass": "ramsch"}, "a Ramsch is played", "the next player deals"),
        ({"kontra": True}, "Rekontra", "Nobody may double"),
        ({"extra_multipliers": {"Spitze": 1}}, "Spitze 1", "There are no extra multipliers"),
    ]
    for options, says, says_not in cases:
        assert says in describe_rules(**options) and says not in describe_rules(), (options, says, says_not)
        assert says_not not in describe_rules(**options), (options, says, says_not)


# --- the fields of a form


def list_fields(seats: int = 3, **options: Any) -> dict[str, list[Field]]:
    layout = SKAT.layout(parse_options(SKAT, options), seats)
    return {"deal": list(layout.per_deal), "seat": list(layout.per_seat)}


def is_applicable(field: Field, deal: dict[str, Any]) -> bool:
    return all(condition.holds(deal.get(condition.key, "")) for condition in field.given)


def list_asked_fields(deal: dict[str, Any], **options: Any) -> list[str]:
    fields = list_fields(**options)
    return [field.key for part in ("deal", "seat") for field in fields[part] if is_applicable(field, deal)]


def test_form_asks_for_what_the_deal_has() -> None:
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ["declarer"]),
        ({"declarer": None}, ["declarer"]),
        ({"declarer": 1}, ["declarer", "game", "bid", "hand", "matadors", "points", "tricks"]),
        (
            build_game(hand=True),
            ["declarer", "game", "bid", "hand", "matadors", "points", "tricks", "announced", "open"],
        ),
        (build_null(hand=True), ["declarer", "game", "bid", "hand", "tricks"]),
    ]
    for deal, keys in cases:
        assert list_asked_fields(deal) == keys, (deal, keys)


def test_form_asks_for_what_is_agreed() -> None:
    assert list_asked_fields(build_ramsch(50, 40, 30), all_pass="ramsch") == [
        "game",
        "passed_on",
        "points",
        "tricks",
    ]
    assert list_asked_fields(build_game(), all_pass="ramsch", kontra=True, extra_multipliers={"Spitze": 1}) == [
        "game", "declarer", "bid", "hand", "matadors", "points", "tricks", "kontra", "extra",
    ]  # fmt: skip
    assert "hand" not in list_asked_fields(build_game(), hand="forbidden")
    assert "extra" not in list_asked_fields(build_null(), extra_multipliers={"Spitze": 1})


def test_fields_have_the_limits_of_the_sheet() -> None:
    deal = SKAT.Sheet.model_json_schema()["$defs"]["Deal"]["properties"]
    everything = list_fields(all_pass="ramsch", kontra=True, extra_multipliers={"Spitze": 1})
    original = list_fields(all_pass="original-ramsch")
    assert SKAT.short_sheet
    short = SKAT.short_sheet.layout(parse_options(SKAT, {}), 3)
    assert short
    of_sums = {field.key for field in (*short.per_seat, *short.per_deal)}
    assert {field.key for part in everything.values() for field in part} | of_sums == deal.keys() - {
        "last_tricks"
    }
    assert [field.key for field in original["seat"]] == ["points", "tricks", "last_tricks"]
    assert "passed_on" not in {field.key for field in original["deal"]}
    by_key = {field.key: field for field in everything["deal"]}
    assert (by_key["matadors"].minimum, by_key["matadors"].maximum) == (-11, 11)
    assert (by_key["bid"].minimum, by_key["bid"].maximum) == (18, 288)  # 24 x (4 + 7 + 1)
    assert list(by_key["game"].choices) == deal["game"]["enum"]
    assert list(by_key["announced"].choices) == deal["announced"]["enum"]
    assert list(by_key["kontra"].choices) == [1, 2, 3, 4]
    assert by_key["passed_on"].maximum == 3
    assert [field.key for field in list_fields()["deal"]] == [
        "declarer", "game", "bid", "hand", "matadors", "points", "tricks", "announced", "open",
    ]  # fmt: skip
    assert Given("game", ("ramsch",)) in everything["seat"][0].given


def test_form_knows_who_sits_out() -> None:
    layout = SKAT.layout(parse_options(SKAT, {}), 5)
    assert [set(layout.resting(deal)) for deal in range(5)] == [{0, 3}, {1, 4}, {0, 2}, {1, 3}, {2, 4}]
    assert not SKAT.layout(parse_options(SKAT, {}), 3).resting(7)


# --- calculators


def answer_helper(key: str, typed: dict[str, str], **options: Any) -> list[str]:
    (helper,) = (helper for helper in SKAT.helpers if helper.key == key)
    blank = {field.key: "" for field in helper.fields}
    return [str(text) for text in helper.answer({**blank, **typed}, parse_options(SKAT, options))]


def test_worth_of_a_game_is_what_may_be_bid() -> None:
    assert answer_helper("worth", {"game": "clubs", "matadors": "2"}) == [
        "Clubs: 3 x 12 = 36",
        "With schneider: 48",
        "Clubs hand: 4 x 12 = 48",
        "With schneider announced: 72",
        "With schwarz announced: 96",
        "Open: 108",
    ]
    assert answer_helper("worth", {"game": "grand", "matadors": "-1"}, hand="forbidden") == [
        "Grand: 2 x 24 = 48",
        "With schneider: 72",
    ]
    assert answer_helper("worth", {"game": "null"}) == ["Null: 23", "Null hand: 35"]
    assert answer_helper("worth", {"game": "null-ouvert"}, hand="forbidden") == ["Null ouvert: 46"]


@pytest.mark.parametrize(
    ("typed", "path", "code"),
    [
        ({}, "game", "missing"),
        ({"game": "skat"}, "game", "choice"),
        ({"game": "clubs"}, "matadors", "missing"),
        ({"game": "clubs", "matadors": "many"}, "matadors", "matadors-range"),
        ({"game": "clubs", "matadors": "0"}, "matadors", "matadors-range"),
        ({"game": "clubs", "matadors": "12"}, "matadors", "matadors-range"),
        ({"game": "grand", "matadors": "5"}, "matadors", "matadors-range"),
        ({"game": "clubs", "matadors": "9" * 5000}, "matadors", "matadors-range"),
        ({"game": "clubs", "matadors": "²"}, "matadors", "matadors-range"),
    ],
)
def test_worth_needs_a_game_and_its_matadors(typed: dict[str, str], path: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        answer_helper("worth", typed)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == [(path, code)]
    assert code in SKAT.codes


def test_matadors_are_counted_in_the_traditional_order() -> None:
    held = {"trump": "spades", "cards": "JC JS JH JD AS 10S 7S"}
    assert answer_helper("matadors", held)[0] == "With 6 matadors."
    assert answer_helper("matadors", {"trump": "grand", "cards": "JH AS"})[0] == "Without 2 matadors."


def test_auction_begins_at_18_and_all_may_pass() -> None:
    assert (
        answer_helper("auction", {"calls": "18 stay 20 pass 22 stay pass"})[0]
        == "Middlehand plays, at a bid of 22."
    )
    assert answer_helper("auction", {"calls": "pass pass pass"})[0] == "No declarer: all three passed."
    assert answer_helper("auction", {"calls": "pass pass 18"})[0] == "Leader plays, at a bid of 18."
    with pytest.raises(Invalid):
        answer_helper("auction", {"calls": "17 stay"})


def test_every_helper_answers_its_examples() -> None:
    for helper in SKAT.helpers:
        assert helper.examples
        for example in helper.examples:
            assert answer_helper(helper.key, dict(example.typed), **example.options)


# --- examples and made-up sessions


def test_examples_show_what_they_say() -> None:
    results = {
        example.key: score(KEY, example.sheet, dict(example.options), example.seats)
        for example in SKAT.examples
    }
    assert [seat.score for seat in results["session"].seats] == [119, 80, -50, 60]
    assert results["session"].seats[2].deal_scores.count(None) == 3
    assert [seat.score for seat in results["highest"].seats] == [264, -72, 0]
    assert not results["half-way"].complete
    assert [seat.score for seat in results["base-only"].seats] == [-132, -20, 0, -96]
    assert [seat.score for seat in results["hand-once"].seats] == [0, -60, -40, 0]
    assert [seat.score for seat in results["when-all-pass"].seats] == [-254, -46, 0, 20]
    assert [seat.score for seat in results["doubled"].seats] == [0, 40, -176, 0]
    assert [seat.score for seat in results["last-trick"].seats] == [0, 27, 27, 0]


def test_made_up_session_is_whole_and_lifelike() -> None:
    options_cases: list[dict[str, Any]] = [
        {},
        {"deals": 10},
        {"deals": 36, "all_pass": "ramsch"},
        {"hand": "forbidden", "losses": "source-text"},
    ]
    for options in options_cases:
        for seats in [3, 4, 5]:
            agreed = parse_options(SKAT, options)
            assert SKAT.plausible is not None, (seats, options)
            made: set[str] = set()
            for seed in range(60):
                sheet = SKAT.plausible(agreed, seats, Random(seed))
                result = score(KEY, sheet, options, seats)
                assert result.complete, (seats, options)
                made |= {deal.get("game", "passed out") for deal in sheet["deals"]}
                made |= {"lost"} if any(result.details["lost"]) else set()
            ramsch_or_not = {"ramsch"} if options.get("all_pass") else {"passed out"}
            assert made >= {"clubs", "grand", "null", "lost"} | ramsch_or_not, (seats, options)
