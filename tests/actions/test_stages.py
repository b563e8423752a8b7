"""Seasons of more than one stage: nothing of a later one is lost or mixed with the first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from django.test import Client

from games import Problem
from league.actions.club import import_club
from league.actions.decisions import penalty, withdrawal
from league.actions.decisions.penalty import penalise_entry
from league.actions.season import close_season
from league.actions.statistics import refresh_statistics
from league.models import Club, Entry, User
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.hall_of_fame import list_champions
from league.queries.night import list_night
from league.queries.own_clubs import list_latest_results
from league.queries.player_matches import list_matches
from league.rules import validation
from tests.actions.clubs import make_club
from tests.actions.seasons import get_latest_season
from tests.clubfile.documents import (
    JSON,
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    build_sheet_for_scores,
    find_mistakes,
)
from tests.commands.console import run_command, run_report

DAY = date(2026, 1, 6)
FIRST_BETTER, SECOND_BETTER = build_sheet_for_scores(-4, -6), build_sheet_for_scores(-6, -4)
# Ann and dan win their groups; dan wins the final, in which bob plays cleo for the third place.
GROUPS = [
    build_division("ann bob", [build_played_match("m1", "ann bob", FIRST_BETTER)], name="Group A"),
    build_division(
        "cleo dan", [build_played_match("m2", "cleo dan", SECOND_BETTER)], level=2, name="Group B"
    ),
]
FINALS = [
    build_division("ann dan", [build_played_match("m3", "ann dan", SECOND_BETTER)], stage=2, name="Final"),
    build_division(
        "bob cleo", [build_played_match("m4", "bob cleo", FIRST_BETTER)], stage=2, level=2, name="Third place"
    ),
]


def build_tournament(*divisions: JSON) -> JSON:
    return build_club(build_competition(build_season(*divisions), kind="tournament"))


@pytest.fixture
def two_stages(monkeypatch: pytest.MonkeyPatch, db: None) -> Club:
    def accept_all(*_arguments: object) -> Iterator[Problem]:
        return iter(())

    monkeypatch.setattr(validation, "check_final", accept_all)
    return make_club(build_tournament(*GROUPS, *FINALS))


def test_an_export_holds_both_stages_and_imports_as_the_same(two_stages: Club) -> None:
    content = export_club_file(two_stages)
    assert not any(import_club(content, by=CONSOLE).changed.values())
    assert export_club_file(two_stages) == content
    assert [
        entry.stage.number for entry in Entry.objects.filter(player__key="ann").order_by("stage__number")
    ] == [1, 2]
    assert verify_club(two_stages) == []


def test_the_report_ranks_each_stage_by_its_own_matches(two_stages: Club) -> None:
    divisions = run_report("club/league")["divisions"]
    assert [(group.get("stage"), group["level"], group["name"]) for group in divisions] == [
        (None, 1, "Group A"),
        (None, 2, "Group B"),
        (2, 1, "Final"),
        (2, 2, "Third place"),
    ]
    assert [[(row["player"], row["played"]) for row in group["standings"]] for group in divisions] == [
        [("ann", 1), ("bob", 1)],
        [("dan", 1), ("cleo", 1)],
        [("dan", 1), ("ann", 1)],
        [("bob", 1), ("cleo", 1)],
    ]


def test_a_penalty_counts_in_the_stage_of_its_entry_only(two_stages: Club) -> None:
    entries = {entry.stage.number: entry for entry in Entry.objects.filter(player__key="ann")}
    penalise_entry(entry=entries[1], points=0, score=1, reason="Came late", by=CONSOLE)
    penalise_entry(entry=entries[2], points=0, score=2, reason="Came late again", by=CONSOLE)
    scores = [
        row["score"]
        for group in run_report("club/league")["divisions"]
        for row in group["standings"]
        if row["player"] == "ann"
    ]
    assert scores == [-4 - 1, -6 - 2]
    assert verify_club(two_stages) == []
    content = export_club_file(two_stages)
    import_club(content, by=CONSOLE)
    assert export_club_file(two_stages) == content


def test_what_a_decision_would_do_is_planned_for_the_stage_of_its_entry(two_stages: Club) -> None:
    for entry in Entry.objects.filter(player__key="ann"):
        penalised, left = penalty.plan(entry, points=0, score=1), withdrawal.plan(entry)
        planned = (penalised.now, penalised.after, left.now, *left.after.values())
        assert {standings.stage for standings in planned} == {entry.stage.number}


def test_the_season_page_shows_each_stage_with_its_own_ranks_the_last_first(
    two_stages: Club, client: Client
) -> None:
    for query in ("", "?as_of=2026-01-06"):
        page = client.get(f"/club/league/1/{query}").content.decode()
        positions = [page.index(f">{name}<") for name in ("Final", "Third place", "Group A", "Group B")]
        assert positions == sorted(positions)
        for place, players in ((0, ("dan", "ann", "bob", "cleo")), (2, ("ann", "bob", "dan", "cleo"))):
            order = [page.index(f"players/{player}/", positions[place]) for player in players]
            assert order == sorted(order)


def test_a_players_last_stage_is_explained(two_stages: Club) -> None:
    explained = run_command("explain", "club/league", "ann")
    assert "Ann is 2nd of 2 in division Final" in explained.out


def test_the_winner_of_the_last_stage_is_the_champion(two_stages: Club) -> None:
    season = get_latest_season(two_stages)
    close_season(season=season, by=CONSOLE)
    assert verify_club(two_stages) == []
    champions = list_champions(season.competition)
    assert [player.key for player in champions[season.pk]] == ["dan"]


def test_the_final_of_a_day_comes_after_the_rounds_of_the_groups(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    monkeypatch.setattr(validation, "check_final", lambda *_arguments: iter(()))
    group = build_division(
        "ann bob",
        [
            build_played_match(f"m{number}", "ann bob", FIRST_BETTER, round=number, due_on=str(DAY))
            for number in (1, 2)
        ],
    )
    final = build_division(
        "ann bob", [build_played_match("m0", "ann bob", SECOND_BETTER, due_on=str(DAY))], stage=2
    )
    club = make_club(build_tournament(group, final))
    ann = club.players.get(key="ann")
    refresh_statistics(competition=club.competitions.get().pk)
    assert [match.match.key for match in list_matches(ann)] == ["m1", "m2", "m0"]
    form = ann.statistics.get().details["form"]
    assert [match["match"] for match in form] == ["m1", "m2", "m0"]
    assert verify_club(club) == []
    ann.user = User.objects.create_user("ann@example.org")
    ann.save(update_fields=["user"])
    assert [match.key for match in list_latest_results(ann.user)[club.pk].matches] == ["m0", "m2", "m1"]
    assert [match.key for match in list_night(club, DAY)] == ["m1", "m2", "m0"]


# --- until such seasons can be played


def test_a_file_of_a_tournament_of_one_stage_is_kept_as_it_is(db: None) -> None:
    club = make_club(build_tournament(*GROUPS))
    assert club.competitions.get().kind == "tournament"
    assert b'"stage"' not in export_club_file(club)


def test_a_later_stage_is_refused_where_it_is_given() -> None:
    [(path, message)] = find_mistakes(build_tournament(*GROUPS, FINALS[0]))
    assert path == "competitions.0.seasons.0.divisions.2.stage"
    assert "Without finalists" in message


@pytest.mark.parametrize("stage", [0, 101, "1", None])
def test_what_is_no_number_of_a_stage_is_refused(stage: object) -> None:
    document = build_tournament({**GROUPS[0], "stage": stage})
    assert [path for path, _message in find_mistakes(document)] == [
        "competitions.0.seasons.0.divisions.0.stage"
    ]
