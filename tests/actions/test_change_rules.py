"""A league's rules are changed: the next season gets them, those already opened keep theirs."""

from __future__ import annotations

import pytest

from league.actions.club import import_club
from league.actions.competition import change_competition, change_rules
from league.actions.demo import RIVERSIDE
from league.actions.draft import DivisionAssignment, assign_divisions
from league.actions.errors import ActionError
from league.actions.schedule import make_schedule
from league.models import Club, Competition, Event, Match, Season
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.rules.snapshot import JSON
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club
from tests.actions.table_drafts import make_table_league_draft
from tests.actions.test_create_club import (
    get_last_change,
    list_problem_codes,
    make_club_of_size,
    make_league_of_club,
)
from tests.commands.console import fetch_all_rows
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


def fetch_rules(season: Season) -> JSON:
    return Competition.objects.get(pk=season.competition_id).rules


@scenario
def season() -> Season:
    return make_league_of_club(make_club_of_size(16))


def test_changed_rules_count_for_the_draft_and_keep_its_schedule(season: Season) -> None:
    before = set(Match.objects.values_list("pk", flat=True))
    change_rules(
        competition=season.competition,
        rules=fetch_rules(season) | {"promoted": 1, "relegated": 1},
        by=CONSOLE,
    )
    assert fetch_rules(season)["promoted"] == 1
    assert set(Match.objects.values_list("pk", flat=True)) == before
    change = get_last_change()
    assert (change.action, change.key) == ("change_rules", "tuesday-league")
    assert change.before and change.after and (change.before["promoted"], change.after["promoted"]) == (2, 1)


def test_other_number_of_meetings_takes_the_drafts_schedule_away(season: Season) -> None:
    change_rules(competition=season.competition, rules=fetch_rules(season) | {"meetings": 2}, by=CONSOLE)
    assert not Match.objects.exists()
    assert season.entries.count() == 16


def test_other_size_of_tables_takes_the_drafts_schedule_away() -> None:
    season = make_table_league_draft(12, rules={"table_size": 4})
    make_schedule(season=season, dates=None, tables=None, remind_days=0, by=CONSOLE)
    rules = fetch_rules(season)
    change_rules(competition=season.competition, rules=rules | {"relegated": 0}, by=CONSOLE)
    assert Match.objects.exists()
    change_rules(competition=season.competition, rules=rules | {"table_size": 3}, by=CONSOLE)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        ({"meetings": 2}, "rules.meetings"),
        ({"forfeit_score": -3}, "rules.forfeit_score"),
        ({"ranking": ["wins"], "points": {"win": 3, "draw": 1, "loss": 0}}, "rules.ranking"),
    ],
)
def test_no_rule_changes_where_a_draft_came_in_with_results(rules: JSON, path: str) -> None:
    file = build_club_file(state="draft")
    matches = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    matches[0] |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    matches[1] |= {"status": "forfeit", "absent": matches[1]["seats"]}
    club = make_club(file)
    competition = club.competitions.get()
    before = fetch_all_rows()
    with pytest.raises(
        ActionError, match="Season 1 already has results, though it hasn't started"
    ) as refused:
        change_rules(competition=competition, rules=competition.rules | rules, by=CONSOLE)
    assert list_problem_codes(refused.value.problems) == [(path, "draft-has-results")]
    with pytest.raises(ActionError):
        change_competition(competition=competition, name="Cup", rules=competition.rules | rules, by=CONSOLE)
    assert fetch_all_rows() == before
    assert verify_club(club) == []
    change_competition(competition=competition, name="Cup", rules=competition.rules, by=CONSOLE)
    assert Competition.objects.get().name == "Cup"


def test_opened_seasons_keep_their_rules() -> None:
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    competition = Competition.objects.get()
    seasons = list(Season.objects.order_by("pk").values("rules", "state"))
    matches = Match.objects.count()
    change_rules(
        competition=competition,
        rules=competition.rules | {"meetings": 3, "promoted": 1, "relegated": 1},
        by=CONSOLE,
    )
    assert list(Season.objects.order_by("pk").values("rules", "state")) == seasons
    assert Match.objects.count() == matches


def test_same_rules_change_nothing() -> None:
    season = make_league_of_club(make_club_of_size(4))
    changes, revision = Event.objects.count(), Club.objects.get().revision
    change_rules(competition=season.competition, rules=fetch_rules(season), by=CONSOLE)
    assert (Event.objects.count(), Club.objects.get().revision) == (changes, revision)


def test_rules_that_do_not_fit_the_drafts_divisions_are_refused(season: Season) -> None:
    larger = fetch_rules(season) | {"division_size": 8, "promoted": 4, "relegated": 4}
    with pytest.raises(ActionError) as refused:
        change_rules(competition=season.competition, rules=larger, by=CONSOLE)
    assert list_problem_codes(refused.value.problems) == [("rules.promoted", "division-too-small")]
    assert "Season 1 is a draft. Its division B: 4 promoted and 4 relegated" in str(refused.value)
    keys = [f"player-{number}" for number in range(16)]
    halves = [DivisionAssignment("A", tuple(keys[:8])), DivisionAssignment("B", tuple(keys[8:]))]
    assign_divisions(season=season, divisions=halves, by=CONSOLE)
    change_rules(competition=season.competition, rules=larger, by=CONSOLE)
    assert fetch_rules(season)["promoted"] == 4


def test_without_a_draft_rules_must_fit_as_many_divisions_as_there_were() -> None:
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    competition = Competition.objects.get()
    with pytest.raises(ActionError, match="With divisions of 4, at most 2 can be promoted"):
        change_rules(
            competition=competition, rules=competition.rules | {"promoted": 3, "relegated": 3}, by=CONSOLE
        )
    larger = {"division_size": 6, "promoted": 3, "relegated": 3}
    change_rules(competition=competition, rules=competition.rules | larger, by=CONSOLE)


def test_name_and_rules_change_both_or_neither(season: Season) -> None:
    rules = fetch_rules(season) | {"min_matches": 3}
    with pytest.raises(ActionError):
        change_competition(competition=season.competition, name="", rules=rules, by=CONSOLE)
    assert fetch_rules(season)["min_matches"] == 4
    change_competition(competition=season.competition, name="Cup", rules=rules, by=CONSOLE)
    competition = Competition.objects.get()
    assert (competition.name, competition.slug, competition.rules["min_matches"]) == (
        "Cup",
        "tuesday-league",
        3,
    )
