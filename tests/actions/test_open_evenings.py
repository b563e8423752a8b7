"""Evenings to which not everyone comes, of the games that are not Skat: check in, draw tables, play on by standings.

The year that ranks them is worked out here from the scores of the sheets.
"""

import re
from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.test import Client

import games
from league.actions.club import create_club, import_club
from league.actions.draft import create_season
from league.actions.registration import check_in, open_registration, register_players
from league.actions.rounds import finish_round, pair_next_round, publish_round
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.models import Club, Competition, Match, Season
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.rules.seasons.tournament_plans import build_rules
from league.rules.snapshot import parse_settings
from tests.actions.submissions import enter_result
from tests.actions.tournaments import list_tables, reread
from tests.web.sheets import text

PLAYERS = ["Ann", "Bob", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana"]
EVENINGS = (PLAYERS[:7], [*PLAYERS[:5], "Hana"], PLAYERS[1:7])  # who comes
RULES = {
    "skull-king": {"best": 2, "by": "sum", "least": 1},
    "hucklebuck": {"by": "average", "least": 2},
    "fighting-cards": {"best": 2, "by": "average", "least": 2},
}


def play_evening(season: Season, there: list[str], chance: Random) -> None:
    """Play two rounds: drawn from who has come, then seated by the standings."""
    open_registration(season=season, by=CONSOLE)
    register_players(season=reread(season), names=PLAYERS, by=CONSOLE)
    for row in season.registrations.select_related("player"):
        if row.player.name in there:
            check_in(season=reread(season), player=row.player.key, by=CONSOLE)
    open_season(season=reread(season), by=CONSOLE)
    settings = parse_settings(*reread(season).settings)
    for number in (1, 2):
        pair_next_round(season=reread(season), by=CONSOLE)
        publish_round(season=reread(season), number=number, by=CONSOLE)
        assert {player for table in list_tables(season, number) for player in table} <= {
            row.player.key
            for row in season.registrations.select_related("player")
            if row.player.name in there
        }
        for match in Match.objects.filter(division__season=season, status=MatchStatus.SCHEDULED):
            assert settings.game.plausible
            sheet = settings.game.plausible(settings.options, match.seats.count(), chance)
            enter_result(match, sheet, played_on=match.club.today)
        finish_round(season=reread(season), number=number, by=CONSOLE)


@pytest.mark.parametrize("key", sorted(RULES))
@pytest.mark.parametrize("ranking", [("points", "score", "lot"), ("score", "lot")], ids=["points", "score"])
def test_open_evenings_are_drawn_from_who_came_and_ranked_together(
    db: None, client: Client, key: str, ranking: tuple[str, ...]
) -> None:
    game, chance = games.get(key), Random(9)
    club = create_club(slug="evenings", name="Evenings", zone="Europe/Berlin", by=CONSOLE)
    rules = build_rules(game, "standings", 2) | {"evenings": RULES[key], "ranking": list(ranking)}
    if "points" in ranking:
        rules["points"] = {"places": {"3": [3, 1, 0], "4": [4, 2, 1, 0], "5": [5, 3, 2, 1, 0]}}
    season = create_tournament(club=club, name="Thursdays", game=key, rules=rules, names=[], by=CONSOLE)
    for number, there in enumerate(EVENINGS):
        if number:
            season = create_season(competition=Competition.objects.get(), by=CONSOLE)
        play_evening(season, there, chance)
    totals: dict[str, list[int]] = defaultdict(list)
    for evening in Season.objects.order_by("number"):
        for entry in evening.entries.filter(standing__played__gt=0).select_related("player", "standing"):
            own = entry.standing
            totals[entry.player.key].append(own.points if "points" in ranking else own.score)
    response = client.get("/evenings/thursdays/year/")
    table = response.context["table"]
    rule: dict[str, Any] = RULES[key]
    for row in table.rows:
        best = sorted(totals[row.player], reverse=True)[: rule.get("best")]
        assert row.values[0] == sum(best)
        assert (row.rank is None) == (len(totals[row.player]) < rule["least"])
        if rule["by"] == "average":
            assert row.average == Fraction(sum(best), len(best))
    order = [row.average if rule["by"] == "average" else row.values[0] for row in table.rows if row.rank]
    assert order == sorted(order, reverse=True)
    page = text(response)
    assert ("They are ranked by average." in page) == (rule["by"] == "average")
    assert ("best 2 evenings count" in page) == (rule.get("best") == 2)
    assert "Totals by month" in page
    assert "Ranking of Round 2" in text(client.get("/evenings/thursdays/2/rounds/2/"))
    assert verify_club(club) == []
    content = export_club_file(club)
    import_club(content, by=CONSOLE)
    assert export_club_file(Club.objects.get()) == content
    assert re.search(r"(?i)\bseries\b", page) is None
