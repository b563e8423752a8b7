"""Who plays where in a draft: one form that saves nothing until it is told to, and what it is refused for."""

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

import games
from league.actions.draft import DivisionAssignment, assign_divisions
from league.actions.schedule import make_schedule
from league.actions.tournament import create_tournament
from league.models import Club, Competition, Entry, Match, Membership, Player, Role, Season
from league.permissions import can
from league.principals import CONSOLE, Principal
from league.rules.seasons.tournament_plans import PlanKind, build_rules
from tests.actions.clubs import make_club, make_member
from tests.actions.tournaments import NAMES
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.placing import PAGE, Typed, a_draft, filled, read_fields, saved
from tests.web.sheets import differences, text

SCHEDULE_GOES = "Changing divisions will delete the schedule; you can make a new one."

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return a_draft()


@scenario
def organiser(season: Season) -> Client:
    return log_in(make_member(season.competition.club, Role.ORGANISER))


# --- divisions and their names


def test_there_is_always_one_more_division_to_choose(organiser: Client) -> None:
    form = read_fields(filled(organiser, "list"))
    page = organiser.post(PAGE.format(1), form | {"division-p1": "3", "show": "1"})
    assert read_fields(page)["name-4"] == "D"
    more = organiser.post(PAGE.format(1), form | {"more": "1"})
    assert read_fields(more)["name-4"] == "D"


def test_a_division_that_nobody_is_in_is_left_out(organiser: Client, season: Season) -> None:
    form = {f"division-p{number}": "1" if number < 5 else "3" for number in range(1, 9)}
    names = {"name-1": "Top", "name-2": "Middle", "name-3": "Bottom"}
    organiser.post(PAGE.format(1), form | names | {"save": "1"})
    assert saved(season) == [("Top", "p1 p2 p3 p4"), ("Bottom", "p5 p6 p7 p8")]


def test_without_numbers_the_order_of_the_list_counts(organiser: Client, season: Season) -> None:
    form = {"name-1": "A", "division-p3": "1", "division-p1": "1", "division-p2": "1", "number-p2": "4"}
    organiser.post(PAGE.format(1), form | {"save": "1"})
    assert saved(season) == [("A", "p2 p1 p3")]


# --- what is refused comes back at its place


@pytest.mark.parametrize(
    ("wrong", "said", "field"),
    [
        ({"division-p1": "0"}, "Choose a division for this player.", "division-p1"),
        ({"division-p1": "77"}, "Enter a division from 1 to 3.", "division-p1"),
        ({"division-p1": "A"}, "Enter a division from 1 to 3.", "division-p1"),
        ({"division-p1": "9" * 500}, "Enter a division from 1 to 3.", "division-p1"),
        ({"division-p1": "\0"}, "Enter a division from 1 to 3.", "division-p1"),
        ({"number-p1": "first"}, "Enter a seed such as 1, 2 or 3.", "number-p1"),
        ({"number-p1": "9" * 500}, "Enter a seed such as 1, 2 or 3.", "number-p1"),
        ({"number-p1": "-1"}, "Enter a seed such as 1, 2 or 3.", "number-p1"),
        ({"name-2": ""}, "A name must have 1 to 80 characters, not 0.", "name-2"),
        ({"division-p1": "3"}, "A division needs at least 2 players; this one has 1.", "name-3"),
    ],
)
def test_what_cannot_be_saved_comes_back_with_the_reason(
    organiser: Client, season: Season, wrong: Typed, said: str, field: str
) -> None:
    form = read_fields(filled(organiser, "list")) | {"number-p4": "44"} | wrong
    page = organiser.post(PAGE.format(1), form | {"save": "1"})
    assert page.status_code == 200
    assert "Please correct the following" in text(page) and said in text(page)
    assert f'href="#{field}"'.encode() in page.content and f'id="{field}"'.encode() in page.content
    assert saved(season) == []
    assert read_fields(page)["number-p4"] == "44"


def test_names_come_out_escaped(organiser: Client) -> None:
    page = filled(organiser, "list", **{"name-1": "<b>A"})
    assert b"<b>A" not in page.content and b"&lt;b&gt;A" in page.content


def test_sizes_that_the_rules_cannot_play_are_told_and_saved(season: Season, organiser: Client) -> None:
    Competition.objects.update(rules={"promoted": 3, "relegated": 3})
    form = {"name-1": "Top", "name-2": "B", **{f"division-p{n}": "12"[n > 2] for n in range(1, 6)}}
    page = organiser.post(PAGE.format(1), form | {"show": "1"})
    assert "You can save this, but the season can't start like this:" in text(page)
    assert "Division Top: 0 promoted and 3 relegated, but this division has only 2 players." in text(page)
    organiser.post(PAGE.format(1), form | {"save": "1"})
    assert saved(season) == [("Top", "p1 p2"), ("B", "p3 p4 p5")]


def test_a_schedule_that_no_longer_fits_is_told_before_it_goes() -> None:
    club = make_club(state="draft")
    client = log_in(make_member(club, Role.ORGANISER))
    page = client.get(PAGE.format(1))
    assert SCHEDULE_GOES in text(page)
    client.post(PAGE.format(1), read_fields(page) | {"division-p1": "", "save": "1"})
    assert not Match.objects.exists()
    assert SCHEDULE_GOES not in text(client.get(PAGE.format(1)))


# --- what the form does not say, and what it could not know


@scenario
def two() -> Season:
    """A draft of two divisions, p1 to p4 and p5 to p8, with its schedule."""
    return Season.objects.get(competition__club=make_club(state="draft", divisions=2))


@scenario
def runs_two(two: Season) -> Client:
    return log_in(make_member(two.competition.club, Role.ORGANISER))


BEFORE = [("Division 1", "p1 p2 p3 p4"), ("Division 2", "p5 p6 p7 p8")]


def test_whoever_a_form_says_nothing_of_keeps_the_place_they_have(two: Season, runs_two: Client) -> None:
    form = read_fields(runs_two.get(PAGE.format(1)))
    part = {name: form[name] for name in ("seen", "division-p1", "number-p1", "number-p2")}
    runs_two.post(PAGE.format(1), part | {"save": "1"})
    assert saved(two) == BEFORE
    runs_two.post(PAGE.format(1), part | {"division-p1": "2", "number-p1": "7", "save": "1"})
    assert saved(two) == [("Division 1", "p2 p3 p4"), ("Division 2", "p5 p6 p1 p7 p8")]


def test_who_came_into_the_club_meanwhile_does_not_play_unless_somebody_says_so(
    season: Season, organiser: Client
) -> None:
    form = read_fields(filled(organiser, "list"))
    Player.objects.create(club=season.competition.club, key="late", name="Lena Late")
    assert organiser.post(PAGE.format(1), form | {"save": "1"}).status_code == 302
    assert [players for _name, players in saved(season)] == ["p1 p2 p3 p4 p5", "p6 p7 p8 substitute"]


@pytest.mark.parametrize("sent", [{}, {"name-1": "A", "size": "4"}, {"number-p1": "3"}])
def test_a_form_without_a_single_player_saves_nothing(two: Season, runs_two: Client, sent: Typed) -> None:
    page = runs_two.post(PAGE.format(1), sent | {"save": "1"})
    assert "Nothing was saved, because the list of players didn't arrive. Please save again." in text(page)
    assert saved(two) == BEFORE and Match.objects.exists()


def test_what_somebody_else_saved_meanwhile_is_told_before_it_goes(two: Season, runs_two: Client) -> None:
    form = read_fields(runs_two.get(PAGE.format(1))) | {"division-p1": "2", "number-p1": "8", "name-1": "Top"}
    theirs = [
        DivisionAssignment("Theirs", ("p1", "p2", "p3", "p8")),
        DivisionAssignment("B", ("p5", "p6", "p7", "p4")),
    ]
    assign_divisions(season=two, divisions=theirs, by=CONSOLE)
    # Filling in or showing it again does not make it any newer.
    form = read_fields(runs_two.post(PAGE.format(1), form | {"show": "1"}))
    page = runs_two.post(PAGE.format(1), form | {"save": "1"})
    assert "Not saved: someone else has saved a change" in text(page)
    assert saved(two)[0] == ("Theirs", "p1 p2 p3 p8")
    again = read_fields(page)
    assert {name for name in form if again[name] != form[name]} == {"seen", "shown", "csrfmiddlewaretoken"}
    runs_two.post(PAGE.format(1), read_fields(page) | {"save": "1"})
    assert saved(two) == [("Top", "p2 p3 p4"), ("Division 2", "p5 p6 p7 p1 p8")]


def test_who_was_moved_added_and_removed_meanwhile_is_told(two: Season, runs_two: Client) -> None:
    Match.objects.all().delete()
    form = read_fields(runs_two.get(PAGE.format(1)))
    moved = [
        DivisionAssignment("Division 1", ("p1", "p2", "p3", "p5")),
        DivisionAssignment("Division 2", ("p6", "p7", "p8", "substitute")),
    ]
    assign_divisions(season=two, divisions=moved, by=CONSOLE)
    make_schedule(season=two, dates=None, tables=None, remind_days=0, by=CONSOLE)
    assert differences(runs_two.post(PAGE.format(1), form | {"show": "1"})) == []
    page = runs_two.post(PAGE.format(1), form | {"division-p1": "2", "save": "1"})
    assert differences(page) == [
        ["Player p5", "division Division 2, seed 1", "division Division 1, seed 4"],
        ["Player substitute", "–", "division Division 2, seed 4"],
        ["Schedule", "–", "created"],
        ["Player p4", "division Division 1, seed 4", "–"],
    ]
    assert read_fields(page)["division-p1"] == "2"
    assert differences(runs_two.post(PAGE.format(1), form | {"shown": "e30:x", "save": "1"})) == []


def test_another_order_is_told_of_its_division_only(two: Season, runs_two: Client) -> None:
    form = read_fields(runs_two.get(PAGE.format(1)))
    swapped = [
        DivisionAssignment("Division 1", ("p2", "p1", "p3", "p4")),
        DivisionAssignment("Division 2", ("p5", "p6", "p7", "p8")),
    ]
    assign_divisions(season=two, divisions=swapped, by=CONSOLE)
    page = runs_two.post(PAGE.format(1), form | {"division-p8": "", "save": "1"})
    assert differences(page) == [
        ["Player p2", "division Division 1, seed 2", "division Division 1, seed 1"],
        ["Player p1", "division Division 1, seed 1", "division Division 1, seed 2"],
        ["Schedule", "created", "–"],
    ]


def test_a_schedule_that_was_made_meanwhile_is_told_before_it_goes(season: Season, organiser: Client) -> None:
    assign_divisions(season=season, divisions=[DivisionAssignment("A", ("p1", "p2", "p3"))], by=CONSOLE)
    form = read_fields(organiser.get(PAGE.format(1))) | {"division-p1": ""}
    make_schedule(season=season, dates=None, tables=None, remind_days=0, by=CONSOLE)
    page = organiser.post(PAGE.format(1), form | {"save": "1"})
    assert "Not saved: someone else has saved a change" in text(page)
    assert SCHEDULE_GOES in text(page) and Match.objects.count() == 3
    assert organiser.post(PAGE.format(1), read_fields(page) | {"save": "1"}).status_code == 302
    assert saved(season) == [("A", "p2 p3")] and not Match.objects.exists()


def test_sent_in_twice_it_is_saved_once(two: Season, runs_two: Client) -> None:
    form = read_fields(runs_two.get(PAGE.format(1))) | {"division-p1": "", "save": "1"}
    for _time in range(2):
        assert runs_two.post(PAGE.format(1), form).status_code == 302
    assert saved(two)[0] == ("Division 1", "p2 p3 p4")


def test_without_its_game_there_is_no_form_but_a_reason(two: Season, runs_two: Client) -> None:
    form = read_fields(runs_two.get(PAGE.format(1))) | {"division-p1": "", "save": "1"}
    Competition.objects.update(game="whist")
    for page in (runs_two.get(PAGE.format(1)), runs_two.post(PAGE.format(1), form)):
        assert page.status_code == 200 and "No game called whist is installed." in text(page)
        assert 'href="/riverside/league-1/1/set-up/"' in page.content.decode()
    assert "division-p2 1" in text(page)
    assert saved(two) == BEFORE


# --- who may, and when


def test_of_a_season_that_has_been_opened_there_is_no_such_form() -> None:
    club = make_club()
    client = log_in(make_member(club, Role.ORGANISER))
    for answer in (client.get(PAGE.format(1)), client.post(PAGE.format(1), {"save": "1"})):
        assert (answer.status_code, answer["Location"]) == (302, "/riverside/league-1/1/")


def test_what_was_typed_while_the_season_was_opened_is_shown(two: Season, runs_two: Client) -> None:
    form = read_fields(runs_two.get(PAGE.format(1))) | {"name-1": "Gold", "save": "1"}
    Season.objects.update(state="open", game="skuck")
    said = text(runs_two.post(PAGE.format(1), form))
    assert "The season has started, so its divisions can't be changed." in said
    assert "You entered:" in said and "name-1 Gold" in said
    assert saved(two) == BEFORE


def test_what_was_typed_is_shown_with_why_it_was_refused_by_somebody_who_was_quicker(
    two: Season, runs_two: Client
) -> None:
    def open_first(**wanted: Any) -> None:
        Season.objects.update(state="open", game="skuck")
        assign_divisions(**wanted)

    form = read_fields(runs_two.get(PAGE.format(1))) | {"name-1": "Gold", "save": "1"}
    with patch("league.web.manage.divisions.assign_divisions", open_first):
        page = runs_two.post(PAGE.format(1), form)
    said = text(page)
    assert "Season 1 has started, so it can't be set up again." in said
    assert "name-1 Gold" in said and 'href="/riverside/league-1/1/"' in page.content.decode()
    assert saved(two) == BEFORE


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_for_those_who_do_not_run_seasons_there_is_no_such_page(season: Season, role: Role) -> None:
    client = log_in(make_member(season.competition.club, role))
    assert client.get(PAGE.format(1)).status_code == 404
    assert client.post(PAGE.format(1), {"save": "1"}).status_code == 404


def test_who_lost_the_right_meanwhile_saves_nothing(
    season: Season, organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = read_fields(filled(organiser, "list"))

    def lose_it(by: Principal, verb: str, club: Any) -> bool:
        allowed = can(by, verb, club)
        Membership.objects.filter(role=Role.ORGANISER).delete()
        return allowed

    monkeypatch.setattr("league.web.manage.access.can", lose_it)
    assert organiser.post(PAGE.format(1), form | {"save": "1"}).status_code == 404
    assert saved(season) == []


# --- large clubs


def test_where_there_are_very_many_divisions_they_are_typed_by_number() -> None:
    club = make_club(state="draft", divisions=75)
    client = log_in(make_member(club, Role.ORGANISER))
    page = client.get(PAGE.format(1))
    assert b"<select" not in page.content
    assert "Enter the number of the division: 1 is the top. Blank: not playing. 0: unassigned" in text(page)
    form = read_fields(page)
    assert (form["division-p300"], form["number-p300"]) == ("75", "300")
    answer = client.post(PAGE.format(1), form | {"division-p300": "1", "save": "1"})
    assert answer.status_code == 302
    assert Entry.objects.get(player__key="p300").division.level == 1


@pytest.mark.full
def test_two_thousand_players_fit_into_the_form() -> None:
    club = make_club(state="draft", divisions=1)
    Player.objects.bulk_create(
        [Player(club=club, key=f"x{number}", name=f"Player {number}") for number in range(2000)]
    )
    client = log_in(make_member(club, Role.ORGANISER))
    form = read_fields(client.get(PAGE.format(1)))
    assert len(form) > 4000
    answer = client.post(PAGE.format(1), form | {"everybody": "1", "fill": "list"})
    form = read_fields(answer)
    assert client.post(PAGE.format(1), form | {"save": "1"}).status_code == 302
    assert Entry.objects.count() == 2005


def test_more_players_than_a_form_holds_are_told_so() -> None:
    club = make_club(state="draft")
    Player.objects.bulk_create(
        [Player(club=club, key=f"x{number}", name=f"Player {number}") for number in range(4000)]
    )
    page = log_in(make_member(club, Role.ORGANISER)).get(PAGE.format(1))
    assert "This club has too many players for one form." in text(page)


# --- tournaments


@scenario
def tournament() -> Season:
    """The draft of a tournament of four, in a club with a fifth player."""
    club = Club.objects.create(slug="harbour", name="Harbour")
    Player.objects.create(club=club, key="eve", name="Eve Ellis")
    rules = build_rules(games.get("skuck"), "round-robin", 3)
    return create_tournament(club=club, name="Cup", game="skuck", rules=rules, names=NAMES[:4], by=CONSOLE)


PLAYERS = "/harbour/cup/1/set-up/divisions/"


def test_of_a_tournament_it_asks_who_plays_and_for_seeds(tournament: Season) -> None:
    organiser = log_in(make_member(tournament.competition.club, Role.ORGANISER))
    page = organiser.get(PLAYERS)
    words = text(page).replace("Add a division", "")
    assert "4 of 5 playing." in words and not re.search(r"division|season|unassigned", words, re.I)
    sent = read_fields(page) | {"division-eve": "1", "number-eve": "0", "division-bob-baker": ""}
    filled_in = read_fields(organiser.post(PLAYERS, sent | {"fill": "numbers"}))
    assert organiser.post(PLAYERS, filled_in | {"save": "1"}).status_code == 302
    assert saved(tournament) == [("Open", "eve ann-archer cleo-carter dan-dyer")]
    assert not re.search(r"division|season", text(organiser.get(PLAYERS[: -len("divisions/")])), re.I)


def test_a_tournament_of_one_is_refused_in_its_own_words(tournament: Season) -> None:
    organiser = log_in(make_member(tournament.competition.club, Role.ORGANISER))
    sent = read_fields(organiser.get(PLAYERS))
    alone = sent | {f"division-{name}": "" for name in ("ann-archer", "bob-baker", "cleo-carter")}
    page = organiser.post(PLAYERS, alone | {"save": "1"})
    assert "This tournament needs at least 2 players; it has 1." in text(page)
    assert not re.search(r"division|season", text(page).replace("Add a division", ""), re.I)
    Entry.objects.exclude(player__key="ann-archer").delete()
    page = organiser.get(PLAYERS[: -len("divisions/")])
    assert "This tournament needs at least 2 players; it has 1." in text(page)
    assert not re.search(r"division|season", text(page), re.I)


def test_a_tournament_may_have_several_divisions(tournament: Season) -> None:
    organiser = log_in(make_member(tournament.competition.club, Role.ORGANISER))
    sent = read_fields(organiser.post(PLAYERS, read_fields(organiser.get(PLAYERS)) | {"more": "1"}))
    chosen = sent | {"name-1": "A", "division-cleo-carter": "2", "division-dan-dyer": "2"}
    assert organiser.post(PLAYERS, chosen | {"save": "1"}).status_code == 302
    assert saved(tournament) == [("A", "ann-archer bob-baker"), ("B", "cleo-carter dan-dyer")]
    page = text(organiser.get(PLAYERS))
    assert "Players and groups" in page
    assert "ivision" not in page


@pytest.mark.parametrize(
    ("system", "groups", "other"),
    [("knockout", None, "Bob Baker"), ("double-elimination", None, "Bob Baker"), ("groups", 2, "Dan Dyer")],
)
def test_a_seed_twice_is_refused_where_seeds_decide_who_meets_whom(
    system: PlanKind, groups: int | None, other: str
) -> None:
    club = Club.objects.create(slug="harbour", name="Harbour")
    rules = build_rules(games.get("skuck"), system, 0, groups)
    season = create_tournament(club=club, name="Cup", game="skuck", rules=rules, names=NAMES[:8], by=CONSOLE)
    organiser, before = log_in(make_member(club, Role.ORGANISER)), saved(season)
    sent, field = read_fields(organiser.get(PLAYERS)), f"number-{other.lower().replace(' ', '-')}"
    page = organiser.post(PLAYERS, sent | {field: "1", "save": "1"})
    sentence = (
        f"Ann Archer and {other} both have seed 1. Give one of them another seed, such as 9, "
        "or none: a player without a seed comes last."
    )
    assert page.status_code == 200 and sentence in text(page) and saved(season) == before
    [tag] = [tag for tag in re.findall("<input[^>]*>", page.content.decode()) if f'id="{field}"' in tag]
    assert 'aria-invalid="true"' in tag and read_fields(page)[field] == "1"
    assert organiser.post(PLAYERS, sent | {field: "", "save": "1"}).status_code == 302
    assert saved(season)[0][1].split()[-1] == field.removeprefix("number-")


def test_a_seed_twice_is_taken_where_no_bracket_and_no_groups_are_made_of_them(tournament: Season) -> None:
    organiser = log_in(make_member(tournament.competition.club, Role.ORGANISER))
    sent = read_fields(organiser.get(PLAYERS)) | {
        "number-ann-archer": "4",
        "number-dan-dyer": "4",
        "save": "1",
    }
    assert organiser.post(PLAYERS, sent).status_code == 302
    assert saved(tournament) == [("Open", "bob-baker cleo-carter ann-archer dan-dyer")]
