"""What visitors and members of other clubs learn of players whose names are shortened or hidden: nothing.

Every page, file and mail is asked for by those who are not of the club, and searched for the names and for the ids,
which are made of them (docs/reference/people.md, Privacy).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.utils import timezone

from league.models import Club, Job, Membership, Player, Role, ScreenLink, Season, Visibility
from league.queries.screen_link import build_screen_url
from league.tasks import run_jobs
from tests.browser.clubs import make_clubs
from tests.pages.figures import parse_tables
from tests.pages.test_names import MORE_PAGES, SCREENS, SENT, cause_mails, list_visits, read_all
from tests.pages.visits import Site, build_handler
from tests.scenarios import discard_changes, scenario
from tests.security.addresses import build_address, list_requests
from tests.security.population import Population, make_population

GIVEN, FAMILY = "Xaviera", "Quigley"
OF_PLAYER = re.compile(r"/(?:players|why)/([A-Za-z0-9-]+)/")
MIN_PAGES = 60
MAILS = 8
CLASSES = {"wide", "long"}  # ids of players that are also classes of the style sheet


def hide_players(visibilities: tuple[Visibility, ...]) -> None:
    """Give all players of the site names that are easy to find, and these visibilities in turns."""
    turns = cycle(visibilities)
    for number, player in enumerate(Player.objects.order_by("club", "pk")):
        player.name, player.visibility = f"{GIVEN}{number} {FAMILY}{number}", next(turns)
        player.save(update_fields=["name", "folded_name", "visibility"])
    Club.objects.update(revision=1)
    cache.clear()


@scenario
def site() -> Site:
    facts = make_clubs()
    hide_players((Visibility.HIDDEN, Visibility.MINOR, Visibility.SHORT))
    playing = Membership.objects.get(club__slug="riverside", role=Role.PLAYER)
    return Site(facts | {"playing": playing.pk}, build_handler())


@scenario
def people() -> Population:
    population = make_population()
    hide_players((Visibility.HIDDEN, Visibility.MINOR, Visibility.SHORT))
    return population


def find_leaks(text: str, club: str, told: str) -> list[str]:
    """Return what stands around names and ids that only the club's own people may read.

    `told` is what the reader has sent themselves: their own words come back to them.
    """
    found = [text[max(0, one.start() - 70) : one.end() + 30] for one in re.finditer(FAMILY, text)]
    for player in Player.objects.filter(club__slug=club).exclude(visibility=Visibility.NAME):
        given, _family = player.name.split()
        if player.visibility == Visibility.HIDDEN:
            found += [
                text[max(0, one.start() - 70) : one.end() + 30] for one in re.finditer(rf"{given}\b", text)
            ]
        if player.key in CLASSES or player.key in told:
            continue
        # Where an id can stand: in an address, an attribute, a cell of a file.
        for one in re.finditer(rf"(?<=[\"'/=,>;]){re.escape(player.key)}(?=[\"'/,<&;\s])", text):
            found.append("id: " + text[max(0, one.start() - 70) : one.end() + 30])
    return found[:3]


def neutralise(path: str) -> str:
    """Return the path with the address that the player's page has for visitors."""
    club, own = path.split("/")[1], OF_PLAYER.search(path)
    player = own and Player.objects.filter(club__slug=club, key=own[1]).first()
    return path.replace(f"/{own[1]}/", f"/{player.public_key}/") if own and player else path


def choose_turns(config: pytest.Config, stranger: str = "stranger") -> Iterator[tuple[str, ...]]:
    """Return who asks for one address after the other: a visitor and a stranger in turns, or both."""
    both = ("visitor", stranger)
    return cycle([both] if config.getoption("--full") else [both[:1], both[1:]])


def list_paths() -> Iterator[tuple[str, dict[str, str] | None]]:
    paths = [path for _who, path, figure in parse_tables() if figure != "-"]
    for path in dict.fromkeys([*paths, *MORE_PAGES, "/-/search/?q=quigley", "/-/search/?q=xaviera"]):
        yield path, None
    yield from ((path, sent) for _who, path, sent in SENT)


def test_visitors_and_strangers_find_no_name_on_any_page_and_in_no_file(
    site: Site, pytestconfig: pytest.Config
) -> None:
    leaks, broken, shown, charts, turns = [], [], 0, 0, choose_turns(pytestconfig)
    for path, sent in list_paths():
        club = path.split("/")[1]
        for where in dict.fromkeys([path, neutralise(path)]):
            for outsider in next(turns):
                elsewhere = "owner of empty" if club != "empty" else "owner of autumn"
                who = "visitor" if outsider == "visitor" else elsewhere
                response = site.visit(who, where, sent, club="none").response
                text = read_all(response)
                shown += response.status_code == 200
                charts += "<svg" in text and ("<title" in text.partition("<svg")[2])
                broken += [f"{where} for {who}"] if response.status_code >= 500 else []
                leaks += [f"{where} for {who}: {leak}" for leak in find_leaks(text, club, where)]
    assert not leaks, f"{len(leaks)}\n" + "\n".join(leaks)
    assert not broken, "\n".join(broken)
    assert shown > MIN_PAGES and charts


def test_screens_opened_by_a_link_tell_no_name_whoever_has_logged_in(site: Site) -> None:
    """All in the hall read them, also where an organiser has logged in on the device."""
    leaks = []
    for path in SCREENS:
        club, competition, number = path.split("/")[1:4]
        season = Season.objects.for_page().get(
            competition__club__slug=club, competition__slug=competition, number=number
        )
        link = ScreenLink.objects.create(season=season, made_at=timezone.now())
        where = urlsplit(build_screen_url(link, season)).path + ("?draw" if path.endswith("?draw") else "")
        for who in ("visitor", "organiser"):
            response = site.visit(who, where).response
            assert response.status_code == 200
            leaks += [f"{where} for {who}: {leak}" for leak in find_leaks(read_all(response), club, where)]
    assert not leaks, "\n".join(leaks)


def test_whatever_strangers_send_in_tells_no_name(people: Population, pytestconfig: pytest.Config) -> None:
    leaks, broken, turns = [], [], choose_turns(pytestconfig)
    for name, row in list_requests():
        if name.startswith("admin:"):
            continue
        where = build_address(name, row, people)
        club = str(row.parts.get("club", ""))
        for who in next(turns):
            cache.clear()
            with discard_changes():
                answers = [people.client(who).get(neutralise(where))]
                if row.post:
                    answers.append(people.client(who).post(where, row.sent, follow=True))
            for response in answers:
                broken += [f"{where} {row.case} for {who}"] if response.status_code >= 500 else []
                leaks += [
                    f"{where} {row.case} for {who}: {leak}"
                    for leak in find_leaks(read_all(response), club, f"{where} {row.sent}")
                ]
    assert not leaks, f"{len(leaks)}\n" + "\n".join(leaks)
    assert not broken, "\n".join(broken)


def test_mails_to_who_has_left_the_club_tell_no_name(people: Population, mailoutbox: list[Any]) -> None:
    """They were on their way when the account was no longer of the club; to those who stay they tell names."""
    player = people.people["player"]
    assert player
    cause_mails(people)
    with discard_changes():
        _run_all_jobs()
        stayed = [f"{mail.subject}\n{mail.body}\n{mail.alternatives[0][0]}" for mail in mailoutbox]
    mailoutbox.clear()
    Player.objects.filter(user=player).update(user=None)
    Membership.objects.filter(user=player).delete()
    _run_all_jobs()
    assert sum(FAMILY in text for text in stayed) >= MAILS
    leaks = [
        leak
        for mail in mailoutbox
        for text in (f"{mail.subject}\n{mail.body}", mail.alternatives[0][0])
        for leak in find_leaks(text, people.club.slug, "")
    ]
    assert not leaks, "\n".join(leaks)


def _run_all_jobs() -> None:
    for _again in range(2):
        Job.objects.filter(state="waiting").update(due_at=timezone.now())
        run_jobs()


def test_those_of_the_club_read_names_on_every_page_as_before(site: Site) -> None:
    missing = []
    for who, path, sent in list_visits():
        if who in ("visitor", "administrator") or sent or not path.startswith("/riverside/"):
            continue
        text = read_all(site.visit(who, path).response)
        if re.search(rf"{GIVEN}\d+ Q\.", text):
            missing.append(f"{path} for {who}")
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("visibility", [Visibility.HIDDEN, Visibility.MINOR])
def test_no_visitor_is_led_to_a_page_that_is_not_there_for_them(site: Site, visibility: Any) -> None:
    Player.objects.update(visibility=visibility)
    dead, broken = [], []
    for path, _sent in list_paths():
        response = site.visit("visitor", path).response
        broken += [path] if response.status_code >= 500 else []
        text = read_all(response)
        dead += [f"{path}: {link}" for link in re.findall(r"href=\"(/[a-z]+/players/[^\"/]+/)\"", text)]
    assert not dead, "\n".join(dead[:40])
    assert not broken, "\n".join(broken)


def answer(client: Any, method: str, where: str, sent: dict[str, Any]) -> tuple[int, str]:
    """Return status and content of an answer, without what tells one request from another."""
    cache.clear()
    with discard_changes():
        response = getattr(client, method)(where, sent if method == "post" else {})
    text = f"{response.headers.get('Location', '')}{read_all(response)}"
    return response.status_code, re.sub(
        r"'X-Request-ID'.*?}|'Expires': '.*?'|Reference: \w+|name=\"csrf\w+\" value=\"\w+\"", "", text
    )


def _compare(one: str, other: str) -> str:
    """Return what stands around the first difference."""
    at = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f": {one[at - 60 : at + 60]!r}, not {other[at - 60 : at + 60]!r}"


def test_club_for_members_answers_others_as_if_it_were_not_there(
    people: Population, pytestconfig: pytest.Config
) -> None:
    """Whatever is asked for below its address, and by whatever method; and its members as before."""
    addresses = [
        (build_address(name, row, people), row)
        for name, row in list_requests()
        if row.parts.get("club") == people.club.slug and "token" not in row.parts
    ]
    assert len({row.name for _where, row in addresses}) > MIN_PAGES
    Club.objects.filter(pk=people.club.pk).update(privacy="members")
    told, locked_out, turns = [], [], choose_turns(pytestconfig, "owner elsewhere")
    for where, row in addresses:
        for who in next(turns):
            for method in ("get", "post"):
                sent = row.sent if method == "post" else {}
                nowhere = where.replace(f"/{people.club.slug}/", "/riverbank/", 1)
                here, there = (answer(people.client(who), method, at, sent) for at in (where, nowhere))
                if (here[0], here[1].replace(people.club.slug, "riverbank")) != there:
                    told.append(
                        f"{who} {method} {where}: {here[0]}, not {there[0]}{_compare(here[1], there[1])}"
                    )
        for who in ("player", "organiser"):
            if row.get[who] == 200 and answer(people.client(who), "get", where, {})[0] != 200:
                locked_out.append(f"{who} {where}")
    assert not told, "\n".join(told)
    assert not locked_out, "\n".join(locked_out)


def test_pages_that_visitors_were_shown_before_are_gone(people: Population) -> None:
    visitor = people.client("visitor")
    kept = {page: visitor.get(page).headers["ETag"] for page in ("/riverside/", "/riverside/league-1/1/")}
    home = visitor.get("/").headers["ETag"]
    Club.objects.filter(pk=people.club.pk).update(privacy="members")
    for page, tag in kept.items():
        assert visitor.get(page, headers={"If-None-Match": tag}).status_code == 404
    again = visitor.get("/", headers={"If-None-Match": home})
    assert again.status_code == 200 and "riverside" not in again.content.decode()
    assert "/riverside/" in people.client("player").get("/").content.decode()


def test_what_a_member_has_typed_after_the_session_ended_comes_back(people: Population) -> None:
    Club.objects.filter(pk=people.club.pk).update(privacy="members")
    sent = {"name": "New name of the club", "timezone": "UTC"}
    response = people.client("visitor").post("/riverside/-/settings/", sent)
    assert response.status_code == 200 and "New name of the club" in response.content.decode()
    elsewhere = people.client("visitor").post("/riverbank/-/settings/", sent)
    assert elsewhere.status_code == 200 and "New name of the club" in elsewhere.content.decode()
