"""What Skull King says: explanations of scores, its rules, and the fields of its forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games import Field, Layout, Step, get, parse, parse_options, score
from tests.games.test_skull_king import NEW_OPTIONS, RASCAL_OPTIONS, build_round

SKULL_KING = get("skull-king")
ALL_OPTIONS: list[dict[str, Any]] = [
    {"edition": edition, "scoring": scoring, "schedule": schedule}
    for edition in ("beck", "schmidt", "legacy-2018", "official-2021")
    for scoring in ("classic", "rascal")
    for schedule in ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [5])
]


# --- explanations


def explain_rounds(*deals: dict[str, Any], **chosen: Any) -> tuple[Step, ...]:
    options, seats = parse_options(SKULL_KING, chosen), len(deals[0]["bids"])
    return SKULL_KING.explain(parse(SKULL_KING, {"deals": list(deals)}, options, seats), options, seats)


def list_reasons(step: Step) -> list[tuple[str, int | str | Fraction | None]]:
    return [(str(reason.what), reason.value) for reason in step.because]


def test_explanation_leads_from_the_score_to_each_round() -> None:
    trees = explain_rounds(
        build_round([1, 0, 0], [1, 0, 0]),
        build_round([2, 0, 1], [1, 1, 0]),
        build_round([0, 3, 2], [0, 3, 0]),
    )
    assert str(trees[0].what) == "Score so far 40"
    assert list_reasons(trees[0]) == [
        ("Round 1: bid 1, took 1", 20),
        ("Round 2: bid 2, took 1, one off", -10),
        ("Round 3: bid 0, took 0", 30),
        ("Place 2: 10 behind the first", 2),
    ]
    assert list_reasons(trees[2]) == [
        ("Round 1: bid 0, took 0", 10),
        ("Round 2: bid 1, took 0, one off", -10),
        ("Round 3: bid 2, took 0, 2 off", -20),
        ("Place 3: 70 behind the first", 3),
    ]


def test_bid_is_explained() -> None:
    cases: list[tuple[int, int, tuple[str, int]]] = [
        (1, 1, ("20 for the trick bid", 20)),
        (3, 3, ("20 for each of 3 tricks bid", 60)),
        (3, 4, ("10 lost for the trick off", -10)),
        (3, 1, ("10 lost for each of 2 tricks off", -20)),
        (0, 0, ("A bid of none: 10 a card", 50)),
        (0, 2, ("A bid of none that fails: 10 lost a card", -50)),
    ]
    for bid, tricks, sentence in cases:
        tree = explain_rounds(build_round([bid, 0], [tricks, 5 - tricks]), schedule=[5])[0]
        assert list_reasons(tree.because[0]) == [sentence], (bid, tricks, sentence)


def test_taken_cards_are_explained_one_by_one() -> None:
    written = build_round([2, 0, 0, 0], [2, 1, 0, 0], {"yellow_14": 1, "pirates": 2, "green_14": 1})
    assert list_reasons(explain_rounds(written, schedule=[3])[0].because[0]) == [
        ("20 for each of 2 tricks bid", 40),
        ("Yellow 14", 10),
        ("Pirates taken: 2", 60),
    ]
    missed = build_round([1, 0, 0, 0], [2, 1, 0, 0], {"yellow_14": 1})
    assert list_reasons(explain_rounds(missed, schedule=[3])[0].because[0]) == [
        ("10 lost for the trick off", -10),
        ("What was taken counts for nothing, as the bid was missed", None),
    ]


def test_pirates_with_a_name_and_loot_are_explained() -> None:
    written = build_round(
        [2, 1, 0], [3, 0, 1], {"bid_change": 1, "wager": 20, "loot": [2]}, {"wager": 10, "loot": [0]}
    )
    trees = explain_rounds(written, schedule=[4], **NEW_OPTIONS)
    assert list_reasons(trees[0].because[0]) == [
        ("Harry the Giant made 3 of a bid of 2", None),
        ("20 for each of 3 tricks bid", 60),
        ("An alliance over Loot earns nothing: not both bids are made", None),
        ("An alliance over Loot earns nothing: not both bids are made", None),
        ("The Rascal's wager is won", 20),
    ]
    assert list_reasons(trees[1].because[0])[-1] == ("The Rascal's wager is lost", -10)
    paid = explain_rounds(build_round([1, 0, 0], [1, 0, 0], {}, {"loot": [0]}), **NEW_OPTIONS)
    for tree in paid[:2]:
        assert list_reasons(tree.because[0])[-1] == ("An alliance over Loot: both bids are made", 20)


def test_rascals_scoring_is_explained() -> None:
    half = {"pirates": 1, "wager": 10}
    ball = {"cannonball": True}
    tree = explain_rounds(
        build_round([2, 2, 0, 5], [1, 2, 3, 0], half, ball, {}, ball), schedule=[6], **RASCAL_OPTIONS
    )
    assert [list_reasons(seat.because[0]) for seat in tree] == [
        [
            ("Half of 60 points, 10 a card", 30),
            ("Half for Pirates taken", 15),
            ("The Rascal's wager is lost", -10),
        ],
        [("A cannonball that hits: 15 for each of 6 cards", 90)],
        [("Nothing of 60 points, 10 a card", 0)],
        [("A cannonball that misses", 0)],
    ]
    exact = explain_rounds(build_round([6, 0], [6, 0]), schedule=[6], **RASCAL_OPTIONS)[0]
    assert list_reasons(exact.because[0]) == [("All of 60 points, 10 a card", 60)]


def test_place_is_explained() -> None:
    level = build_round([1, 1, 0], [1, 1, 1])
    shared, _same, last = explain_rounds(level, schedule=[3])
    assert str(shared.what) == "Final score 20"
    assert list_reasons(shared)[-1] == ("Place 1, shared: equal highest score", 1)
    assert list_reasons(last)[-1] == ("Place 3: 50 behind the first", 3)
    so_far = explain_rounds(level, schedule=[3, 3])
    assert list_reasons(so_far[0])[-1] == ("Place 1, shared: equal highest score so far", 1)
    assert list_reasons(explain_rounds(build_round([1, 0], [1, 0]))[0])[-1] == (
        "Place 1: the most points so far",
        1,
    )
    assert list_reasons(explain_rounds(build_round([1, 0], [1, 0]), schedule=[1])[0])[-1] == (
        "Place 1: the most points",
        1,
    )
    behind = explain_rounds(build_round([1, 0, 0], [1, 1, 1]), schedule=[3])
    assert list_reasons(behind[1])[-1] == ("Place 2, shared: 50 behind the first", 2)


# --- the rules


def describe_rules(**options: Any) -> str:
    sections = SKULL_KING.rules(parse_options(SKULL_KING, options))
    keys = [section.key for section in sections]
    assert len(set(keys)) == len(keys)
    texts = [text for part in sections for text in (part.heading, *part.paragraphs, *part.items)]
    return " ".join(str(text) for text in texts)


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=lambda one: " ".join(map(str, one.values())))
def test_every_sentence_finds_its_numbers(options: dict[str, Any]) -> None:
    text = describe_rules(**options)
    assert text and not set("{}") & set(text)


def test_rules_say_what_the_edition_has() -> None:
    texts = {
        edition: describe_rules(edition=edition)
        for edition in ("beck", "schmidt", "legacy-2018", "official-2021")
    }
    for name, editions in {
        "Yellow 14: 10": {"beck", "legacy-2018", "official-2021"},
        "Green 14: 10": {"legacy-2018", "official-2021"},
        "Black 14: 20": {"beck", "legacy-2018", "official-2021"},
        "takes: 30": set(texts),
        "if it was played before him": {"beck", "legacy-2018"},
        "a Pirate takes: 20": {"official-2021"},
        "taken by a Mermaid: 40": {"official-2021"},
        "taken by a Mermaid: 50": {"schmidt", "legacy-2018"},
        "Loot card": {"legacy-2018", "official-2021"},
        "Kraken": {"official-2021"},
        "Harry the Giant": {"official-2021"},
        "Scary Mary": {"schmidt"},
        "more than 8 cards": {"official-2021"},
        "what is known of it comes from others": {"legacy-2018"},
        "is worth 60 to the Skull King": {"beck", "legacy-2018", "official-2021"},
    }.items():
        assert {edition for edition, text in texts.items() if name in text} == editions, name


def test_rules_say_what_the_competition_has_agreed() -> None:
    usual = describe_rules()
    assert "one card each in the first, and one more in each that follows" in usual
    assert "3 tricks bid and taken are 60" in usual and "is 2 off and worth -20" in usual
    assert "it earns 60" in usual and "cannonball" not in usual
    changed = describe_rules(**RASCAL_OPTIONS, schedule=[2, 4, 6])
    assert "A game has 3 rounds. Cards for each player, round by round: 2, 4, 6." in changed
    assert "there are 60 points for every player" in changed and "one off gets 30" in changed
    assert "90 in this round" in changed and "which leaves 20" in changed
    assert "A game is one round. Cards for each player: 5." in describe_rules(schedule=[5])


def test_examples_show_what_they_say() -> None:
    results = {
        example.key: score("skull-king", example.sheet, dict(example.options), example.seats)
        for example in SKULL_KING.examples
    }
    unfinished = {key for key, result in results.items() if not result.complete}
    assert unfinished == {"great-trick", "mermaid", "legendary", "the-rascals"}
    assert results["great-trick"].seats[0].deal_scores[-1] == 80
    assert results["great-trick"].seats[3].deal_scores[-1] == -30
    assert results["mermaid"].seats[1].deal_scores[-1] == 20 + 50
    assert [seat.deal_scores[-1] for seat in results["legendary"].seats[:2]] == [40, 60]
    assert [seat.outcome for seat in results["even-keeled"].seats] == ["draw", "loss", "draw"]
    assert results["eight"].seats[2].deal_scores[0] == 80
    assert results["all-sails"].seats[3].deal_scores == (-20, 80 + 20, -20)
    # half with half of a Pirate's 30; off by one with a wager lost
    assert results["the-rascals"].seats[0].deal_scores[2:4] == (15 + 15, 20 - 10)
    assert [seat.deal_scores[1] for seat in results["the-rascals"].seats] == [20, 30, 20]


# --- how sheets are entered


def build_layout(seats: int, **options: Any) -> Layout:
    return SKULL_KING.layout(parse_options(SKULL_KING, options), seats)


def index_fields(sheet_layout: Layout) -> dict[str, Field]:
    return {field.key: field for field in (*sheet_layout.per_seat, *sheet_layout.per_deal)}


def test_only_what_may_count_is_asked() -> None:
    shared = ["bids", "tricks"]
    assert list(index_fields(build_layout(4))) == [
        *shared,
        "bonus.yellow_14",
        "bonus.black_14",
        "bonus.pirates",
    ]
    assert list(index_fields(build_layout(4, edition="schmidt"))) == [
        *shared,
        "bonus.pirates",
        "bonus.skull_king",
    ]
    newest = list(index_fields(build_layout(4, **RASCAL_OPTIONS)))
    assert newest[-6:] == [
        "bonus.skull_king",
        "bonus.loot",
        "bonus.wager",
        "bonus.bid_change",
        "bonus.cannonball",
        "destroyed",
    ]
    assert "bonus.loot" not in index_fields(build_layout(2, **NEW_OPTIONS))
    assert [
        key for key, field in index_fields(build_layout(4, **RASCAL_OPTIONS)).items() if field.required
    ] == shared


def test_fields_allow_what_a_sheet_may_hold() -> None:
    fields = index_fields(build_layout(3, edition="official-2021"))
    assert fields["bonus.pirates"].maximum == 2 and fields["bids"].maximum == 10
    assert index_fields(build_layout(8, **NEW_OPTIONS))["bonus.pirates"].maximum == 6
    assert index_fields(build_layout(8, **NEW_OPTIONS))["bids"].maximum == 8
    assert set(fields["bonus.wager"].choices) == {10, 20}
    assert set(fields["bonus.bid_change"].choices) == {1, -1}
    assert fields["bonus.loot"].several == 2


def test_tricks_total_the_cards_of_each_round_and_the_form_says_how_many() -> None:
    tricks = index_fields(build_layout(8, schedule=[1, 9], **NEW_OPTIONS))["tricks"]
    assert [tricks.get_total(number) for number in range(3)] == [1, 8, None]
    note = build_layout(8, schedule=[1, 9], **NEW_OPTIONS).note
    assert [str(note(number)) for number in range(2)] == ["1 card", "8 cards"] and note(2) is None
