"""The page of whoever has logged in: their matches, their results, what is missing in the clubs they help in."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from league.actions.final import begin_final
from league.actions.result import undo_result
from league.models import Club, Entry, Match, Membership, Player, Role, Season, User
from league.principals import CONSOLE
from league.queries.next_opponent import list_next_opponents
from league.queries.own_clubs import list_own_entries
from tests.actions.clubs import build_club_file, make_club
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import WINS, play
from tests.actions.test_final import play_all
from tests.actions.tournaments import begin_round, make_tournament
from tests.scenarios import scenario
from tests.web.sheets import text

MY = "/-/my/"


@scenario
def user() -> User:
    return User.objects.create_user("dev@example.org", name="Dev")


@scenario
def me(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def plays(user: User, club: Club, key: str) -> None:
    Player.objects.filter(club=club, key=key).update(user=user)


def due(key: str, days: int) -> None:
    Match.objects.filter(key=key).update(due_on=timezone.now().date() + timedelta(days=days))


def test_who_has_nothing_to_do_with_a_club_is_told_what_to_do_first(me: Client, riverside: Club) -> None:
    page = text(me.get(MY))
    assert "Create a club, or ask the owner of your club for an invitation." in page
    assert "Riverside" not in page and "administration" not in page


def test_administrator_is_led_to_the_administration(me: Client, user: User, riverside: Club) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    page = me.get(MY)
    assert "will appear here. Site administration" in text(page) and "invitation" not in text(page)
    assert page.content.decode().count('href="/-/admin/"') == 2


def test_owner_of_a_new_club_is_told_what_to_do_first(me: Client, user: User, db: None) -> None:
    club = Club.objects.create(slug="new", name="New Club")
    Membership.objects.create(user=user, club=club, role=Role.OWNER)
    page = me.get(MY)
    assert "This club has no matches yet. See the first steps" in text(page)
    assert "All matches of the current seasons" not in text(page)
    assert page.content.decode().count('href="/new/-/members/"') == 2


def test_player_of_a_new_club_waits(me: Client, user: User, db: None) -> None:
    club = Club.objects.create(slug="new", name="New Club")
    Player.objects.create(club=club, key="dev", name="Dev Dhar", user=user)
    page = text(me.get(MY))
    assert "None yet: they will appear here" in page and "your matches have results" not in page


def test_player_sees_the_next_match_and_reports_its_result(me: Client, user: User, riverside: Club) -> None:
    plays(user, riverside, "dev")
    response = me.get(MY)
    page = text(response)
    assert "you play as Dev Dhar" in page and "Your role" not in page
    assert "Your next match Dev Dhar – Bob" in page
    assert "round 3, table 1" in page
    assert '<a class="button" href="/riverside/matches/m53/enter/">' in response.content.decode()
    assert "/matches/m54/" not in response.content.decode()
    assert "Results to enter" not in page and "/riverside/-/members/" not in response.content.decode()


def test_player_sees_the_position_in_each_league_and_why(me: Client, user: User, riverside: Club) -> None:
    plays(user, riverside, "dev")
    page = me.get(MY)
    division = "SKUCK League Riverside Card Club · Division A"
    assert f"{division} 1st is 0.38 ahead of you (average). 2nd Why?" in text(page)
    assert 'href="/riverside/skuck-league/3/why/dev/"' in page.content.decode()
    Season.objects.filter(state="open").update(state="closed")
    assert "My leagues" not in text(me.get(MY))


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("jo", "Division A 1st Why?"),  # nobody goes up from there, and nobody is ahead
        ("kim", "Division C In one of the 2 promotion places. 1st Why?"),
        (
            "cleo",
            "Division C The first 2 places are for promotion. 2nd is 0.50 ahead of you (average). 3rd Why?",
        ),
    ],
)
def test_player_sees_what_it_takes_to_go_up(
    me: Client, user: User, riverside: Club, player: str, said: str
) -> None:
    plays(user, riverside, player)
    assert said in text(me.get(MY))


def test_page_of_the_season_begins_with_the_readers_next_match(
    me: Client, user: User, riverside: Club, client: Client
) -> None:
    plays(user, riverside, "dev")
    season = "/riverside/skuck-league/3/"
    main = text(me.get(season)).partition("Awards Rules Hall of fame")[2]
    assert main.startswith(
        " Your next match Bob Birch Division A · Round 3 · table 1 To be arranged Enter result"
    )
    assert "Your next match" not in text(client.get(season))
    assert "Your next match" not in text(me.get(f"{season}?as_of=2025-08-01"))
    Player.objects.filter(user=user).update(user=None)
    assert "Your next match" not in text(me.get(season))


def test_latest_results_are_the_players_own_with_their_outcome(
    me: Client, user: User, riverside: Club
) -> None:
    plays(user, riverside, "dev")
    page = text(me.get(MY))
    latest = page.partition("Your latest results")[2]
    assert latest.index("15 July 2025") < latest.index("8 July 2025")
    assert "Finn Foley – Dev Dhar" in latest
    assert latest.count("SKUCK League") == 5


def test_players_page_begins_with_the_next_match_and_folds_overdue_ones(
    me: Client, user: User, db: None
) -> None:
    club = make_club()
    plays(user, club, "p1")
    mine = list(
        Match.objects.filter(seats__player__key="p1").order_by("round__number").values_list("key", flat=True)
    )
    for key, days in zip(mine, (7, -3, 14), strict=True):
        due(key, days)
    html = me.get(MY).content.decode()
    assert "<details> <summary>1 overdue match</summary>" in " ".join(html.split())
    places = [html.index(f"/riverside/matches/{key}/enter/") for key in (mine[0], mine[1], mine[2])]
    assert places == sorted(places)
    assert text(me.get(MY)).count(" overdue ") == 2  # in the count, and at the match
    assert html.count('<a class="button" ') == 1


def test_overdue_matches_are_unfolded_where_none_comes_next(me: Client, user: User, db: None) -> None:
    plays(user, make_club(), "p1")
    Match.objects.update(due_on=timezone.now().date() - timedelta(days=3))
    html = " ".join(me.get(MY).content.decode().split())
    assert "None after those that are overdue." in html
    assert "<details open> <summary>3 overdue matches</summary>" in html


def test_tasks_follow_the_next_match_and_the_positions(me: Client, user: User, riverside: Club) -> None:
    plays(user, make_club(slug="another"), "p1")
    plays(user, riverside, "dev")
    Membership.objects.create(user=user, club=riverside, role=Role.ORGANISER)
    due("m53", -5)
    page = text(me.get(MY))
    parts = ["Your next match", "1 overdue match", "My leagues", "8 results to enter", "Your latest results"]
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)


def test_helper_sees_what_is_missing_with_a_count_of_the_rest(me: Client, user: User) -> None:
    club = make_club(entries=8)
    Membership.objects.create(user=user, club=club, role=Role.SCORER)
    keys = list(Match.objects.order_by("-round__number", "table").values_list("key", flat=True))
    due(keys[0], -1)
    response = me.get(MY)
    page, html = text(response), response.content.decode()
    assert "Your role: scorer" in page and "Your next match" not in page
    assert "1 overdue" in page
    assert page.count("Enter result") == 20
    assert "and 8 more" in page
    assert html.index(f"/matches/{keys[0]}/") < html.index(f"/matches/{keys[-1]}/")


@pytest.mark.parametrize(
    ("role", "manages"), [("owner", True), ("organiser", False), ("scorer", False), ("player", False)]
)
def test_owner_finds_the_members(me: Client, user: User, riverside: Club, role: str, manages: bool) -> None:
    Membership.objects.create(user=user, club=riverside, role=role)
    page = me.get(MY)
    assert ("/riverside/-/members/" in page.content.decode()) == manages
    assert ("Results to enter" in text(page)) == (role != "player")


def test_member_who_is_no_player_yet_is_told_how_to_become_one(
    me: Client, user: User, riverside: Club
) -> None:
    Membership.objects.create(user=user, club=riverside, role="player")
    assert "ask the club's owner to link your account to your player" in text(me.get(MY))


def test_everything_has_its_result(me: Client, user: User, riverside: Club) -> None:
    plays(user, riverside, "dev")
    Membership.objects.create(user=user, club=riverside, role="scorer")
    Season.objects.filter(state="open").update(state="closed")
    page = text(me.get(MY))
    assert "None: all your matches have results." in page
    assert "All matches of the current seasons" in page


def test_drafts_are_nobodys_to_play_yet(me: Client, user: User, db: None) -> None:
    club = make_club(state="draft")
    plays(user, club, "p1")
    Membership.objects.create(user=user, club=club, role="scorer")
    assert "/enter/" not in me.get(MY).content.decode()


def test_clubs_stand_side_by_side_by_name(me: Client, user: User, riverside: Club) -> None:
    other = make_club(slug="another")
    plays(user, other, "p2")
    plays(user, riverside, "dev")
    page = me.get(MY).content.decode()
    assert page.index("/another/matches/") < page.index("/riverside/matches/m53/")


def test_number_of_queries_does_not_grow(
    me: Client, user: User, riverside: Club, django_assert_num_queries: Any
) -> None:
    plays(user, riverside, "dev")
    with django_assert_num_queries(11):  # session and user; the page's own, less two: they help nowhere
        me.get(MY)
    for number in range(3):
        club = make_club(slug=f"club-{number}")
        plays(user, club, "p1")
        plays(user, club, "p2")
        Membership.objects.create(user=user, club=club, role="owner")
    with django_assert_num_queries(14):  # who helps sees what is missing, who runs seasons what comes next
        assert text(me.get(MY)).count("Results to enter") == 3


@pytest.mark.parametrize("name", ['<b onclick="x">Ann</b>', "سارة العلي", "W" * 80])
def test_names_stand_as_text_of_their_own(me: Client, user: User, name: str) -> None:
    document = build_club_file()
    document["club"]["name"] = document["competitions"][0]["name"] = name
    for player in document["players"]:
        player["name"] = name
    club = make_club(json.loads(json.dumps(document)))
    plays(user, club, "p1")
    page = me.get(MY).content.decode()
    assert page.count(f"<bdi>{escape(name)}</bdi>") >= 8
    assert "<b onclick" not in page


def test_page_is_nobody_elses_to_keep(me: Client) -> None:
    assert "no-store" in me.get(MY).headers["Cache-Control"]


# --- brackets


def make_bracket_player(user: User, name: str, players: int = 4, **more: Any) -> Season:
    """Create a knockout in which the user plays under this name."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    season = make_tournament(club, players, kind="knockout", **more)
    Player.objects.filter(club=club, name=name).update(user=user)
    return season


def test_player_of_a_bracket_sees_whom_the_next_match_is_against(me: Client, user: User, db: None) -> None:
    season = make_bracket_player(user, "Ann Archer")
    assert "Your next match Spring Open · Next: Dan Dyer" in text(me.get(MY))
    begin_round(season)
    assert "Next:" not in text(me.get(MY))
    first = Match.objects.get(table=1)
    enter_result(first, WINS[0], played_on=first.club.today)
    page = me.get(MY)
    assert "Spring Open · Next: winner of Bob Baker – Cleo Carter" in text(page)
    assert 'href="/riverside/spring-open/1/bracket/"' in page.content.decode()
    play(season, 1)
    assert "Next: Bob Baker" in text(me.get(MY))


def test_player_who_waits_longer_is_told_for_which_match(me: Client, user: User, db: None) -> None:
    season = make_bracket_player(user, "Ann Archer", 8)
    begin_round(season)
    play(season, 1)
    Player.objects.update(user=None)
    Player.objects.filter(name="Dan Dyer").update(user=user)
    begin_round(season)
    match = Match.objects.get(round__number=2, table=1)
    enter_result(match, WINS[0], played_on=match.club.today)
    assert "Next: loser of Bob Baker – Cleo Carter" in text(me.get(MY))


def test_player_who_waits_for_a_match_without_players_is_told_its_number(
    me: Client, user: User, db: None
) -> None:
    names = [f"Zoe {letter}" for letter in "abcdefghijklmnop"]
    season = make_bracket_player(user, "Zoe a", names=names)
    Entry.objects.filter(season=season, player__name__in=("Zoe h", "Zoe i", "Zoe p")).update(left=True)
    assert "Next: winner of match 10" in text(me.get(MY))
    Entry.objects.filter(season=season).exclude(player__user=user).delete()
    assert "Next:" not in text(me.get(MY))


def test_player_of_a_knockout_that_is_drawn_anew_waits_for_the_round(
    me: Client, user: User, db: None
) -> None:
    season = make_bracket_player(user, "Ann Archer", reseeding=True)
    begin_round(season)
    first = Match.objects.get(table=1)
    enter_result(first, WINS[0], played_on=first.club.today)
    assert "Next: drawn by seed, once the round is over" in text(me.get(MY))


@pytest.mark.parametrize("players", [4, 12])
def test_opponents_in_brackets_cost_three_queries(
    me: Client, user: User, db: None, django_assert_num_queries: Any, players: int
) -> None:
    season = make_bracket_player(user, "Ann Archer", players)
    entries = [entry for entry, _goal in list_own_entries(user)]
    with django_assert_num_queries(3):
        assert len(list_next_opponents(entries, user)) == 1
    for number in range(1, (players - 1).bit_length() + 1):
        begin_round(season)
        play(season, number)
    assert list_next_opponents(entries, user) == []


def test_matches_of_a_final_come_after_those_of_the_groups(me: Client, user: User, db: None) -> None:
    """A match of the groups can be open again once the final has begun."""
    club = Club.objects.create(slug="new", name="New Club")
    names = [f"Player {number}" for number in range(8)]
    final = {"pairing": "knockout", "from_each": 2}
    season = make_tournament(club, names=names, kind="round-robin", groups=2, final=final)
    play_all(season)
    begin_final(season=season, by=CONSOLE)
    begin_round(season)
    Match.objects.update(due_on=None)
    finalist = Match.objects.filter(paired=True).earliest("pk").seats.first()
    assert finalist
    Player.objects.filter(pk=finalist.player_id).update(user=user)
    of_group = Match.objects.filter(paired=False, seats__player=finalist.player, round__number=3).get()
    undo_result(match=of_group, by=CONSOLE, base=1)
    shown = me.get(MY).context["next"]
    assert [(match.round.stage.number, match.round.number) for match in shown] == [(1, 3), (2, 1)]
