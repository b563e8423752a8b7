"""An evening of Skat on telephones, from check-in to the year's table; and how many keys a list takes.

With PICTURES_OF_SKAT=FOLDER in the environment each stage is photographed there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from league.actions.club import create_club
from league.actions.registration import check_in, open_registration, register_players
from league.actions.rounds import pair_next_round, publish_round
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.models import Club, Match, Membership, Role, Season, Standing, User
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.queries.club import verify_club
from tests.actions.submissions import enter_result
from tests.actions.test_skat_series import Game, write_deals, write_sums
from tests.browser.conftest import PASSWORD, session_cookie

PHONE: ViewportSize = {"width": 390, "height": 780}
PAPER: ViewportSize = {"width": 703, "height": 1040}  # A4, without the margins
EIGHT = ["Anna", "Bernd", "Carla", "Dieter", "Erika", "Frank", "Gerda", "Horst"]
OF_SERIES = {"ranking": ["points", "games_won", "games_lost", "lot"], "points": {"figure": "seeger_fabian"}}
RULES = {
    **OF_SERIES,
    "pairing": "score",
    "rounds": 2,
    "promoted": 0,
    "relegated": 0,
    "evenings": {"best": 8, "least": 1, "by": "sum"},
}
FIELDS = ("declarer", "game", "bid", "matadors", "points")  # in the order in which the form has them


class Phone:
    """The telephone of one person: it counts the keys that are pressed, and takes pictures if asked."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name, self.keys = page, name, 0

    def type(self, *texts: str) -> None:
        for text in texts:
            for key in [text] if len(text) > 1 and text.isalpha() else text:
                self.page.keyboard.press(key)
                self.keys += 1

    def photograph(self, stage: str) -> None:
        if folder := os.environ.get("PICTURES_OF_SKAT"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(folder) / f"{stage}-{self.name}.png", full_page=True)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def club(transactional_db: None) -> Club:
    club = create_club(slug="skat", name="Skatclub Herz Dame", zone="Europe/Berlin", by=CONSOLE)
    for name, role in (("olga", Role.ORGANISER), ("sam", Role.SCORER)):
        user = User.objects.create_user(f"{name}@example.org", PASSWORD, name=name.title())
        Membership.objects.create(user=user, club=club, role=role)
    return club


def set_up(club: Club, names: list[str], deals: int) -> Season:
    season = create_tournament(
        club=club,
        name="Club Evenings",
        game="international-skat",
        options={"deals": deals, "deals_each": True, "passes_count": True},
        rules=RULES,
        names=[],
        by=CONSOLE,
    )
    open_registration(season=season, by=CONSOLE)
    register_players(season=Season.objects.get(pk=season.pk), names=names, by=CONSOLE)
    return Season.objects.get(pk=season.pk)


@pytest.fixture
def phones(chromium: Browser, club: Club, live_server: Any) -> Iterator[dict[str, Phone]]:
    """Of Olga, who runs the evening, and of Sam; both enter lists."""
    opened = {}
    for name in ("olga", "sam"):
        context = chromium.new_context(
            viewport=PHONE, base_url=live_server.url, has_touch=True, color_scheme="dark"
        )
        context.set_default_timeout(20_000)
        user = User.objects.get(email=f"{name}@example.org")
        context.add_cookies([session_cookie(user, live_server.url)])
        opened[name] = Phone(context.new_page(), name)
    yield opened
    for phone in opened.values():
        phone.page.context.close()


def make_up_games(deals: int, seats: int, chance: Random) -> list[Game | None]:
    games: list[Game | None] = []
    for deal in range(deals):
        playing = [seat for seat in range(seats) if seats == 3 or seat != deal % seats]
        game = (chance.choice(playing), chance.randint(1, 3), chance.random() < 0.8)
        games.append(None if chance.random() < 0.05 else game)
    return games


def open_list(phone: Phone, match: Match, *, by_sums: bool = False) -> None:
    phone.page.goto(f"/skat/matches/{match.key}/enter/{'?form=short' if by_sums else ''}")
    expect(phone.page.locator(f"#deals-0-{'passed' if by_sums else 'declarer'}")).to_be_focused()


def type_value(phone: Phone, name: str, value: object) -> None:
    """Type into the cell that has the focus, and go on, unless it leads on by itself."""
    expect(phone.page.locator(f"#{name}")).to_be_focused()
    phone.type(str(value))
    if phone.page.evaluate("document.activeElement.id") == name:
        phone.type("Tab")


def type_deals(phone: Phone, games: list[Game | None]) -> None:
    """Type a list deal by deal, with the keyboard alone; the cursor is in its first cell."""
    for number, deal in enumerate(write_deals(games)["deals"]):
        of_deal = f"deals-{number}-"
        if deal["declarer"] is None:
            type_value(phone, f"{of_deal}declarer", "-")
            continue
        type_value(phone, f"{of_deal}declarer", deal["declarer"] + 1)
        type_value(phone, f"{of_deal}game", "d")
        type_value(phone, f"{of_deal}bid", deal["bid"])
        phone.type("Tab")  # past the box for a hand game
        type_value(phone, f"{of_deal}matadors", deal["matadors"])
        type_value(phone, f"{of_deal}points", deal["points"])
    expect(phone.page.get_by_role("group", name="Score so far")).to_contain_text("The match is complete.")


def type_sums(phone: Phone, games: list[Game | None], seats: int) -> None:
    """Type the sums of a list, from its first cell."""
    sums = write_sums(games, seats)["deals"][0]
    type_value(phone, "deals-0-passed", sums["passed"])
    for seat in range(seats):
        for name in ("game_points", "won", "lost"):
            type_value(phone, f"deals-0-{name}-{seat}", sums[name][seat])
    expect(phone.page.get_by_role("group", name="Score so far")).to_contain_text("The match is complete.")


def save(phone: Phone, match: Match) -> None:
    phone.page.locator("button.save").click()  # it may lead on to the next list
    expect(phone.page).not_to_have_url(re.compile(f"/{match.key}/enter/"))
    match.refresh_from_db()
    assert match.status == MatchStatus.PLAYED


def pair(olga: Phone, number: int) -> list[Match]:
    olga.page.goto("/skat/club-evenings/1/run/")
    olga.press(f"Pair series {number}")
    expect(olga.page.get_by_role("heading", name=f"Series {number}: check the pairings")).to_be_visible()
    olga.photograph(f"{number}1-tables")
    olga.press(f"Publish series {number}")
    expect(olga.page.get_by_role("status").filter(has_text="everyone can see")).to_be_visible()
    olga.photograph(f"{number}2-series")
    return list(Match.objects.filter(round__number=number).order_by("table"))


@pytest.mark.full  # half a minute
def test_evening_of_eight_by_two_who_enter_lists_from_check_in_to_the_table_of_the_year(
    club: Club, phones: dict[str, Phone]
) -> None:
    set_up(club, EIGHT, 4)
    olga, sam = phones["olga"], phones["sam"]
    olga.page.goto("/skat/club-evenings/1/check-in/")
    for number, name in enumerate(EIGHT, 1):
        olga.press(name)
        expect(olga.page.get_by_text(f"There: {number} of 8")).to_be_visible()
    olga.photograph("01-check-in")
    olga.page.get_by_role("link", name="Start the tournament").click()
    olga.photograph("02-set-up")
    olga.press("Start Club Evenings 2026")
    expect(olga.page.get_by_role("status").filter(has_text="has started")).to_be_visible()
    chance = Random(8)
    for number in (1, 2):
        tables = pair(olga, number)
        assert [match.seats.count() for match in tables] == [4, 4]
        games = [make_up_games(16, 4, chance) for _table in tables]
        open_list(olga, tables[0])
        olga.photograph(f"{number}3-list")
        open_list(sam, tables[1], by_sums=True)
        sam.photograph(f"{number}3-sums")
        type_deals(olga, games[0])
        olga.photograph(f"{number}4-list")
        save(olga, tables[0])
        olga.photograph(f"{number}5-list")
        type_sums(sam, games[1], 4)
        sam.photograph(f"{number}4-sums")
        save(sam, tables[1])
        sam.photograph(f"{number}5-sums")
        sam.page.goto(f"/skat/club-evenings/1/rounds/{number}/")
        expect(sam.page.get_by_role("heading", name=f"Ranking of Series {number}")).to_be_visible()
        sam.photograph(f"{number}6-ranking")
    olga.page.goto("/skat/club-evenings/1/run/")
    olga.press("Finish series 2")
    olga.photograph("31-run")
    sam.page.goto("/skat/club-evenings/1/")
    sam.photograph("32-standings")
    sam.page.goto("/skat/club-evenings/year/")
    sam.photograph("33-year")
    points = list(Standing.objects.order_by("rank").values_list("entry__player__name", "points"))
    rows = sam.page.locator("#year ~ .wide tbody tr")
    expect(rows).to_have_count(8)
    for row, (name, total) in zip(rows.all(), points, strict=True):
        expect(row.get_by_role("rowheader")).to_have_text(name)
        expect(row.locator("td.strong")).to_have_text(str(total).replace("-", "\N{MINUS SIGN}"))
    assert verify_club(club) == []


def start_table_of_three(club: Club) -> Match:
    season = set_up(club, EIGHT[:3], 12)
    for row in season.registrations.select_related("player"):
        check_in(season=Season.objects.get(), player=row.player.key, by=CONSOLE)
    open_season(season=Season.objects.get(), by=CONSOLE)
    pair_next_round(season=Season.objects.get(), by=CONSOLE)
    publish_round(season=Season.objects.get(), number=1, by=CONSOLE)
    return Match.objects.get()


@pytest.mark.full  # half a minute
def test_list_of_36_deals_takes_at_most_ten_keys_a_deal_and_its_sums_fifty(
    club: Club, phones: dict[str, Phone]
) -> None:
    match, games = start_table_of_three(club), make_up_games(36, 3, Random(36))
    for phone, by_sums in ((phones["olga"], False), (phones["sam"], True)):
        open_list(phone, match, by_sums=by_sums)
        type_sums(phone, games, 3) if by_sums else type_deals(phone, games)
        phone.photograph("sums-of-36" if by_sums else "list-of-36")
    keys = phones["olga"].keys, phones["sam"].keys
    print(f"{keys[0]} keys for a list of 36 deals, {keys[1]} for its sums")
    assert keys[0] <= 10 * 36 and keys[1] <= 50
    save(phones["olga"], match)


def test_list_survives_a_locked_screen_and_a_page_that_the_browser_threw_away(
    club: Club, phones: dict[str, Phone]
) -> None:
    phone, games = phones["sam"], make_up_games(36, 3, Random(1))
    match = start_table_of_three(club)
    open_list(phone, match)
    played: list[Game | None] = [game for game in games if game]
    for number, deal in enumerate(write_deals(played[:3])["deals"]):
        for name in FIELDS:
            cell = phone.page.locator(f"#deals-{number}-{name}")
            if name in ("declarer", "game"):
                cell.select_option(str(deal[name]))
            else:
                cell.fill(str(deal[name]))
    typed = [phone.page.locator(f"#deals-{number}-points").input_value() for number in range(3)]
    assert all(typed)
    browser = phone.page.context.new_cdp_session(phone.page)
    browser.send("Page.enable")
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    for number, points in enumerate(typed):
        expect(phone.page.locator(f"#deals-{number}-points")).to_have_value(points)
    phone.page.reload()
    expect(phone.page.locator("#draft")).to_be_visible()
    for number, points in enumerate(typed):
        expect(phone.page.locator(f"#deals-{number}-points")).to_have_value(points)
    phone.photograph("after-the-lock")
    assert Match.objects.get().current is None


def test_blank_list_of_36_or_48_deals_is_a_page(club: Club, phones: dict[str, Phone]) -> None:
    set_up(club, EIGHT, 12)
    page = phones["olga"].page
    page.set_viewport_size({"width": 794, "height": 1123})
    for seats in (3, 4):
        page.goto(f"/skat/club-evenings/paper/?players={seats}")
        rows = ["Final score", "Games won", "Games lost", "50 × (won – lost)"]
        rows += [f"{40 if seats == 3 else 30} × lost by others", "Total (Seeger-Fabian)"]
        expect(page.locator("tbody th[colspan]")).to_have_text(rows)
        phones["olga"].photograph(f"blank-{seats}")
        pdf = page.pdf(format="A4", prefer_css_page_size=True)
        assert len(re.findall(rb"/Type /Page\b", pdf)) == 1, seats


def count_pages(page: Page) -> int:
    return len(re.findall(rb"/Type /Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def is_cut(page: Page) -> bool:
    """Return whether a table reaches beyond the sheet, as wide as the window is."""
    edges = page.locator("table").evaluate_all(
        "tables => tables.map(table => table.getBoundingClientRect().right)"
    )
    return max(edges) > page.viewport_size["width"] if page.viewport_size else True


def test_seating_plan_lists_with_names_and_rankings_of_an_evening_are_printed(
    club: Club, phones: dict[str, Phone]
) -> None:
    names = [f"{name} von Stauffenberg" for name in EIGHT[:7]]
    season, phone = set_up(club, names, 12), phones["olga"]
    for row in season.registrations.select_related("player"):
        check_in(season=Season.objects.get(), player=row.player.key, by=CONSOLE)
    open_season(season=Season.objects.get(), by=CONSOLE)
    pair_next_round(season=Season.objects.get(), by=CONSOLE)
    publish_round(season=Season.objects.get(), number=1, by=CONSOLE)
    page = phone.page
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print", color_scheme="light")

    page.goto("/skat/club-evenings/1/rounds/1/cards/")
    for name in names:
        expect(page.get_by_text(name)).to_be_visible()
    assert count_pages(page) == 1
    page.goto("/skat/club-evenings/1/paper/?round=1")
    for name in names:
        expect(page.get_by_role("columnheader", name=name)).to_have_count(1)
    expect(page.get_by_text("Hinterhand")).to_have_count(2)
    assert count_pages(page) == 2 and not is_cut(page)  # one of 36 deals and one of 48

    chance = Random(3)
    for match in Match.objects.all():
        seats = match.seats.count()
        sheet = write_sums(make_up_games(12 * seats, seats, chance), seats)
        enter_result(match, sheet, played_on=club.today)
    page.goto("/skat/club-evenings/1/rounds/1/")
    expect(page.get_by_role("heading", name="Ranking of Series 1")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Seeger-Fabian")).to_be_visible()
    assert count_pages(page) == 1 and not is_cut(page)
    phone.photograph("paper-series")
    page.goto("/skat/club-evenings/1/")
    expect(page.get_by_text("Seeger-Fabian", exact=True).first).to_be_visible()
    for column in ("Games won", "Games lost"):
        expect(page.get_by_role("columnheader", name=column, exact=True)).to_be_visible()
    assert count_pages(page) == 1 and not is_cut(page)
    phone.photograph("paper-evening")
