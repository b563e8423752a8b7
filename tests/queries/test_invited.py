"""Whom a tournament may invite: the first of a season, of a division, or those of a level."""

import pytest

from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.actions.registration import register_players, withdraw_registration
from league.actions.season import close_season
from league.models import Club, Player, Season, Standing, Statistics
from league.principals import CONSOLE
from league.queries.invited import list_invited, list_sources
from tests.actions.registrations import list_states, make_registration
from tests.actions.seasons import make_league, reload_season
from tests.actions.tournaments import get_key
from tests.scenarios import scenario


@scenario
def season() -> Season:
    """A closed season of two divisions of four."""
    season = make_league([4, 4])
    close_season(season=season, by=CONSOLE)
    return reload_season(season)


def invite(season: Season, key: str, most: int = 100) -> list[str]:
    [source] = [source for source in list_sources(season.competition.club) if source.key == key]
    return list_invited(source, most)


def test_sources_are_ended_seasons_their_divisions_and_levels(season: Season) -> None:
    slug = season.competition.slug
    keys = [source.key for source in list_sources(season.competition.club)]
    assert keys[:3] == [f"{slug}/1", f"{slug}/1/1", f"{slug}/1/2"]
    assert all(key.startswith(f"{slug}/level/") for key in keys[3:]) and len(keys) > 3


def test_the_first_of_a_season_and_of_a_division(season: Season) -> None:
    slug = season.competition.slug
    order = list(
        Standing.objects.filter(entry__season=season)
        .order_by("entry__division__level", "rank", "entry__seed")
        .values_list("entry__player__name", flat=True)
    )
    assert invite(season, f"{slug}/1", 5) == order[:5]
    assert invite(season, f"{slug}/1/2", 3) == order[4:7]


def test_everyone_of_a_level_best_first(season: Season) -> None:
    competition = season.competition
    Statistics.objects.filter(competition=competition).delete()
    for key, score in (("p001", 8), ("p002", 12), ("p003", -400)):
        player = Player.objects.get(club=competition.club, key=key)
        Statistics.objects.create(competition=competition, player=player, deals=4, score=score)
    [level] = {
        source.key
        for source in list_sources(competition.club)
        if source.level and "Master" in source.level.name
    }
    names = dict(Player.objects.values_list("key", "name"))
    assert invite(season, level) == [names["p002"], names["p001"]]


@pytest.mark.django_db
def test_an_open_season_is_no_source() -> None:
    season = make_league([4])
    assert not [source for source in list_sources(season.competition.club) if source.season]


@pytest.mark.django_db
def test_who_withdraws_of_the_best_eight_of_riverside_is_followed_by_the_ninth() -> None:
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    club = Club.objects.get(slug="riverside")
    [source] = [source for source in list_sources(club) if source.key == "skuck-league/2"]
    names = list_invited(source, 9)
    season = make_registration(club, 0, limit=8)
    register_players(season=season, names=names, by=CONSOLE)
    keys = [get_key(name) for name in names]
    assert [list_states(season)[key] for key in keys] == [*["entered"] * 8, "waiting"]
    withdraw_registration(season=season, player=keys[0], by=CONSOLE)
    states = list_states(season)
    assert (states[keys[0]], states[keys[8]]) == ("withdrawn", "entered")
