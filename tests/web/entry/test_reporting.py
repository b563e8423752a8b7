"""Who finds the form: those who help, and the players of the match as long as it is theirs to report."""

from django.contrib.sessions.models import Session
from django.test import Client

from league.actions.club import import_club
from league.demo.large import build_club_file
from league.models import Club, Match, Membership, Player, Result, Role, Season, Seat, Stage, Submission, User
from league.principals import CONSOLE
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario
from tests.web.sheets import DESTINATION, MATCH, build_fields, text


def playing(club: Club, key: str) -> Client:
    """The browser of a player of the club."""
    user = User.objects.create_user(f"{key}@example.org", "a good long pass phrase")
    Player.objects.filter(club=club, key=key).update(user=user)
    client = Client()
    client.force_login(user)
    return client


@scenario
def bob(riverside: Club) -> Client:
    return playing(riverside, "bob")


@scenario
def dev(riverside: Club) -> Client:
    return playing(riverside, "dev")


def test_match_of_a_draft_is_there_for_no_visitor_and_keeps_nothing_of_theirs(
    riverside: Club, client: Client
) -> None:
    draft = Season.objects.create(competition=riverside.competitions.get(), number=4)
    division = draft.divisions.create(stage=Stage.objects.create(season=draft), level=1)
    Match.objects.filter(key="m53").update(division=division, round=division.stage.rounds.create(number=1))
    for page in ("enter/", "enter/check/", "restore/1/"):
        assert client.get(MATCH + page).status_code in (404, 405), page
        assert client.post(MATCH + page, build_fields()).status_code == 404, page
        assert not Session.objects.exists(), page


def test_without_a_role_in_this_club_there_is_no_such_page(stranger: Client, riverside: Club) -> None:
    import_club(build_club_file(4), by=CONSOLE)
    user = User.objects.get(email="stranger@example.org")
    Membership.objects.create(user=user, club=Club.objects.get(slug="large-4"), role=Role.OWNER)
    for page in ("enter/", "enter/check/"):
        assert stranger.post(MATCH + page, build_fields()).status_code == 404, page
        assert stranger.post("/large-4/matches/d1r1t1/" + page, build_fields()).status_code == 200, page
        assert not Submission.objects.filter(match__key="m53").exists(), page


def test_player_of_the_match_enters_it_and_corrects_their_own_report(bob: Client) -> None:
    assert f'href="{DESTINATION}"' in bob.get(MATCH).content.decode()
    assert bob.get(DESTINATION).status_code == 200
    assert bob.post(DESTINATION + "check/", build_fields()).status_code == 200
    assert bob.post(DESTINATION, build_fields()).status_code == 302
    assert "Edit result" in text(bob.get(MATCH))
    assert bob.post(DESTINATION, build_fields(base=1, deals_0_bids_0="15")).status_code == 302
    assert Result.objects.filter(match__key="m53").count() == 2


def test_other_player_is_told_whom_to_ask_and_finds_no_form(bob: Client, dev: Client, client: Client) -> None:
    bob.post(DESTINATION, build_fields())
    page = dev.get(MATCH)
    assert "Is it right?" in text(page) and DESTINATION not in page.content.decode()
    assert "Ask a scorer" not in text(bob.get(MATCH)) and "Ask a scorer" in text(client.get(MATCH))
    assert dev.get(DESTINATION).status_code == 404
    assert dev.post(DESTINATION, build_fields(base=1)).status_code == 404
    assert Match.objects.get(key="m53").revision == 1


def test_player_of_another_match_finds_no_form(riverside: Club) -> None:
    cat = playing(riverside, "jo")
    for page in (DESTINATION, DESTINATION + "check/"):
        assert cat.post(page, build_fields()).status_code == 404
    assert cat.get(DESTINATION).status_code == 404


def test_both_players_at_once_the_later_one_sees_both_sheets_and_cannot_save_over_it(
    bob: Client, dev: Client
) -> None:
    late = build_fields(deals_0_bids_0="15")
    bob.post(DESTINATION, build_fields())
    page = dev.post(DESTINATION, late)
    assert page.status_code == 200
    assert (
        "only a scorer or organiser can edit the result now" in text(page)
        and "<mark>15" in page.content.decode()
    )
    assert "Save mine" not in text(page) and "novalidate" not in page.content.decode()
    assert "by bob" not in text(page)
    assert Submission.objects.filter(match__key="m53", verdict="overtaken").count() == 1


def test_draft_is_for_those_who_help_only(db: None) -> None:
    club = make_club(slug="draft", state="draft")
    player = playing(club, "p1")
    key = Seat.objects.filter(entry__player__key="p1").values_list("match__key", flat=True)[0]
    for page in ("", "enter/"):
        assert player.get(f"/draft/matches/{key}/{page}").status_code == 404
    make_member(club, Role.SCORER)
    helper = Client()
    helper.force_login(User.objects.get(email="scorer@draft.example"))
    assert "This season is not open" in text(helper.get(f"/draft/matches/{key}/enter/"))
