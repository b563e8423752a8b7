"""Whole tournaments in the browser, from nothing to the final table, on a telephone and on a desktop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import games
from league.models import BoardSet, Challenge, Club, Match, Membership, Player, Role, Season, Seat, User
from league.models.match import MatchStatus
from league.queries.boards import load_match_boards
from league.queries.club import verify_club
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import PAIR_SIZE
from tests.actions.same_cards import play_tables as play_tables_from_the_packs
from tests.actions.test_brackets import WINS
from tests.actions.test_final import play_all
from tests.actions.tournaments import play_round
from tests.browser.conftest import PASSWORD, Visit, session_cookie, visiting
from tests.browser.test_any_game import fill_in, need_a_line
from tests.browser.test_first_club import Stranger
from tests.skuck_play import make_sheet

NAMES = [
    *("Ann Archer", "Bob Baker", "Cleo Carter", "Dan Dyer", "Eve Ellis", "Fay Fox", "Gil Grant"),
    *("Hal Hunt", "Ida Irving", "Jon Jay", "Kay King", "Leo Lane", "Mia Moss"),
]
ROUND_PAGE = "/club/{slug}/1/rounds/{number}/"
MAX_CLICKS = 8  # of an afternoon, beside one for each sheet


@pytest.fixture
def club(transactional_db: None) -> Club:
    """A club without players, with an organiser and a scorer."""
    club = Club.objects.create(slug="club", name="The Club")
    for name, role in (("olga", Role.ORGANISER), ("sam", Role.SCORER)):
        user = User.objects.create_user(f"{name}@example.org", PASSWORD, name=name.title())
        Membership.objects.create(user=user, club=club, role=role)
    return club


@pytest.fixture(
    params=[pytest.param(390, id="telephone"), pytest.param(1366, id="desktop", marks=pytest.mark.full)]
)
def width(request: Any) -> int:
    return int(request.param)


@pytest.fixture
def visit(tabs: dict[bool, Page], club: Club, live_server: Any, width: int) -> Iterator[Visit]:
    """The organiser's browser."""
    with visiting(tabs[True], live_server.url, width=width) as visit:
        log_in(visit.page, "olga", visit.site)
        yield visit


@pytest.fixture
def scorer(visit: Visit, chromium: Browser, width: int) -> Iterator[Page]:
    """The browser of another person who enters results."""
    context = chromium.new_context(viewport={"width": width, "height": 700}, base_url=visit.site)
    context.set_default_timeout(20_000)
    page = context.new_page()
    log_in(page, "sam", visit.site)
    yield page
    context.close()


def log_in(page: Page, name: str, site: str) -> None:
    user = User.objects.get(email=f"{name}@example.org")
    page.context.add_cookies([session_cookie(user, site)])


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def expect_message(page: Page, text: str) -> None:
    expect(page.get_by_role("status").filter(has_text=text)).to_be_visible()


def expect_heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", name=text, exact=True)).to_be_visible()


def start(visit: Visit, game: str, names: list[str], hours: int, plan: str | re.Pattern[str]) -> Season:
    """Answer the four questions on the way from the club's page, and start."""
    page = visit.page
    open_new_tournament(visit, game, names, hours)
    page.get_by_role("radio", name=plan).check()
    press(page, "Start tournament")
    expect_message(page, "has started")
    return Season.objects.get()


def open_new_tournament(visit: Visit, game: str, names: list[str], hours: int) -> None:
    """Answer the four questions, and open what fits."""
    page = visit.page
    visit.open("/club/")
    page.get_by_role("link", name="Manage", exact=True).first.click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_role("radio", name=re.compile(f"^{game}")).check()
    page.get_by_label("Players (one per line)").fill("\n".join(names))
    page.get_by_label("How many hours do you have?").fill(str(hours))
    page.get_by_label("Name", exact=True).fill("Spring Open")
    press(page, "Show what fits")


def find_on_page(page: Page) -> Match:
    """Return the match whose form is open."""
    key = re.search(r"/matches/([^/]+)/enter/", page.url)
    assert key, page.url
    return Match.objects.select_related("division__season__competition").get(key=key[1])


def type_sheet(page: Page) -> None:
    """Type a made-up sheet, the same every time for a table of a round, into the form that is open."""
    match = find_on_page(page)
    settings = parse_settings(*match.division.season.settings)
    game, options, seats = settings.game, settings.options, match.seats.count()
    chance = Random(f"{match.round_id and match.round.number}/{match.table}")
    assert game.plausible
    while True:
        sheet = game.plausible(options, seats, chance)
        if not any(games.warnings(game, games.parse(game, sheet, options, seats), options, seats)):
            break
    if seats == PAIR_SIZE:
        fill_in(page, game.layout(options, seats), sheet)
    else:
        type_hands(page, sheet)
    expect(page.get_by_role("group", name="Score so far")).to_contain_text("The match is complete.")


def type_hands(page: Page, sheet: Any) -> None:
    """Type the tricks of each hand; those of the last player are filled in by the page, which then folds the hand."""
    for number, hand in enumerate(sheet["deals"]):
        need_a_line(page, "deals", number)
        *typed, last = enumerate(hand["tricks"])
        for seat, tricks in typed:
            page.locator(f"#deals-{number}-tricks-{seat}").fill(str(tricks))
        expect(page.locator(f"#deals-{number}-tricks-{last[0]}")).to_have_value(str(last[1]))


def save(page: Page) -> None:
    """Press the only button that saves, and wait for what follows."""
    before = page.url
    page.locator("button.save").click()
    expect(page).not_to_have_url(before)


def enter_all(page: Page, number: int) -> None:
    """Enter the sheets of a round from the page that runs it, each with one press, until it is back there."""
    waiting = Match.objects.filter(round__number=number, status=MatchStatus.SCHEDULED)
    page.get_by_role("link", name=re.compile("^Enter table")).first.click()
    for _match in range(waiting.count()):
        expect(page).to_have_url(re.compile("/enter/"))
        type_sheet(page)
        save(page)
    expect(page).to_have_url(re.compile("/run/$"))


def publish(page: Page, number: int) -> None:
    """Pair a round, take the proposal back, and publish it at the second go."""
    press(page, f"Pair round {number}")
    expect_heading(page, f"Round {number}: check the pairings")
    press(page, "Undo")
    expect_message(page, f"Round {number} is not paired any more.")
    press(page, f"Pair round {number}")
    press(page, f"Publish round {number}")
    expect_message(page, f"Round {number} is published")


def read_pairings(page: Page, visit: Visit, number: int) -> list[str]:
    page.goto(visit.site + ROUND_PAGE.format(slug="spring-open", number=number))
    tables = page.get_by_role("region", name=f"Round {number}").get_by_role("rowheader")
    return tables.all_inner_texts()


def read_standings(page: Page, visit: Visit) -> list[str]:
    page.goto(visit.site + "/club/spring-open/1/")
    rows = page.get_by_role("table").first.locator("tbody tr")
    expect(rows.first).to_be_visible()
    return [re.sub(r"\s+", " ", text) for text in rows.all_inner_texts()]


def end(page: Page) -> None:
    name = Season.objects.get().name
    page.get_by_role("link", name=re.compile("^End the tournament")).click()
    press(page, f"End {name}")
    expect_message(page, f"{name} has ended.")


def test_eight_play_a_swiss_with_a_no_show_a_correction_and_every_step_taken_back(
    visit: Visit, scorer: Page, club: Club
) -> None:
    page = visit.page
    season = start(
        visit, "SKUCK", NAMES[:8], 3, "Swiss: each round pairs players with equal scores – 3 rounds"
    )

    publish(page, 1)
    press(page, "Undo")  # a published round, without a result
    expect_message(page, "Round 1 is not paired any more.")
    press(page, "Pair round 1")
    press(page, "Publish round 1")

    # Two people enter at the same time; who was to play at table 4 has not come.
    scorer.goto(ROUND_PAGE.format(slug="spring-open", number=1))
    scorer.get_by_role("row").filter(has=scorer.get_by_role("cell", name="3", exact=True)).get_by_role(
        "link"
    ).click()
    scorer.get_by_role("link", name="Enter result", exact=True).click()
    page.get_by_role("link", name="Enter table 1").click()
    type_sheet(page)
    type_sheet(scorer)
    save(page)
    save(scorer)
    type_sheet(page)
    missed = find_on_page(scorer)
    assert missed.table == 4
    scorer.get_by_role("link", name="No-show or void").click()
    scorer.get_by_label("No-show", exact=True).check()
    absent = missed.seats.select_related("player").get(number=1).player.name
    scorer.get_by_label(absent).check()
    scorer.get_by_label("Reason").fill("Missed the bus")
    scorer.get_by_role("button", name=re.compile("^Record a no-show")).click()
    save(page)
    expect(page).to_have_url(re.compile("/run/$"))
    expect(page.get_by_text("All results are in")).to_be_visible()

    publish(page, 2)
    pairings, standings = read_pairings(page, visit, 2), read_standings(page, visit)
    correct_the_first_table(page, visit)
    assert read_pairings(page, visit, 2) == pairings
    assert read_standings(page, visit) != standings

    play_round(season, 2)
    page.get_by_role("link", name="Run", exact=True).click()
    press(page, "Pair round 3")
    press(page, "Undo")
    press(page, "Reopen round 2")
    expect_message(page, "Round 2 takes results again.")
    publish(page, 3)
    play_round(season, 3)
    page.reload()
    press(page, "Finish round 3")
    press(page, "Reopen round 3")
    press(page, "Finish round 3")
    end(page)
    season.refresh_from_db()
    assert season.is_closed
    assert len(read_standings(page, visit)) == 8
    expect(page.get_by_text("Finished", exact=True)).to_be_visible()
    assert verify_club(club) == []


def correct_the_first_table(page: Page, visit: Visit) -> None:
    """Let the other player have won the first match of the first round."""
    match = Match.objects.get(round__number=1, table=1)
    visit.open(f"/club/matches/{match.key}/")
    page.get_by_text("Manage", exact=True).last.click()
    page.get_by_role("link", name="Edit result").click()
    expect(page.get_by_text("published rounds keep their pairings")).to_be_visible()
    winner = match.seats.filter(outcome="win").values_list("number", flat=True).first() or 0
    for deal in range(4):  # far off, so that the other one is ahead
        page.locator(f"#deals-{deal}-bids-{winner}").fill("27")
    page.get_by_label(re.compile("^Reason")).fill("Misread")
    save(page)
    match.refresh_from_db()
    assert match.revision == 2


@pytest.mark.full  # rounds as above; tests/actions plays them, and test_any_game.py types such a sheet
def test_thirteen_play_an_evening_at_tables_of_four_and_three(visit: Visit, club: Club) -> None:
    page = visit.page
    start(visit, "Hucklebuck", NAMES, 2, "Players with equal scores share a table")
    for number in (1, 2):
        publish(page, number)
        sizes = sorted(match.seats.count() for match in Match.objects.filter(round__number=number))
        assert sizes == [3, 3, 3, 4]
        enter_all(page, number)
    press(page, "Finish round 2")
    end(page)
    assert len(read_standings(page, visit)) == 13
    assert verify_club(club) == []


def test_an_afternoon_of_four_takes_few_clicks(visit: Visit, club: Club) -> None:
    page = visit.page
    who = Stranger(page, None)
    visit.open("/club/")
    who.click(page.get_by_role("link", name="Manage", exact=True).first)
    who.click(page.get_by_role("link", name="New tournament"))
    who.click(page.get_by_role("radio", name=re.compile("^SKUCK")))
    who.type_in("Players (one per line)", "\n".join(NAMES[:4]))
    who.press("Show what fits")
    expect(page.get_by_role("radio", name="Round robin")).to_be_checked()
    who.press("Start tournament")
    for _match in range(6):
        expect(page).to_have_url(re.compile("/enter/"))
        type_sheet(page)
        save(page)
    who.click(page.get_by_role("link", name=re.compile("^End the tournament")))
    season = Season.objects.get()
    who.press(f"End {season.name}")
    expect_message(page, f"{season.name} has ended.")
    expect(page.get_by_role("table").first.locator("tbody tr")).to_have_count(4)
    assert who.clicks <= MAX_CLICKS, who.clicks


SIXTEEN = [*NAMES, "Ned Nash", "Ola Orr", "Pia Page"]


def test_groups_of_four_then_a_knockout_with_third_place(visit: Visit) -> None:
    """All steps of the organiser in the browser; results come from elsewhere."""
    page = visit.page
    plan = "4 groups, then a knockout of the first two of each – 6 rounds, 4 h"
    season = start(visit, "SKUCK", SIXTEEN, 5, plan)
    play_all(season)
    visit.open("/club/spring-open/1/")
    expect(page.get_by_role("heading", name="Group D")).to_be_visible()
    page.get_by_role("link", name="Begin the final").first.click()
    expect_heading(page, "Who goes on to the final")
    expect(page.get_by_text("Place 1 in Group")).to_have_count(4)
    press(page, "Begin the final")
    expect_message(page, "The final has begun.")
    visit.open("/club/spring-open/1/final/")
    press(page, "Undo")
    press(page, "Begin the final")
    for number in (1, 2, 3):
        press(page, f"Pair round {number}")
        press(page, f"Publish round {number}")
        expect_message(page, f"Round {number} is published")
        while play_all(season):
            page.reload()
            level = page.get_by_role("button", name="Add a match that decides")
            while level.count():
                level.first.click()
                expect_message(page, "has another match")
    visit.open("/club/spring-open/1/bracket/")
    for title in ("Quarter-finals", "Semi-finals", "Third place"):
        expect(page.get_by_role("heading", name=title)).to_be_attached()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    visit.open("/club/spring-open/1/run/")
    press(page, "Finish round 3")
    end(page)
    visit.open("/club/spring-open/1/prizes/")
    expect(page.get_by_text("3rd place")).to_be_visible()
    assert verify_club(Club.objects.get()) == []


HOME_WINS, AWAY_WINS = (
    "14 14 12 " * 4,
    "13 14 13 " * 4,
)  # bid, tricks and bid of each game, as they are read aloud


def test_results_of_a_bracket_of_four_are_typed_by_keys_alone(visit: Visit, club: Club) -> None:
    page = visit.page
    season = start(visit, "SKUCK", NAMES[:4], 2, re.compile("^Knockout: who loses is out.* – 2 rounds"))
    for number, sheets in ((1, (HOME_WINS, AWAY_WINS)), (2, (AWAY_WINS, HOME_WINS))):
        press(page, f"Pair round {number}")
        press(page, f"Publish round {number}")
        expect_message(page, f"Round {number} is published")
        visit.open("/club/-/enter/")
        for table, sheet in enumerate(sheets, 1):
            expect(page).to_have_url(re.compile("/enter/$"))
            match = find_on_page(page)
            assert (match.round and match.round.number, match.table) == (number, table)
            type_by_keys(page, sheet)
            expect(page).not_to_have_url(re.compile(f"/{match.key}/enter/"))
            winner = match.seats.get(outcome="win")
            assert winner.number == (0 if sheet == HOME_WINS else 1)
        visit.open("/club/spring-open/1/run/")
    press(page, "Finish round 2")
    end(page)
    final, third = Match.objects.filter(division__season=season, round__number=2).order_by("table")
    seats = [
        match.seats.select_related("player").get(outcome=outcome)
        for match in (final, third)
        for outcome in ("win", "loss")
    ]
    standings = read_standings(page, visit)
    for seat, line in zip(seats, standings, strict=True):
        assert seat.player.name in line
    visit.open("/club/spring-open/1/bracket/")
    expect(page.get_by_role("heading", name="Third place", exact=True)).to_be_visible()
    assert verify_club(club) == []


def type_by_keys(page: Page, sheet: str) -> None:
    """Type the numbers of a sheet of SKUCK, of two digits each, from the first cell on, and save by Enter."""
    expect(page.locator("#deals-0-bids-0")).to_be_focused()
    for number in sheet.split():
        page.keyboard.type(number)
    expect(page.get_by_role("group", name="Score so far")).to_contain_text("The match is complete.")
    page.keyboard.press("Enter")


@pytest.mark.full
def test_groups_then_a_final_of_everyone_with_their_results_carried_over(visit: Visit, club: Club) -> None:
    """All steps of the organiser in the browser; results come from elsewhere."""
    page = visit.page
    open_new_tournament(visit, "SKUCK", NAMES[:8], 5)
    page.get_by_role("radio", name=re.compile("^2 groups, then a knockout")).check()
    press(page, "Save as draft")
    visit.open("/club/spring-open/settings/")
    page.get_by_label("Then a final").select_option(label="everyone plays everyone")
    page.get_by_label("Carry over results among those who go on").check()
    press(page, "Save changes")
    expect_message(page, "Changes saved.")
    visit.open("/club/spring-open/1/set-up/")
    page.get_by_role("button", name=re.compile("^Start ")).last.click()
    expect_message(page, "has started")
    season = Season.objects.get()
    assert play_all(season) == 12
    visit.open("/club/spring-open/1/final/")
    expect(page.get_by_text("2 results among these players are carried over")).to_be_visible()
    press(page, "Begin the final")
    expect_message(page, "The final has begun: its matches are there.")
    assert play_all(Season.objects.get()) == 4
    visit.open("/club/spring-open/1/")
    expect(page.get_by_role("heading", name="Final", exact=True).first).to_be_visible()
    rows = page.get_by_role("table").first.locator("tbody tr")
    expect(rows).to_have_count(4)
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    finalists = Season.objects.get().finalists or {}
    visit.open(f"/club/spring-open/1/why/{finalists['players'][0]['player']}/")
    expect(page.get_by_text("Carried over from the groups").first).to_be_attached()
    assert verify_club(club) == []


def test_thirteen_play_a_knockout_at_larger_tables_and_a_result_is_overruled(
    visit: Visit, club: Club
) -> None:
    """All steps of the organiser in the browser; results come from elsewhere."""
    page = visit.page
    season = start(visit, "Hucklebuck", NAMES, 4, re.compile("^Knockout: the better half of each table"))
    play_tables(page, season, 1)
    press(page, "Pair round 2")
    press(page, "Publish round 2")
    expect_message(page, "Round 2 is published")
    first = Match.objects.get(division__season=season, round__number=1, table=1, leg=1)
    winner = first.seats.order_by("-points").values_list("number", flat=True)[0]
    visit.open(f"/club/matches/{first.key}/decide/")
    page.get_by_role("checkbox").nth(winner).check()
    page.get_by_label("Reason").fill("Was not there")
    page.locator("form.stacked button").first.click()
    expect(
        page.get_by_text("don't meet in round 2: their match, which has no result, is removed")
    ).to_be_visible()
    before = read_seats(season, 2)
    page.locator("form.stacked button").first.click()
    expect(page.get_by_text("The match has been decided").or_(page.get_by_role("status"))).to_be_visible()
    assert read_seats(season, 2) != before
    visit.open("/club/spring-open/1/decisions/")
    page.get_by_role("link", name="Undo").first.click()
    press(page, "Undo decision")
    expect_message(page, "Decision undone.")
    assert read_seats(season, 2) == before
    visit.open("/club/spring-open/1/run/")
    for number in (2, 3):
        play_tables(page, season, number)
    visit.open("/club/spring-open/1/bracket/")
    expect(page.get_by_role("heading", name="Last table")).to_be_visible()
    expect(page.get_by_text("wins", exact=True)).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    visit.open("/club/spring-open/1/run/")
    press(page, "Finish round 3")
    end(page)
    assert verify_club(club) == []


def play_tables(page: Page, season: Season, number: int) -> None:
    """Publish a round unless it is, play it, and add matches where it is level who goes on."""
    if page.get_by_role("button", name=f"Pair round {number}").count():
        press(page, f"Pair round {number}")
        press(page, f"Publish round {number}")
        expect_message(page, f"Round {number} is published")
    for seed in range(20):
        play_round(season, number, seed=seed)
        page.reload()
        level = page.get_by_role("button", name="Add a match that decides")
        if not level.count():
            return
        while level.count():
            level.first.click()
            expect_message(page, "has another match")


def read_seats(season: Season, number: int) -> set[tuple[int, str]]:
    seats = Seat.objects.filter(match__division__season=season, match__round__number=number)
    return set(seats.exclude(match__status="void").values_list("match__table", "player__key"))


@pytest.mark.full  # a bracket as above; tests/actions/test_brackets.py plays this one
def test_twelve_play_a_double_elimination_and_one_leaves_the_losers_bracket(visit: Visit, club: Club) -> None:
    """All steps of the organiser in the browser; results come from elsewhere."""
    page = visit.page
    plan = re.compile("^Double elimination: who loses twice is out – 8 rounds")
    season = start(visit, "SKUCK", NAMES[:12], 6, plan)
    for rounds in (1, 2, 3):
        play_bracket_round(page, season, rounds)
    gone = withdraw_from_losers_bracket(page)
    while page.get_by_role("button", name=f"Pair round {rounds + 1}").count():
        rounds += 1
        play_bracket_round(page, season, rounds)
    press(page, f"Finish round {rounds}")
    assert rounds in (8, 9)
    assert_each_lost_twice(season, gone)
    visit.open("/club/spring-open/1/bracket/")
    for title in ("Losers' bracket", "Final"):
        expect(page.get_by_role("heading", name=title).first).to_be_attached()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    visit.open("/club/spring-open/1/run/")
    end(page)
    visit.open("/club/spring-open/1/prizes/")
    expect(page.get_by_text("2nd place")).to_be_visible()
    assert verify_club(club) == []


def play_bracket_round(page: Page, season: Season, number: int) -> None:
    """Publish a round, play it, and let those who are level play on; the page that runs it is open before and after."""
    press(page, f"Pair round {number}")
    press(page, f"Publish round {number}")
    expect_message(page, f"Round {number} is published")
    while play_all(season):
        page.reload()
        level = page.get_by_role("button", name="Add a match that decides")
        while level.count():
            level.first.click()
            expect_message(page, "has another match")


def withdraw_from_losers_bracket(page: Page) -> str:
    """Withdraw a player who has lost in round 1, and won in the losers' bracket; return the player's id."""
    lost = Seat.objects.filter(match__round__number=1, outcome="loss").values("player")
    seat = Seat.objects.filter(match__round__number=3, outcome="win", player__in=lost).earliest(
        "match__table"
    )
    page.get_by_role("link", name="Withdrawal", exact=True).click()
    page.get_by_label("Player", exact=True).select_option(seat.player.key)
    press(page, "Preview")
    page.get_by_label("Reason").fill("Had to leave")
    page.get_by_role("button", name=re.compile("^Withdraw")).click()
    expect_message(page, f"{seat.player.name} has been withdrawn.")
    page.get_by_role("link", name="Run", exact=True).click()
    return seat.player.key


def assert_each_lost_twice(season: Season, gone: str) -> None:
    """Everyone but the winner and the player who has withdrawn has lost two ties."""
    lost: dict[str, set[int]] = {player.key: set() for player in Player.objects.all()}
    for match in Match.objects.filter(division__season=season).order_by("round__number", "table", "leg"):
        for seat in match.seats.select_related("player"):
            rounds = lost[seat.player.key]
            (rounds.add if seat.outcome == "loss" else rounds.discard)(match.round.number)
    counts = sorted(len(rounds) for player, rounds in lost.items() if player != gone)
    assert counts[0] < 2 and counts[1:] == [2] * 10, lost
    assert len(lost[gone]) == 1  # the opponent in round 4 had a bye


def test_a_week_on_a_ladder(visit: Visit, chromium: Browser, club: Club, width: int) -> None:
    """A challenge that is declined, and one that is played: both change places."""
    page = visit.page
    start(visit, "SKUCK", NAMES[:6], 3, "Ladder: players challenge those above them, for months")
    for name in NAMES[:6]:
        user = User.objects.create_user(f"{name[:3].lower()}@example.org", PASSWORD, name=name)
        Player.objects.filter(name=name).update(user=user)
        Membership.objects.create(user=user, club=club, role=Role.PLAYER)
    context = chromium.new_context(viewport={"width": width, "height": 700}, base_url=visit.site)
    context.set_default_timeout(20_000)
    player = context.new_page()
    address = "/club/spring-open/1/ladder/"

    log_in(player, "eve", visit.site)
    player.goto(address)
    player.get_by_role("button", name=re.compile("^Challenge.*Bob Baker")).click()
    expect_message(player, "Eve Ellis has challenged Bob Baker.")
    log_in(page, "bob", visit.site)
    visit.open(address)
    press(page, "Decline")
    expect_message(page, "The challenge is declined.")
    assert read_ladder(page) == ["Ann Archer", "Eve Ellis", "Cleo Carter", "Dan Dyer", "Bob Baker", "Fay Fox"]

    log_in(page, "dan", visit.site)
    visit.open(address)
    page.get_by_role("button", name=re.compile("^Challenge.*Ann Archer")).click()
    expect_message(page, "Dan Dyer has challenged Ann Archer.")
    page.get_by_role("link", name=re.compile(r"^Enter result(?!s)")).click()
    challenge = Challenge.objects.get(challenger__player__name="Dan Dyer")
    settings = parse_settings(*Season.objects.get().settings)
    fill_in(page, settings.game.layout(settings.options, PAIR_SIZE), WINS[1])
    save(page)
    assert challenge.match and challenge.match.seats.get(number=1).player.name == "Dan Dyer"
    visit.open(address)
    assert read_ladder(page) == ["Dan Dyer", "Eve Ellis", "Cleo Carter", "Ann Archer", "Bob Baker", "Fay Fox"]
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    context.close()
    assert verify_club(club) == []


def read_ladder(page: Page) -> list[str]:
    return page.get_by_role("table").first.get_by_role("rowheader").all_inner_texts()


# --- the same cards


def type_from_the_packs(page: Page) -> None:
    """Type a sheet as it may have been played with the deals of the match: bids and tricks only, and trump."""
    match = find_on_page(page)
    settings = parse_settings(*match.division.season.settings)
    boards = load_match_boards(match, settings)
    sheet = make_sheet([board for _number, board in boards if board], boards[0][0] - 1, Random(match.key))
    for number, deal in enumerate(sheet["deals"]):
        for field in ("bids", "tricks"):
            for seat, count in enumerate(deal[field]):
                page.locator(f"#deals-{number}-{field}-{seat}").fill(str(count))
    expect(page.get_by_role("group", name="Score so far")).to_contain_text("The match is complete.")


def test_six_play_an_evening_with_the_same_cards(visit: Visit, scorer: Page, club: Club) -> None:
    page = visit.page
    plan = re.compile("The same cards at all tables, 2 deals a round: everyone meets everyone – 5 rounds")
    season = start(visit, "SKUCK", NAMES[:6], 3, plan)

    page.get_by_role("link", name="Packs", exact=True).click()
    expect(page.get_by_text("With 3 tables a round takes 6 packs.")).to_be_visible()
    page.get_by_role("radio", name=re.compile("^I do not play")).check()
    press(page, "Show the packs to print")
    expect_heading(page, "Packs of round 1")
    assert page.locator(".hands .dealt").count() >= 2 * 52
    page.get_by_role("link", name="Back to Packs").click()
    expect(page.get_by_text("cards of round 1")).to_be_visible()

    page.get_by_role("link", name="Run", exact=True).click()
    for number in range(1, 6):
        press(page, f"Pair round {number}")
        press(page, f"Publish round {number}")
        if number > 1:  # typing shows nothing new
            play_tables_from_the_packs(season, number)
            page.reload()
            continue
        scorer.goto(ROUND_PAGE.format(slug="spring-open", number=number))
        scorer.get_by_role("region", name=f"Round {number}").get_by_role("link").first.click()
        scorer.get_by_role("link", name="Enter result", exact=True).click()
        type_from_the_packs(scorer)
        save(scorer)
        page.reload()
        page.get_by_role("link", name=re.compile("^Enter table")).first.click()
        for _match in range(2):
            expect(page).to_have_url(re.compile("/enter/"))
            type_from_the_packs(page)
            save(page)
        expect(page).to_have_url(re.compile("/run/$"))
    press(page, "Finish round 5")
    end(page)

    page.goto(f"{visit.site}/club/spring-open/1/deals/")
    assert BoardSet.objects.get(season=season).seed in page.inner_text("main")
    page.get_by_role("link", name="Deal 1", exact=True).click()
    expect_heading(page, "How often each score was made")
    assert page.locator(".hands .dealt").count() == 52
    standings = read_standings(page, visit)
    assert len(standings) == 6
    page.goto(f"{visit.site}/club/spring-open/1/prizes/")
    expect(page.get_by_text(standings[0].split(" ")[1]).first).to_be_visible()
    assert verify_club(club) == []
