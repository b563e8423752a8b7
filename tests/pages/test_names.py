"""No player's name gets out but through the one function that is told who reads (docs/decisions/0016).

Every player is stored under names that no page may show, and the function gives another one that says whose it is and
who reads it.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from typing import Any
from unittest.mock import patch
from uuid import uuid4
from zipfile import ZipFile, is_zipfile

import pytest
from django.conf import settings
from django.core.cache import cache
from django.urls import resolve
from django.utils import timezone

from league.actions.arrangement import arrange_match
from league.actions.club import import_club
from league.actions.job import enqueue
from league.actions.join_request import approve_join_request, ask_to_join
from league.actions.ladder import challenge_player
from league.actions.proof import mark_proved
from league.actions.result import submit_result
from league.models import Job, Match, Membership, Player, Reply, Role, Season, Submission, User
from league.notifications.disputes import DISPUTE_JOB
from league.notifications.seasons import SEASON_MAIL_JOB
from league.principals import Person
from league.tasks import run_jobs
from tests.actions.clubs import OTHER_SHEET
from tests.browser.clubs import make_clubs
from tests.pages.figures import parse_tables
from tests.pages.visits import Site, build_handler, find_name
from tests.scenarios import discard_changes, scenario
from tests.security.addresses import build_address, list_requests
from tests.security.population import OWN_MATCH, PLAYED_MATCH, Population, make_population

MIN_PAGES_WITH_NAMES = 20
STORED = re.compile(r"Xaviera|Quigley", re.IGNORECASE)
SHOWN = re.compile(r"Shown\d+to(\w+)")
TABLES = (
    *("/riverside/players/", "/riverside/skuck-league/3/matches/", "/riverside/skuck-league/2/awards/"),
    *("/harbour/ultimate-skuck/1/", "/harbour/spring-open/1/"),
    *("/harbour/ultimate-skuck/1/deals/", "/harbour/ultimate-skuck/1/deals/1/"),
    *(
        "/lantern/skat-evenings/year/",
        "/lantern/skat-evenings/year/2026/",
        "/lantern/skat-evenings/1/rounds/1/",
    ),
)
FILES = tuple(f"{table}?download={kind}" for table in TABLES for kind in ("csv", "xlsx", "json"))
PRINTS = (
    *("/riverside/skuck-league/3/paper/?round=1", "/riverside/skuck-league/3/paper/?round=1&slips"),
    *("/harbour/spring-open/1/rounds/1/cards/", "/lantern/skat-evenings/1/rounds/1/cards/"),
)
SCREENS = (
    *("/harbour/spring-open/1/screen/", "/harbour/ladder/1/screen/", "/harbour/winter-cup/1/screen/"),
    *("/harbour/winter-cup/1/screen/?draw", "/harbour/summer-cup/1/screen/"),
    *("/lantern/skat-evenings/1/screen/", "/lantern/skat-evenings/2/screen/"),
)
# Beside the pages that have figures: files, prints, screens, and pages of games for more than two.
MORE_PAGES = (
    *FILES,
    *PRINTS,
    *SCREENS,
    "/lantern/players/farid/",
    "/harbour/hucklebuck-league/2/grid/",
    "/harbour/hucklebuck-league/2/matches/",
    "/harbour/matches/m41/",
    "/harbour/matches/m47/enter/",
    "/harbour/players/hamish/",
    "/lantern/skat/1/awards/",
    "/lantern/skat/2/why/farid/",
    "/lantern/matches/m41/",
    "/names/league/1/",
    "/names/league/1/withdraw/?player=long",
    "/names/league/1/close/?missing=void",
    "/names/league/1/decisions/",
    "/names/matches/n6/",
    "/names/matches/n4/decide/",
    "/names/matches/n6/decide/",
    "/names/matches/n13/substitute/",
    "/names/seven/1/late-entry/",
    "/autumn/mondays/1/",
)
NIGHT = "\n".join(
    ["match\tdeal\ttricks 1\ttricks 2\ttricks 3\ttricks 4"]
    + [f"{match}\t{deal}\t4\t1\t0\t0" for match in ("m47", "m48") for deal in (1, 2, 3)]
)
# What is sent in to be shown something: a preview, a warning.
SENT: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("scorer", "/harbour/hucklebuck-league/2/results/", {"cells": NIGHT}),
    (
        "organiser",
        "/autumn/sundays/1/set-up/schedule/",
        {"show": "1", "how": "weekly", "start": "2025-09-02"},
    ),
    ("organiser", "/autumn/sundays/1/nights/", {"day": "2025-09-02", "to": "2025-09-16"}),
)
# Addresses that give stored names, and why.
WITH_STORED_NAMES = {
    "club-file": "holds everything of the club as it is stored, for its owners",
    "admin:league_player_change": "is where administrators change the stored name",
}
WAYS_TO_SEND = ("player", "scorer", "organiser", "owner", "administrator", "visitor")
MAILS_WITH_NAMES = {
    *("results.txt", "results.html", "result_version.txt", "reminder.txt", "reminder.html"),
    *("round.txt", "round.html", "round_begins.txt"),
    *("join_request.txt", "join_request.html", "join_request_begins.txt"),
    *("challenge.txt", "challenge.html", "challenge_begins.txt"),
    *("arrangement.txt", "arrangement.html", "arrangement_says.txt"),
    *("season_opened.txt", "season_opened.html", "dispute.txt", "dispute.html", "dispute_says.txt"),
}
# They tell of accounts, clubs and the site, or are part of others; who invites somebody is named as the account is.
MAILS_WITHOUT_NAMES = {
    *("account_approved.txt", "account_changed.txt", "account_deleted.txt", "account_refused.txt"),
    *("address_changed.txt", "address_wanted.txt", "invitation.txt", "reports.txt", "test.txt"),
    *("club_deleted.txt", "club_restored.txt", "club_suspended.txt", "club_suspension_lifted.txt"),
    *("base.html", "footer.txt", "reminder_begins.txt", "result_place.txt", "result_reason.txt"),
    *("results_subject.txt", "match_day.txt", "season_opened_begins.txt", "season_closed_begins.txt"),
    *("season_closed.txt", "season_closed.html"),
    *("place_free.txt", "place_free.html", "place_free_begins.txt"),
    *("registration_link.txt", "registration_place.txt"),
    *("join_answer.txt", "join_answer.html", "join_answer_begins.txt"),
}


@contextmanager
def store_other_names() -> Iterator[None]:
    """Give all players of imported clubs names of which no part may be shown."""

    def import_renamed(file: bytes, **more: Any) -> Any:
        document = json.loads(file)
        for number, player in enumerate(document.get("players", [])):
            player["name"] = f"Xaviera{number} Quigley{number}"
        return import_club(json.dumps(document).encode(), **more)

    with (
        patch("tests.browser.clubs.import_club", import_renamed),
        patch("tests.actions.clubs.import_club", import_renamed),
    ):
        yield


@pytest.fixture(autouse=True)
def _names_are_marked() -> Iterator[None]:
    def mark(player: Player, viewer: Any) -> str:
        return f"Shown{player.pk}to{getattr(viewer, 'pk', None) or 'nobody'}"

    with patch.object(Player, "get_name_for", mark):
        yield


@scenario
def site() -> Site:
    with store_other_names():
        facts = make_clubs()
    playing = Membership.objects.get(club__slug="riverside", role=Role.PLAYER)
    return Site(facts | {"playing": playing.pk}, build_handler())


@scenario
def people() -> Population:
    with store_other_names():
        return make_population()


def find_faults(text: str, reader: Any) -> list[str]:
    """Return what stands around stored names, and for whom else names were made than for the reader."""
    stored = [text[max(0, found.start() - 60) : found.end() + 20] for found in STORED.finditer(text)]
    expected = str(getattr(reader, "pk", None) or "nobody")
    others = {other for other in SHOWN.findall(text) if other != expected}
    return [*stored[:3], *(f"a name for {other} instead of {expected}" for other in sorted(others))]


def read_all(response: Any) -> str:
    """Return headers and content; of a workbook what is packed in it."""
    content = response.getvalue()
    if is_zipfile(BytesIO(content)):
        with ZipFile(BytesIO(content)) as packed:
            content = b"\n".join(packed.read(name) for name in packed.namelist())
    return f"{response.headers}\n{content.decode()}"


def list_visits() -> Iterator[tuple[str, str, dict[str, str] | None]]:
    """Yield who visits which page, and what is sent there."""
    yield from ((who, path, None) for who, path, figure in parse_tables() if figure != "-")
    yield from ((who, path, None) for path in MORE_PAGES for who in ("visitor", "player", "organiser"))
    yield "owner", "/riverside/-/members/{playing}/", None
    yield from SENT


def test_pages_and_files_show_names_for_their_readers_only(site: Site) -> None:
    wrong, pages_with_names = [], set()
    for who, path, sent in list_visits():
        response = site.visit(who, path, sent).response
        text = read_all(response)
        assert SHOWN.search(text) or sent is None, f"Nothing was shown at {path}."
        if SHOWN.search(text):
            pages_with_names.add(find_name(path))
        if find_name(path) not in WITH_STORED_NAMES:
            wrong += [f"{path} for {who}: {fault}" for fault in find_faults(text, response.wsgi_request.user)]
    assert not wrong, "\n".join(wrong)
    assert len(pages_with_names) > MIN_PAGES_WITH_NAMES


def test_every_table_that_is_offered_as_a_file_is_among_them() -> None:
    web = settings.BASE_DIR / "league/web"
    modules = {
        ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
        for path in web.rglob("*.py")
        if "return build_download(" in path.read_text()
    }
    visited = {resolve(path.partition("?")[0]).func.__module__ for path in FILES}
    assert modules - visited == {"league.web.manage.settlement"}  # is for organisers, who see all names


def test_file_of_an_account_shows_names_for_its_owner_only(site: Site) -> None:
    user = User.objects.get(email="owner@empty.example")
    Player.objects.filter(club__slug="riverside", key="ann").update(user=user)
    text = read_all(site.visit("owner", "/-/account/data/", {}, club="empty").response)
    assert "attachment" in text and SHOWN.search(text) and not find_faults(text, user)


def test_whatever_is_sent_in_shows_names_for_its_sender_only(people: Population) -> None:
    """The answer to it and the page that it leads to; and every page of the administrators' site."""
    wrong, pages_with_names = [], set()
    for name, row in list_requests():
        where = build_address(name, row, people)
        who = next((who for who in WAYS_TO_SEND if row.post and row.post[who] in (200, 302)), "")
        answers = []
        if name.startswith("admin:") and row.get["administrator"] == 200:
            answers.append(people.client("administrator").get(where))
        if who:
            cache.clear()
            with discard_changes():
                answers.append(people.client(who).post(where, row.sent, follow=True))
        for response in answers:
            text = read_all(response)
            if SHOWN.search(text):
                pages_with_names.add(name)
            if name not in WITH_STORED_NAMES:
                reader = response.wsgi_request.user
                wrong += [f"{where} from {who}: {fault}" for fault in find_faults(text, reader)]
    assert not wrong, "\n".join(wrong)
    assert len(pages_with_names) > MIN_PAGES_WITH_NAMES


def cause_mails(people: Population) -> None:
    """Do what the population's player is mailed about; the mails wait as jobs."""
    player, owner = (people.people[who] for who in ("player", "owner"))
    assert player and owner
    played = Match.objects.get(club=people.club, key=PLAYED_MATCH)
    submit_result(match=played, sheet=OTHER_SHEET, by=Person(owner), key=uuid4(), base=2)
    due = timezone.localdate() + timedelta(days=1)
    Match.objects.filter(club=people.club, key=OWN_MATCH).update(due_on=due)
    season = played.division.season_id
    enqueue("mail-reminder", season=season, day=due.isoformat(), user=player.pk)
    enqueue(SEASON_MAIL_JOB, season=season, state="open", closings=0, user=player.pk)
    entered = Submission.objects.filter(match=played).latest("pk")
    opponent = played.seats.exclude(player__user=player).get().player
    reply = Reply.objects.create(submission=entered, kind="disputed", player=opponent, at=timezone.now())
    enqueue(DISPUTE_JOB, reply=reply.pk, user=player.pk, state="disputed")
    steps = Season.objects.get(competition__club=people.club, competition__slug="steps")
    made = challenge_player(season=steps, challenger="p1", challenged="p2", by=Person(owner))
    assert made.match
    arrange_match(match=made.match, arranged_on=None, venue="Club room", by=Person(owner))


def test_mails_show_names_for_their_recipients_only(people: Population, mailoutbox: list[Any]) -> None:
    player = people.people["player"]
    assert player
    cause_mails(people)
    run_jobs()
    Job.objects.filter(kind="mail-results").update(due_at=timezone.now())
    run_jobs()
    # Two of them are about the rounds that the population has published.
    assert {tuple(mail.to) for mail in mailoutbox} == {(player.email,)} and len(mailoutbox) == 8
    for mail in mailoutbox:
        for text in (f"{mail.subject}\n{mail.body}", mail.alternatives[0][0]):
            assert SHOWN.search(text) and not find_faults(text, player), text


def test_request_to_join_names_the_player_for_the_organiser(
    people: Population, mailoutbox: list[Any]
) -> None:
    owner, stranger = people.people["owner"], people.people["stranger"]
    assert owner and stranger
    for user in (owner, stranger):
        mark_proved(user)
    asked = ask_to_join(
        club=people.club, player=Player.objects.get(club=people.club, key="p3"), by=Person(stranger)
    )
    run_jobs()
    approve_join_request(join_request=asked, by=Person(owner))
    run_jobs()
    request, answer = (
        mail for mail in mailoutbox if "join" in mail.subject or "now a player" in mail.subject
    )
    for text in (request.body, request.alternatives[0][0]):
        assert SHOWN.search(text) and not find_faults(text, owner), text
    assert answer.to == [stranger.email] and not find_faults(answer.body, stranger)


def test_every_mail_is_known_to_show_names_or_none() -> None:
    templates = {path.name for path in (settings.BASE_DIR / "templates/mail").iterdir()}
    assert templates == MAILS_WITH_NAMES | MAILS_WITHOUT_NAMES
