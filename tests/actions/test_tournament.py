"""Creating a tournament with names: who is found in the club, who is added, and what is refused at which name."""

import games
from league.actions.player import MAX_PLAYERS_AT_ONCE, add_players
from league.actions.tournament import create_tournament
from league.models import Club, Competition, Player
from league.principals import CONSOLE
from league.rules.seasons.tournament_plans import build_rules
from tests.actions.refusals import Codes, refusal
from tests.scenarios import scenario


@scenario
def club() -> Club:
    """A club with one Ann and two players called Bob."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    add_players(club=club, names=["Ann", "Bob", "Bob"], namesakes=True, by=CONSOLE)
    return club


def refuse(club: Club, *names: str) -> Codes:
    """Return with what a tournament of these players is refused, after which nothing is there."""
    rules = build_rules(games.get("skuck"), "swiss", 3)
    found = refusal(
        create_tournament, club=club, name="Cup", game="skuck", rules=rules, names=names, by=CONSOLE
    )
    assert not Competition.objects.exists() and Player.objects.count() == 3
    return found


def test_name_of_several_players_or_one_listed_twice_is_refused_at_its_place(club: Club) -> None:
    assert refuse(club, "Zoe", "Ann", "bob", "zoe") == [("names.2", "several"), ("names.3", "twice")]


def test_new_name_that_is_none_is_refused_at_its_place_among_all(club: Club) -> None:
    assert refuse(club, "Ann", "Zoe", "x" * 81) == [("names.2", "name-length")]


def test_too_many_new_names_are_refused_as_a_whole(club: Club) -> None:
    assert refuse(club, *(f"P {number}" for number in range(MAX_PLAYERS_AT_ONCE + 1))) == [
        ("names", "too-many")
    ]
