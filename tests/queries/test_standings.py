"""The form in the standings: how the last matches of each entry ended."""

from django.contrib.auth.models import AnonymousUser

from league.queries.standings import list_standings
from tests.actions.clubs import make_club
from tests.actions.seasons import get_latest_season
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    build_sheet_for_scores,
)

SCORES = ((-4, -6), (-6, -4), (-5, -5), (-4, -6))  # of ann, bob


def test_form_is_of_the_last_five_by_day_whatever_their_round_with_forfeits(db: None) -> None:
    played = [
        build_played_match(
            f"m{number}",
            "ann bob",
            build_sheet_for_scores(*scores),
            f"2026-01-{20 - number:02}",
            round=number,
        )
        for number, scores in enumerate(SCORES, 1)
    ]
    late = build_forfeited_match("late", "ann bob", "ann", round=5, due_on="2026-02-01")
    early = build_forfeited_match("early", "ann bob", "bob", round=6, due_on="2026-01-10")
    to_come = {"id": "m7", "seats": ["ann", "bob"], "status": "scheduled", "round": 7}
    division = build_division("ann bob cleo", [*played, late, early, to_come])
    season = get_latest_season(make_club(build_club(build_competition(build_season(division)))))
    (table,) = list_standings(season, [], reader=AnonymousUser())
    assert {row.entry.player.key: list(row.form) for row in table.rows} == {
        "ann": ["won", "drawn", "lost", "won", "lost"],
        "bob": ["lost", "drawn", "won", "lost", "won"],
        "cleo": [],
    }
