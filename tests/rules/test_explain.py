"""How a standing came about, in sentences, down to each deal and each tie-break step."""

from typing import Any

from league.rules import clubfile, explain
from league.rules.book import SeasonKey
from league.rules.check import Checked, check
from tests.rules.clubs import content, even, forfeit, league, played, riverside, standings


def checked(document: Any) -> Checked:
    book, problems = clubfile.read(content(document))
    assert book and not problems
    settled = book.settled()
    return check(settled, list(settled.seasons))


def tree(document: Any, player: str, slug: str = "league", number: int = 1) -> Any:
    known = document if isinstance(document, Checked) else checked(document)
    return explain.as_json(explain.explain(known, SeasonKey(slug, number), player))


def sentences(step: Any, depth: int = 0) -> list[str]:
    return [
        "  " * depth + step["what"],
        *(line for part in step["because"] for line in sentences(part, depth + 1)),
    ]


def test_every_number_is_led_back_to_the_deals() -> None:
    document = league(
        [
            {"player": "ann", "penalties": [{"score": 1, "reason": "late {score} <b>"}]},
            {"player": "bob"},
            {"player": "cleo"},
        ],
        [
            played("m1", "ann bob", even(-4, -5)),
            forfeit("m2", "ann cleo", "cleo"),
            {"id": "m3", "seats": ["ann", "bob"], "status": "void"},
        ],
    )
    assert sentences(tree(document, "ann")) == [
        "Ann is number 1 of 3 in division A, season 1",
        "  Average -1.2500: score -5 in 4 games",
        "    Match m1 against Bob: a win with score -4",
        *(f"      Game {number}: bid 15, took 14, one off" for number in (1, 2, 3, 4)),
        "      Place 1: higher score, -4 to -5",
        "    Match m2 against Cleo: a forfeit, a win without score",
        "    The committee took 1 from the score: late {score} <b>",
        "  Ann is above Bob",
        "    Equal by average: -1.2500",
        "    Equal by bids made: 0",
        "    By wins and score among the tied: 1 won, score -4 before 0 won, score -5",
    ]
    assert "    Match m2 against Ann: absent, a loss with score -20" in sentences(tree(document, "cleo"))


def test_the_tree_has_values_and_reasons() -> None:
    top = tree(league("ann bob", [played("m1", "ann bob", even(-4, -5))]), "bob")
    assert list(top) == ["what", "value", "because"]
    assert top["value"] == 2
    totals, above = top["because"]
    assert totals["value"] == "-1.2500"
    assert [(part["value"], len(part["because"])) for part in totals["because"]] == [(-5, 5)]
    assert [part["value"] for part in totals["because"][0]["because"]] == [-1, -1, -1, -2, 2]
    assert above["value"] == "average"
    assert above["because"] == [
        {"what": "By average: -1.0000 before -1.2500", "value": "average", "because": []}
    ]


def test_a_shared_rank_is_said_to_be_one() -> None:
    rules = {"ranking": ["average", "wins", "win_rate"]}
    draw = played("m1", "ann bob", even(-4, -4))
    lines = sentences(tree(league("ann bob", [draw], rules=rules), "bob"))
    assert lines[0] == "Bob is number 1 of 2 in division A, season 1"
    assert lines[-4:] == [
        "  Bob shares the rank with Ann: no key parts them",
        "    Equal by average: -1.0000",
        "    Equal by wins: 0",
        "    Equal by share of wins: -",
    ]


def test_who_has_not_played_yet_waits() -> None:
    document = league("ann bob cleo dev", [played("m1", "ann bob", even(-4, -5))])
    assert sentences(tree(document, "cleo")) == [
        "Cleo is number 3 of 4 in division A, season 1",
        "  No match is finished yet: those without one come last, in seed order",
        "  Cleo has no finished match yet",
        "  Both wait for a first finished match: the lower seed number comes first",
    ]
    assert sentences(tree(document, "bob"))[-1] == "  Cleo has no finished match yet"


def test_somebody_alone_needs_no_comparison() -> None:
    assert len(tree(league("ann", []), "ann")["because"]) == 1


def test_everybody_at_riverside_is_explained_as_ranked() -> None:
    document = riverside()
    known = checked(document)
    seasons = document["competitions"][0]["seasons"]
    for season in seasons:
        for division in season["divisions"]:
            for entry in division["entries"]:
                top = tree(known, entry["player"], "skuck-league", season["number"])
                assert top["because"][0]["because"]
                deals = sum(line.lstrip().startswith("Game ") for line in sentences(top))
                assert deals == 4 * sum(
                    match.get("sheet") is not None and entry["player"] in match["seats"]
                    for match in division["matches"]
                )
    ranks = standings(riverside())
    assert {player: tree(known, player, "skuck-league")["value"] for player in ranks} == {
        player: row["rank"] for player, row in ranks.items()
    }
