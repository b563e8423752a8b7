"""Awards against a second computation of them (`awards_oracle`), in clubs where much happens at once."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.actions.job import run_due_jobs
from league.clubfile import reader, verify, writer
from league.models import Match
from league.rules.validation import check_snapshot
from league.tasks import JOB_HANDLERS
from tests.actions.submissions import enter_result
from tests.clubfile.documents import (
    JSON,
    REPORTS,
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    compute_report,
    encode_document,
    load_riverside,
)
from tests.commands.console import import_document, run_command, run_export, run_on_file
from tests.commands.console import run_report as told_by_command
from tests.rules import awards_oracle as oracle
from tests.scenarios import discard_changes

SECRETARYS_REPORTS: list[JSON] = json.loads(REPORTS)
LEAGUE = "club/league"
OTHER_GAME = "fighting-cards"  # what is played in it bids in the twenties: nobody's style of SKUCK
EXAMPLES = settings().max_examples


# --- clubs


@st.composite
def clubs(draw: st.DrawFn, gaps: bool = True) -> JSON:
    """Draw one to four seasons of a few players who meet often.

    Bids and results are few, so that styles are neutral and figures tie; matches lie across the dates of other seasons.
    """
    chance = Random(draw(st.integers(0, 10**6)))
    everybody = [f"p{number}" for number in range(1, chance.choice([4, 5, 7]) + 1)]
    count = chance.choice([1, 2, 3, 3, 4])
    numbers = sorted(chance.sample(range(1, count + 2), count)) if gaps else [*range(1, count + 1)]
    state = {number: chance.choice(["closed"] * 5 + ["open"]) for number in numbers}
    if chance.random() < 0.2:
        state[numbers[-1]] = "draft"
    options = chance.choice([{}, {}, {"deals": 2}])
    seasons = [_build_random_season(number, state[number], everybody, options, chance) for number in numbers]
    chance.shuffle(seasons)
    rules = {"promoted": 0, "min_matches": chance.choice([1, 3, 4, 6])}
    return build_club(build_competition(*seasons, rules=rules, options=options), players="stranger")


def _build_random_season(
    number: int, state: str, everybody: list[str], options: JSON, chance: Random
) -> JSON:
    own: JSON = {"options": options | {"third_renege_disqualifies": chance.random() < 0.5}}
    game = "skuck"
    if state == "draft":  # it has none of its own yet
        own = {}
    if state != "draft" and chance.random() < 0.1:
        own, game = {"game": OTHER_GAME, "options": {}}, OTHER_GAME
    elif state != "draft" and chance.random() < 0.2:
        own["rules"] = {"promoted": 0, "min_matches": chance.choice([1, 2, 5])}
    players = [player for player in everybody if chance.random() < 0.9]
    chance.shuffle(players)
    half = len(players) // 2
    groups = (
        [players]
        if half < 2 or game == OTHER_GAME or chance.random() < 0.6
        else [players[:half], players[half:]]
    )
    divisions = [
        build_division(
            [_build_random_entry(player, chance) for player in group],
            list(_build_random_matches(f"s{number}d{level}", group, state, options, game, chance)),
            level=level,
        )
        for level, group in enumerate(groups, 1)
        if group
    ]
    return build_season(*divisions, number=number, state=state, **own)


def _build_random_entry(player: str, chance: Random) -> JSON:
    left = {"left": True} if chance.random() < 0.1 else {}
    penalties = [{"points": 1, "score": chance.choice([1, 30]), "reason": "late"}]
    return {"player": player, **left, **({"penalties": penalties} if chance.random() < 0.2 else {})}


def _build_random_matches(
    name: str, group: list[str], state: str, options: JSON, game: str, chance: Random
) -> Any:
    size = 3 if game == OTHER_GAME else 2
    if len(group) < size:
        return
    keen, exact = chance.choice([1, 2, 4]), chance.choice([0.0, 0.1, 0.4])
    untidy = chance.choice([0.1, 0.1, 0.5, 1.0])
    for number in range(keen * len(group)):
        match_id, seats = f"{name}m{number}", chance.sample(group, size)
        more: JSON = {"round": chance.randint(1, 3), "table": chance.randint(1, 2)}
        kind = chance.random()
        if kind < untidy * 0.3:
            yield build_forfeited_match(
                match_id, " ".join(seats), " ".join(seats[: chance.randint(1, size)]), **more
            )
        elif kind < untidy * 0.5:
            yield {"id": match_id, "seats": seats, "status": "void", **more}
        elif state != "closed" and kind < 0.7:
            yield {"id": match_id, "seats": seats, **more}
        else:
            if chance.random() < 0.15:
                more["sat"] = [chance.choice(["stranger", seats[0]]), *seats[1:]]
            on = f"2026-{chance.randint(1, 3):02}-{chance.choice([1, 2, 3, 9]):02}"
            sheet = (
                _build_random_contract(chance)
                if game == OTHER_GAME
                else _build_random_sheet(options, exact, chance)
            )
            yield build_played_match(match_id, " ".join(seats), sheet, on=on, **more)


def _build_random_contract(chance: Random) -> JSON:
    return {"deals": [{"declarer": chance.randint(0, 2), "bid": 28, "points": chance.randint(20, 40)}]}


def _build_random_sheet(options: JSON, exact: float, chance: Random) -> JSON:
    """Build a sheet on which a share of deals are clicks, and some more by chance.

    A few players are disqualified, some before the last deal.
    """
    deals = []
    for _ in range(options.get("deals", 4)):
        tricks = [taken := chance.choice([11, 13, 14, 16]), 27 - taken]
        clicks = chance.random() < exact
        bids = tricks if clicks else [chance.choice([13, 14]), chance.choice([13, 14])]
        deals.append({"bids": bids, "tricks": tricks})
    kind, penalties = chance.random(), []
    if kind < 0.1:
        penalties = [
            {"seat": chance.randint(0, 1), "kind": chance.choice(["miscount", "renege"])}
            for _ in range(chance.randint(1, 3))
        ]
    elif kind < 0.15:
        penalties = [{"seat": seat, "kind": "miscount"} for seat in chance.choice([[0], [1], [0, 1]])] * 3
        deals = deals[: chance.randint(0, len(deals))]
    return {"deals": deals, "penalties": penalties}


def list_closed_seasons(document: JSON) -> list[int]:
    """Return the numbers of the closed seasons of SKUCK."""
    return [
        season["number"]
        for season in document["competitions"][0]["seasons"]
        if season["state"] == "closed" and season.get("game", "skuck") == "skuck"
    ]


def compute_expected_awards(document: JSON) -> dict[int, list[JSON]]:
    return {
        number: oracle.compute_awards(document, "league", number) for number in list_closed_seasons(document)
    }


# --- the second computation itself


@pytest.mark.parametrize("said", SECRETARYS_REPORTS, ids=lambda said: f"season {said['season']}")
def test_the_second_computation_says_what_the_secretary_said(said: JSON) -> None:
    assert oracle.compute_awards(load_riverside(), "skuck-league", said["season"]) == said["awards"]


# --- and Boolie's


@settings(max_examples=EXAMPLES)
@given(document=clubs())
def test_awards_are_what_a_second_computation_gives(document: JSON) -> None:
    wanted = compute_expected_awards(document)
    assert {number: compute_report(document, number)["awards"] for number in wanted} == wanted


@settings(max_examples=EXAMPLES // 6)
@given(document=clubs(gaps=False), spoiled=st.randoms(use_true_random=False))
def test_a_file_that_claims_them_is_borne_out(document: JSON, spoiled: Random) -> None:
    claimed = add_claims(document)
    assert verify_file(claimed) == []
    seasons = claimed["competitions"][0]["seasons"]
    claimed_awards = [
        (f"competitions.0.seasons.{place}.report.awards.{row}.value", award)
        for place, season in enumerate(seasons)
        for row, award in enumerate(season.get("report", {"awards": []})["awards"])
    ]
    if not claimed_awards:
        return
    path, award = spoiled.choice(claimed_awards)
    right, award["value"] = award["value"], "0.1234"
    assert verify_file(claimed) == [{"path": path, "claimed": "0.1234", "recomputed": right}]
    if len(seasons) > 1:  # whoever has not got the first cannot tell what the awards of the others are
        del seasons[0]
        for season in seasons:
            season.get("report", {})["awards"] = []
        assert verify_file(claimed) == []


@pytest.mark.django_db
@settings(max_examples=EXAMPLES // 10)
@given(document=clubs(), chance=st.randoms(use_true_random=False))
def test_a_club_keeps_them_and_its_file_claims_them(document: JSON, chance: Random) -> None:
    """It holds, too, when a result of any season is corrected or one is added.

    A result may be added in a season that goes on behind a closed one.
    """
    with discard_changes():
        import_document(document)
        assert_kept_awards_are_right(json.loads(run_export("club")))
        import_document(correct_one_sheet(document, chance))
        assert_kept_awards_are_right(json.loads(run_export("club")))
        going_on = Match.objects.filter(division__season__state="open", division__season__game="skuck")
        for match in going_on.filter(status="scheduled")[:2]:
            enter_result(match, _build_random_sheet(document["competitions"][0]["options"], 0.4, chance))
        while run_due_jobs(JOB_HANDLERS):
            pass
        assert_kept_awards_are_right(json.loads(run_export("club")))
        elsewhere = run_export("club").replace(b'"slug": "club"', b'"slug": "elsewhere"', 1)
        import_document(elsewhere)
        assert run_export("elsewhere") == elsewhere


def assert_kept_awards_are_right(exported: JSON) -> None:
    wanted = compute_expected_awards(exported)
    for number, awards in wanted.items():
        assert told_by_command(LEAGUE, "--season", str(number))["awards"] == awards
    claimed = {
        season["number"]: season.get("report", {"awards": []})["awards"]
        for season in exported["competitions"][0]["seasons"]
        if season["number"] in wanted
    }
    assert claimed == wanted
    assert run_command("verify", "club").code == 0


def correct_one_sheet(document: JSON, chance: Random) -> JSON:
    """Return the same file with another sheet for one of its matches."""
    matches = [
        match
        for season in document["competitions"][0]["seasons"]
        if season.get("game", "skuck") == "skuck"
        for group in season["divisions"]
        for match in group["matches"]
        if match.get("status") == "played"
    ]
    if matches:
        sheet = _build_random_sheet(document["competitions"][0]["options"], 0.4, chance)
        chance.choice(matches).update({"revision": 2, "sheet": sheet})
    return document


def add_claims(document: JSON) -> Any:
    """Return the club file with all its derived values; its awards are those of the second computation."""
    book, _problems = reader.read_club_file(encode_document(document))
    assert book
    settled = book.resolve_settings()
    claimed = json.loads(
        writer.write_club_file(verify.fill_in_derived(check_snapshot(settled, list(settled.seasons))))
    )
    wanted = compute_expected_awards(document)
    for season in claimed["competitions"][0]["seasons"]:
        if "report" in season and season["number"] in wanted:
            season["report"]["awards"] = wanted[season["number"]]
    return claimed


def verify_file(document: JSON) -> list[JSON]:
    """Return the differences that `verify FILE` finds."""
    ran = run_on_file("verify", document, "--json")
    assert (ran.code, ran.err) == (bool(ran.json["differences"]), "")
    differences: list[JSON] = ran.json["differences"]
    return differences
