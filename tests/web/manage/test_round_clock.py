"""The clock of a round on the pages: an organiser starts and changes it, everyone sees it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.actions.rounds import finish_round
from league.models import Club, Role, Round, Season
from league.principals import CONSOLE
from tests.actions.clubs import make_member
from tests.actions.tournaments import begin_round, make_tournament, play_round
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text

RUN = "/riverside/spring-open/1/run/"
SHOWN = ("/riverside/spring-open/1/rounds/1/", "/riverside/spring-open/1/screen/")


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside", timezone="Europe/Berlin")


@scenario
def season(club: Club) -> Season:
    """A tournament of four whose first of two rounds is published."""
    season = make_tournament(club, 4, rounds=2)
    begin_round(season)
    return season


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def press(client: Client, do: str, **more: str) -> str:
    answer = client.post(RUN, {"do": do, "round": "1", **more}, follow=True)
    assert answer.status_code == 200
    return text(answer)


def test_an_organiser_starts_and_changes_the_clock(season: Season, organiser: Client) -> None:
    page = organiser.get(RUN)
    assert page.context["form"]["minutes"].value() == 40, "four games of SKUCK"
    assert "The clock is running." in press(organiser, "start-clock", minutes="40")
    assert "The clock is paused." in press(organiser, "pause-clock")
    assert "The clock is running again." in press(organiser, "resume-clock")
    before = Round.objects.get(number=1).clock_ends_at
    assert "There are 5 minutes more." in press(organiser, "extend-clock")
    after = Round.objects.get(number=1).clock_ends_at
    assert before and after and after - before == timedelta(minutes=5)
    assert "The clock is gone." in press(organiser, "stop-clock")


def test_what_is_refused_stands_at_its_field(season: Season, organiser: Client) -> None:
    for minutes, expected in (
        ("", "Please fill this in."),
        ("0", "Enter from 1 to 600 minutes."),
        ("x", "Enter a whole number."),
    ):
        answer = organiser.post(RUN, {"do": "start-clock", "round": "1", "minutes": minutes})
        assert summary(answer) == [("id_minutes", f"Minutes: {expected}")]
    assert "The clock isn't running." in press(organiser, "pause-clock")


def test_everyone_sees_until_when_the_round_lasts(season: Season, client: Client) -> None:
    ends_at = timezone.now().replace(2027, 3, 6, 19, 15, 0, 0)
    Round.objects.filter(number=1).update(clock_ends_at=ends_at)
    for address in SHOWN:
        page = client.get(address).content.decode()
        assert 'data-ends="2027-03-06T19:15:00+00:00"' in page and "until 20:15" in page, address
        assert "league/clock.js" in page


def test_page_opened_before_the_clock_starts_counts_down_too(season: Season, client: Client) -> None:
    for address in SHOWN:
        assert "league/clock.js" in client.get(address).content.decode(), address


@pytest.mark.parametrize(("left", "expected"), [(754, "12:34, paused"), (0, "0:00, paused")])
def test_a_paused_clock_stands_still(season: Season, client: Client, left: int, expected: str) -> None:
    Round.objects.filter(number=1).update(clock_left=left)
    for address in SHOWN:
        page = client.get(address)
        assert expected in text(page) and "data-ends" not in page.content.decode(), address


def test_the_clock_ends_with_the_round(season: Season, organiser: Client, client: Client) -> None:
    press(organiser, "start-clock", minutes="40")
    assert "until" in text(client.get(SHOWN[0]))
    play_round(season, 1)
    finish_round(season=season, number=1, by=CONSOLE)
    for address in SHOWN:
        assert "until" not in text(client.get(address)), address
