"""The prize list of a tournament: places, the best newcomer, the best of each team."""

from django.contrib.auth.models import AnonymousUser

from league.actions.decisions.withdrawal import withdraw_entry
from league.models import Club, Division, Entry, Season, Standing
from league.principals import CONSOLE
from league.queries.prizes import list_prizes
from tests.actions.test_final import play_all
from tests.actions.tournaments import begin_round, make_tournament, play_round
from tests.scenarios import scenario

GUEST = AnonymousUser()


@scenario
def season() -> Season:
    """A tournament of six after its first round, in a club where four of them have played another before."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    first = make_tournament(club, 4, rounds=1)
    begin_round(first)
    play_round(first, 1)
    second = make_tournament(club, 6, rounds=2, name="Autumn Open")
    begin_round(second)
    play_round(second, 1)
    return second


def read(season: Season) -> dict[str, list[str]]:
    return {
        str(prize.title): [name for _key, name, _points in prize.winners]
        for prize in list_prizes(season, reader=GUEST)
    }


def rank(season: Season, *names: str) -> None:
    for place, name in enumerate(names, 1):
        Standing.objects.filter(entry__season=season, entry__player__name=name).update(rank=place)


def test_places_newcomers_and_teams(season: Season) -> None:
    rank(season, "Dan Dyer", "Ann Archer", "Fay Fox", "Bob Baker", "Eve Ellis", "Cleo Carter")
    Entry.objects.filter(season=season, player__name__in=["Bob Baker", "Eve Ellis"]).update(team="East")
    assert read(season) == {
        "1st place": ["Dan Dyer"],
        "2nd place": ["Ann Archer"],
        "3rd place": ["Fay Fox"],
        "Best newcomer": ["Fay Fox"],
        "Best of East": ["Bob Baker"],
    }


def test_a_shared_place_is_a_shared_prize(season: Season) -> None:
    rank(season, "Dan Dyer", "Ann Archer", "Fay Fox", "Bob Baker", "Eve Ellis", "Cleo Carter")
    rank(season, "Ann Archer")
    prizes = read(season)
    assert prizes["1st place"] == ["Ann Archer", "Dan Dyer"] and "2nd place" not in prizes


def test_places_of_several_divisions_name_them(db: None) -> None:
    club = Club.objects.create(slug="riverside", name="Riverside")
    groups = make_tournament(club, 8, kind="round-robin", groups=2)
    Division.objects.filter(season=groups, level=2).update(name="B")
    play_all(groups)
    first = Standing.objects.filter(entry__season=groups, rank=1).order_by("entry__division__level")
    of_groups, of_b = [[name] for name in first.values_list("entry__player__name", flat=True)]
    prizes = read(groups)
    assert prizes["1st place, Group A"] == of_groups
    assert prizes["1st place, division B"] == of_b


def test_who_has_withdrawn_has_no_prize(season: Season) -> None:
    rank(season, "Dan Dyer", "Ann Archer", "Fay Fox", "Bob Baker", "Eve Ellis", "Cleo Carter")
    entry = Entry.objects.select_related("player", "division__stage", "season__competition__club").get(
        season=season, player__name="Dan Dyer"
    )
    withdraw_entry(entry=entry, outcome="stand", reason="Ill", by=CONSOLE)
    assert "Dan Dyer" not in str(read(season))


def test_before_the_first_result_there_are_none(season: Season) -> None:
    club = season.competition.club
    assert read(make_tournament(club, 4, name="Winter Open")) == {}
