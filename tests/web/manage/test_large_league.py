"""A league that is large: it is rolled over by a job, whose page says how far it is, and shown part by part."""

import re
from copy import deepcopy
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from league.actions.club import import_club
from league.actions.rollover import roll_over_season
from league.demo.large import build_club_file
from league.models import Club, Job, Membership, Player, Role, Season
from league.models.job import JobState
from league.principals import CONSOLE
from league.tasks import run_jobs
from league.web.manage import closure
from tests.actions.clubs import make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.manage.test_rolling import CLOSED, OPEN, made_from, seen
from tests.web.sheets import text

LARGE = "/large-20/league/1/"  # five divisions of four


@scenario
def large(autumn_organiser: Client, autumn: Club) -> Season:
    with (
        patch("league.actions.rollover.MAX_ENTRIES_IN_REQUEST", 1),
        patch("league.actions.job.notify_worker"),
    ):
        response = deepcopy(autumn_organiser).post(CLOSED + "roll-over/", {"newcomers": "olga"})
    job = Job.objects.get(kind="roll-over")
    assert response.headers["Location"] == f"{CLOSED}roll-over/{job.pk}/" and made_from(CLOSED) == []
    return Season.objects.get(competition__slug="mondays")


def progress(autumn_organiser: Client, **more: Any) -> Any:
    return autumn_organiser.get(f"{CLOSED}roll-over/{Job.objects.get(kind='roll-over').pk}/", **more)


def test_progress_of_a_large_league_asks_again_with_script_and_without(
    autumn_organiser: Client, large: Season
) -> None:
    page = progress(autumn_organiser)
    html = page.content.decode()
    assert "Starting …" in text(page) and "<progress" in html
    assert '<noscript><meta http-equiv="refresh"' in html and 'hx-trigger="load delay:1s"' in html
    Job.objects.filter(kind="roll-over").update(state=JobState.RUNNING)
    with patch("league.queries.rollover_job.get_progress", return_value=(2, 4)):
        page = progress(autumn_organiser)
    assert "Step 2 of 4" in text(page) and 'value="2" max="4"' in page.content.decode()


def test_progress_leads_on_to_the_season_that_was_made(autumn_organiser: Client, large: Season) -> None:
    made = roll_over_season(season=large, by=CONSOLE)
    Job.objects.filter(kind="roll-over").update(state=JobState.DONE, result='{"season": 2}')
    where = "/autumn/mondays/2/set-up/"
    assert progress(autumn_organiser).headers["Location"] == where
    assert progress(autumn_organiser, headers={"hx-request": "true"}).headers["HX-Redirect"] == where
    made.divisions.all().delete()
    made.delete()
    assert "was created, and the rollover has since been undone." in text(progress(autumn_organiser))


@pytest.mark.parametrize(
    ("state", "said", "shown"),
    [
        (
            JobState.FAILED,
            "",
            "Something went wrong several times. Nothing was changed. Please tell the site administrator.",
        ),
        (
            JobState.DONE,
            '{"problems": [{"path": "", "code": "x", "template": "Look again.", "values": {}}]}',
            "Not created Look again.",
        ),
    ],
)
def test_progress_ends_with_what_stood_in_the_way(
    autumn_organiser: Client, large: Season, state: str, said: str, shown: str
) -> None:
    Job.objects.filter(kind="roll-over").update(state=state, result=said)
    page = progress(autumn_organiser)
    html = page.content.decode()
    job = Job.objects.get(kind="roll-over")
    assert shown in text(page) and f'href="{CLOSED}roll-over/?job={job.pk}"' in html
    assert "hx-get" not in html and "http-equiv" not in html
    again = autumn_organiser.get(f"{CLOSED}roll-over/", {"job": job.pk})
    assert ("Look again." in text(again)) is bool(said)
    assert 'value="olga"' in again.content.decode() and "checked" in again.content.decode()


def test_refused_job_leads_back_to_what_would_happen_now(autumn_organiser: Client, large: Season) -> None:
    Job.objects.filter(kind="roll-over").delete()
    page = autumn_organiser.post(CLOSED + "roll-over/", {"newcomers": ["olga", "peter"], "show": "1"})
    sent = {"newcomers": ["olga", "peter"], "seen": seen(page)}
    with patch("league.actions.rollover.MAX_ENTRIES_IN_REQUEST", 1):
        with patch("league.actions.job.notify_worker"):
            autumn_organiser.post(CLOSED + "roll-over/", sent)
        large.entries.filter(player__key="edith").update(left=True)
        lowest = large.divisions.order_by("-level")[0]  # where Peter, who was to be new, is by now
        peter = Player.objects.get(key="peter")
        large.entries.create(stage=lowest.stage, division=lowest, player=peter, seed=9)
        run_jobs()
        (link,) = re.findall(r'href="([^"]*\?job=\d+)"', progress(autumn_organiser).content.decode())
        again = autumn_organiser.get(link)
        assert (
            "Something has changed since your preview. Check the new preview, then try again." in text(again)
            and made_from(CLOSED) == []
        )
        assert "Edith Elm (division B)" in text(again)
        assert "olga" in again.content.decode().partition("checked")[0][-80:]
        autumn_organiser.post(CLOSED + "roll-over/", {"newcomers": ["olga"], "seen": seen(again)})
        run_jobs()
    (made,) = made_from(CLOSED)
    assert made.entries.filter(player__key="olga").exists()


def test_other_job_leads_back_to_nothing(autumn_organiser: Client, large: Season) -> None:
    job = Job.objects.get(kind="roll-over")
    for asked in (job.pk, job.pk + 1000, "x", "9" * 500):  # it waits; there is none
        page = autumn_organiser.get(CLOSED + "roll-over/", {"job": asked})
        assert page.status_code == 200 and "checked" not in page.content.decode(), asked


def test_progress_says_that_whoever_asked_may_not_any_more(
    autumn_organiser: Client, large: Season, autumn: Club
) -> None:
    Membership.objects.filter(user=Job.objects.get(kind="roll-over").arguments["by"]).delete()
    run_jobs()
    page = progress(log_in(make_member(autumn, Role.OWNER, "another@example.org")))
    assert "The person who started this no longer has the right to do it." in text(page)


def test_progress_of_another_season_or_job_is_not_there(autumn_organiser: Client, large: Season) -> None:
    job = Job.objects.get(kind="roll-over")
    other = Job.objects.exclude(kind="roll-over").first()
    assert autumn_organiser.get(f"{OPEN}roll-over/{job.pk}/").status_code == 404
    assert other and autumn_organiser.get(f"{CLOSED}roll-over/{other.pk}/").status_code == 404


# --- when it has gone wrong


def gone_wrong(times: int) -> None:
    Club.objects.update(timezone="Asia/Tokyo")
    due = (timezone.now() + timedelta(days=1)).replace(hour=20, minute=5)
    Job.objects.filter(kind="roll-over").update(attempts=times, due_at=due)


@pytest.mark.parametrize(("times", "said"), [(1, "once"), (3, "3 times")])
def test_job_that_went_wrong_says_when_it_is_tried_again(
    autumn_organiser: Client, large: Season, times: int, said: str
) -> None:
    gone_wrong(times)
    page = progress(autumn_organiser)
    assert f"It failed {said}. Next try at 05:05." in text(page)
    assert "Starting …" not in text(page) and "has been told" not in text(page)
    assert "hx-get" in page.content.decode()


def test_job_that_went_wrong_is_tried_again_at_once(
    autumn_organiser: Client, large: Season, django_capture_on_commit_callbacks: Any
) -> None:
    gone_wrong(1)
    job = Job.objects.get(kind="roll-over")
    with patch("league.actions.job.notify_worker") as wake, django_capture_on_commit_callbacks(execute=True):
        response = autumn_organiser.post(f"{CLOSED}roll-over/{job.pk}/")
    assert response.headers["Location"] == f"{CLOSED}roll-over/{job.pk}/" and wake.called
    assert "Starting …" in text(progress(autumn_organiser))


def test_asking_again_wakes_the_job_that_waits(
    autumn_organiser: Client, large: Season, django_capture_on_commit_callbacks: Any
) -> None:
    gone_wrong(1)
    with (
        patch("league.actions.rollover.MAX_ENTRIES_IN_REQUEST", 1),
        patch("league.actions.job.notify_worker") as wake,
        django_capture_on_commit_callbacks(execute=True),
    ):
        autumn_organiser.post(CLOSED + "roll-over/", {"newcomers": "olga"})
    assert wake.called and "Starting …" in text(progress(autumn_organiser))


# --- part by part


@scenario
def owner() -> Client:
    """Of a club with five divisions."""
    import_club(build_club_file(20), by=CONSOLE)
    return log_in(make_member(Club.objects.get(slug="large-20"), Role.OWNER))


@pytest.fixture
def many(owner: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Two divisions are as many as a page shows."""
    monkeypatch.setattr(closure, "MAX_DIVISIONS", 2)
    return owner


def names(page: Any) -> list[str]:
    return re.findall(r'<h2 id="division-(?:1-)?(\d+)"', page.content.decode())


def numbers(first: int, last: int) -> list[str]:
    return [str(number) for number in range(first, last + 1)]


@pytest.mark.parametrize(
    ("asked", "first", "last", "others"),
    [
        ("", 1, 2, ["3 to 4"]),
        ("3", 3, 4, ["1 to 2", "5 to 5"]),
        ("4", 3, 4, ["1 to 2", "5 to 5"]),
        ("999999", 5, 5, ["3 to 4"]),
        ("0", 1, 2, ["3 to 4"]),
        ("-1", 1, 2, ["3 to 4"]),
        ("\x00", 1, 2, ["3 to 4"]),
        ("²", 1, 2, ["3 to 4"]),
        ("9" * 5000, 1, 2, ["3 to 4"]),
    ],
)
def test_only_so_many_divisions_are_shown_at_a_time(
    many: Client, asked: str, first: int, last: int, others: list[str]
) -> None:
    preview = many.post(LARGE + "roll-over/", {"from": asked, "missing": "void"})
    tables = many.get(LARGE + "close/", {"missing": "void", "from": asked})
    for page in (preview, tables):
        assert names(page) == numbers(first, last)
        assert re.findall(r">Divisions (\d+ to \d+)<", page.content.decode()) == others
        assert f"These are divisions {first} to {last} of 5." in text(page)
    assert "8 promoted, 8 relegated" in text(preview)  # of all of them
    assert "8 players promoted, 8 relegated." in text(tables)


def test_links_to_other_divisions_keep_what_was_decided(many: Client) -> None:
    Season.objects.get(competition__club__slug="large-20").divisions.get(level=1).matches.update(
        status="scheduled", revision=0, current=None
    )
    page = many.get(LARGE + "close/", {"missing": "void"}).content.decode()
    assert 'href="?missing=void&amp;from=3"' in page


def test_all_of_it_is_closed_and_made_from_any_part_that_was_looked_at(many: Client) -> None:
    first, second = (many.post(LARGE + "roll-over/", {"from": part}) for part in ("1", "3"))
    assert seen(first) == seen(second)
    many.post(LARGE + "roll-over/", {"seen": seen(second)})
    (made,) = made_from(LARGE)
    assert made.divisions.count() == 5


def test_looking_at_another_part_makes_nothing(many: Client) -> None:
    page = many.post(LARGE + "roll-over/", {"seen": "", "from": "3"})
    assert page.status_code == 200 and made_from(LARGE) == []


def test_who_has_left_is_named_beside_their_division(many: Client) -> None:
    Season.objects.get(competition__club__slug="large-20").entries.filter(
        player__key__in=["p1", "p12"]
    ).update(left=True)
    first, second = (text(many.post(LARGE + "roll-over/", {"from": part})) for part in ("1", "3"))
    gone = {key: Club.objects.get(slug="large-20").players.get(key=key).name for key in ("p1", "p12")}
    assert "2 leaving" in first and "2 leaving" in second
    left = "Withdrawn from these divisions, so not in the next season: "
    assert left + gone["p1"] in first and gone["p12"] not in first.partition(left)[2].partition(").")[0]
    assert left + gone["p12"] in second
