"""How a row of the standings came about, in sentences, down to each deal and each tie-break step."""

from typing import Any

import pytest

from league.clubfile import reader
from league.rules.explain import standings
from league.rules.records import SeasonKey
from league.rules.validation import CheckedSnapshot, check_snapshot
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_league,
    build_played_match,
    build_season,
    build_sheet_for_scores,
    compute_report,
    compute_standings_rows,
    encode_document,
    load_riverside,
)
from tests.clubfile.tournaments import build_match, build_round, build_tournament


def check_document(document: Any) -> CheckedSnapshot:
    book, problems = reader.read_club_file(encode_document(document))
    assert book and not problems
    settled = book.resolve_settings()
    return check_snapshot(settled, list(settled.seasons))


def explain_standing(document: Any, player: str, slug: str = "league", number: int = 1) -> Any:
    """Return the explanation without the awards, which are in test_explain_awards.py."""
    known = document if isinstance(document, CheckedSnapshot) else check_document(document)
    top = standings.step_to_json(standings.explain_standing(known, SeasonKey(slug, number), player))
    standing = [step for step in top["because"] if not step["what"].startswith("Awards of the season")]
    return top | {"because": standing}


def list_sentences(step: Any, depth: int = 0) -> list[str]:
    return [
        "  " * depth + step["what"],
        *(line for part in step["because"] for line in list_sentences(part, depth + 1)),
    ]


def test_every_number_is_led_back_to_the_deals() -> None:
    document = build_league(
        [
            {"player": "ann", "penalties": [{"score": 1, "reason": "late {score} <b>"}]},
            {"player": "bob"},
            {"player": "cleo"},
        ],
        [
            build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5)),
            build_forfeited_match("m2", "ann cleo", "cleo"),
            {"id": "m3", "seats": ["ann", "bob"], "status": "void"},
        ],
    )
    assert list_sentences(explain_standing(document, "ann")) == [
        "Ann is 1st of 3 in division A, season 1",
        "  Average -1.2500: score -5 in 4 games",
        "    Beat Bob, -4 (m1)",
        *(f"      Game {number}: bid 15, took 14, one off" for number in (1, 2, 3, 4)),
        "      Place 1: higher score, -4 to -5",
        "    Forfeit against Cleo: win, no score (m2)",
        "    Penalty (1 off the score): late {score} <b>",
        "  Ahead of Bob",
        "    Same average: -1.2500",
        "    Same bids made: 0",
        "    By head-to-head record: 1 won, score -4 against 0 won, score -5",
    ]
    assert "    Absent against Ann: loss, -20 (m2)" in list_sentences(explain_standing(document, "cleo"))


def test_the_tree_has_values_and_reasons() -> None:
    top = explain_standing(
        build_league("ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))]), "bob"
    )
    assert list(top) == ["what", "value", "because"]
    assert top["value"] == 2
    totals, above = top["because"]
    assert totals["value"] == "-1.2500"
    assert [(part["value"], len(part["because"])) for part in totals["because"]] == [(-5, 5)]
    assert [part["value"] for part in totals["because"][0]["because"]] == [-1, -1, -1, -2, 2]
    assert above["value"] == "average"
    assert above["because"] == [
        {"what": "By average: -1.0000 against -1.2500", "value": "average", "because": []}
    ]


def test_a_shared_rank_is_said_to_be_one() -> None:
    rules = {"ranking": ["average", "wins", "win_rate"]}
    draw = build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -4))
    lines = list_sentences(explain_standing(build_league("ann bob", [draw], rules=rules), "bob"))
    assert lines[0] == "Bob is 1st of 2 in division A, season 1"
    assert lines[-4:] == [
        "  Level with Ann: no tie-break separates them",
        "    Same average: -1.0000",
        "    Same wins: 0",
        "    Same win rate: -",
    ]


def test_who_has_not_played_yet_waits() -> None:
    document = build_league(
        "ann bob cleo dev", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))]
    )
    assert list_sentences(explain_standing(document, "cleo")) == [
        "Cleo is 3rd of 4 in division A, season 1",
        "  No finished match yet: players without one come last, in seed order",
        "  Cleo has no finished match yet",
        "  Neither has a finished match yet: the lower seed number comes first",
    ]
    assert list_sentences(explain_standing(document, "bob"))[-1] == "  Cleo has no finished match yet"


def test_who_has_had_nothing_but_a_bye_is_told_so() -> None:
    waiting = build_round(1, "published", "ann bob", byes=[{"entry": "cleo", "kind": "pairing"}])
    document = build_tournament(
        build_division("ann bob cleo", [build_match("m1", "ann bob")]), rounds=[waiting]
    )
    assert "  No finished match yet: Cleo has had a bye" in list_sentences(explain_standing(document, "cleo"))


def test_somebody_alone_needs_no_comparison() -> None:
    assert len(explain_standing(build_league("ann", []), "ann")["because"]) == 1


def test_everybody_at_riverside_is_explained_as_ranked() -> None:
    document = load_riverside()
    known = check_document(document)
    seasons = document["competitions"][0]["seasons"]
    for season in seasons:
        for group in season["divisions"]:
            for entry in group["entries"]:
                top = explain_standing(known, entry["player"], "skuck-league", season["number"])
                assert top["because"][0]["because"]
                deals = sum(line.lstrip().startswith("Game ") for line in list_sentences(top))
                assert deals == 4 * sum(
                    match.get("sheet") is not None and entry["player"] in match["seats"]
                    for match in group["matches"]
                )
    ranks = compute_standings_rows(load_riverside())
    assert {player: explain_standing(known, player, "skuck-league")["value"] for player in ranks} == {
        player: row["rank"] for player, row in ranks.items()
    }


# --- promotion and relegation


def build_two_divisions(state: str, upper: str | list[Any] = "ann bob", **more: Any) -> Any:
    """Build a league with Ann and Bob above, Cleo and Dev below; Cleo and Ann have won."""
    above = build_division(upper, [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))])
    below = build_division(
        "cleo dev", [build_played_match("m2", "cleo dev", build_sheet_for_scores(-4, -5))], level=2
    )
    competition = build_competition(
        build_season(above, below, state=state), rules={"promoted": 1, **more.pop("rules", {})}, **more
    )
    return build_club(competition)


def list_movement_step(document: Any, player: str) -> list[Any]:
    """Return the last step's sentence and value, and the sentences below it."""
    *_others, last = explain_standing(document, player)["because"]
    return [last["what"], last["value"], *(step["what"] for step in last["because"])]


def test_a_closed_season_says_why_somebody_goes_up_or_down_or_stays() -> None:
    document = build_two_divisions("closed")
    assert list_movement_step(document, "cleo") == [
        "Cleo is promoted",
        "promoted",
        "1st of 2 – promoted.",
    ]
    assert list_movement_step(document, "bob") == [
        "Bob is relegated",
        "relegated",
        "2nd of 2 – relegated.",
    ]
    assert list_movement_step(document, "ann") == [
        "Ann stays in division A",
        "stays",
        "1st of 2 – stays up.",
    ]


def test_places_left_free_and_who_left_are_told() -> None:
    document = build_two_divisions("closed", [{"player": "ann", "left": True}, {"player": "bob"}])
    assert list_movement_step(document, "bob") == [
        "Bob stays in division A",
        "stays",
        "2nd of 2 – relegated.",
        "Stays up: fills a vacancy in division A.",
    ]
    assert list_movement_step(document, "ann")[-1].startswith("Withdrawn: ")


def test_an_open_season_says_what_would_be_if_it_ended_now() -> None:
    document = build_two_divisions("open")
    assert list_movement_step(document, "cleo") == [
        "If the season ended now, Cleo would be promoted",
        "promoted",
        "1st of 2 – promoted.",
    ]
    assert list_movement_step(document, "bob")[0] == "If the season ended now, Bob would be relegated"
    assert list_movement_step(document, "dev")[0] == "If the season ended now, Dev would stay in division B"


def has_movement_step(document: Any, player: str) -> bool:
    return explain_standing(document, player)["because"][-1]["value"] in ("promoted", "relegated", "stays")


def test_nothing_is_said_where_nothing_is_known_or_nobody_moves() -> None:
    assert has_movement_step(build_two_divisions("open"), "ann")
    assert not has_movement_step(build_two_divisions("open", rules={"promoted": 0}), "ann")
    assert not has_movement_step(build_two_divisions("draft"), "ann")
    for state in ("open", "closed"):
        assert not has_movement_step(build_two_divisions(state, kind="tournament"), "ann")
    waiting = build_two_divisions("open")
    waiting["competitions"][0]["seasons"][0]["divisions"][1]["matches"] = []
    assert has_movement_step(waiting, "ann") and not has_movement_step(waiting, "cleo")


def build_boundary_tie(state: str) -> Any:
    draw = build_played_match("m2", "cleo dev", build_sheet_for_scores(-4, -4))
    below = build_division("cleo dev", [draw], level=2)
    above = build_division("ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))])
    rules = {"promoted": 1, "ranking": ["average", "wins"]}
    return build_club(build_competition(build_season(above, below, state=state, lot=7), rules=rules))


def test_nothing_is_told_of_somebody_who_is_not_in_the_season() -> None:
    with pytest.raises(KeyError):
        explain_standing(build_boundary_tie("open"), "zoe")


def test_a_boundary_tie_that_was_broken_by_lot_is_told() -> None:
    first, second = compute_report(build_boundary_tie("closed"))["divisions"][1]["standings"]
    assert (first["rank"], second["rank"], first["decided_by"]) == (1, 2, "lot")
    assert (first["movement"], second["movement"]) == ("promoted", "stays")
    sentences = list_sentences(explain_standing(build_boundary_tie("closed"), first["player"]))
    lots = "No tie-break separated these players, and not all of them could go the same way: lots were drawn."
    assert sentences[-7:-3] == [
        f"  Ahead of {second['player'].title()}",
        "    Same average: -1.0000",
        "    Same wins: 0",
        sentences[-4],
    ]
    assert sentences[-4].startswith("    By drawing of lots: ")
    assert sentences[-3:] == [
        f"  {first['player'].title()} is promoted",
        f"    {lots}",
        "    1st of 2 – promoted.",
    ]
    assert list_movement_step(build_boundary_tie("closed"), second["player"])[2] == lots
    assert lots not in list_movement_step(build_boundary_tie("closed"), "ann")


def test_while_the_season_runs_no_lot_is_drawn() -> None:
    rows = compute_report(build_boundary_tie("open"))["divisions"][1]["standings"]
    assert [(row["rank"], row["decided_by"], row["movement"]) for row in rows] == [(1, None, None)] * 2
    assert "lots were drawn" not in str(explain_standing(build_boundary_tie("open"), "cleo"))


def test_while_the_season_runs_it_says_whom_the_lot_would_send() -> None:
    for lot in range(5):
        ended, runs = build_boundary_tie("closed"), build_boundary_tie("open")
        for document in (ended, runs):
            document["competitions"][0]["seasons"][0]["lot"] = lot
        for player in ("cleo", "dev"):
            (_goes, movement, _lots, rank), would = (
                list_movement_step(ended, player),
                list_movement_step(runs, player),
            )
            assert would[1:] == [movement, LOTS_SENTENCE, rank]
            assert would[0].startswith(f"If the season ended now, {player.title()} would ")
            assert list_sentences(explain_standing(runs, player))[0].startswith(
                f"{player.title()} is 1st of 2"
            )
        assert LOTS_SENTENCE not in list_movement_step(runs, "bob")


LOTS_SENTENCE = (
    "No tie-break separates these players, and not all of them can go the same way: lots would be drawn."
)


def test_points_are_told_match_by_match_where_they_are_compared() -> None:
    matches = [
        build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5)),
        build_played_match("m2", "bob ann", build_sheet_for_scores(-4, -4)),
        build_forfeited_match("m3", "ann bob", "ann"),
    ]
    entries: list[Any] = [
        {"player": "ann", "penalties": [{"points": 1, "reason": "late"}]},
        {"player": "bob"},
    ]
    lines = list_sentences(
        explain_standing(build_league(entries, matches, rules={"ranking": ["points", "lot"]}), "ann")
    )
    assert lines[lines.index("  Points: 2") :][:5] == [
        "  Points: 2",
        "    Match m1: 2 for a win",
        "    Match m2: 1 for a draw",
        "    Match m3: 0 for a loss",
        "    Penalty (1 off the points): late",
    ]
