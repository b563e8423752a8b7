"""A match night: saves while 20 scorers type and 200 people read, beside those of one scorer alone.

The server is one as `dev.py run` starts it. One scorer saves alone before and after the night. All answers are compared
with what the database holds in the end. Times are of the clock, since it is about waiting.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from random import Random
from typing import Any, TypeVar

from bench.comparison import Row, format_seconds
from bench.night_people import Crowd, Notes, compute_p95
from bench.readers import SERVER, run_server

SECONDS, QUICK_SECONDS = 120, 20
FEW_ROUNDS = 5  # fewer are a quick run
MAX_RATIO, MAX_BUSY = 10.0, 0.01
SCORERS, READERS = 20, 200
PILE = 11  # sheets that each scorer has: more than can be typed in time
ALONE = 18  # sheets of the one who is alone, before and after the night
LEAGUES, DIVISIONS, PLAYERS = 4, 16, 8  # of the club, of a league, of a division
MAX_TOLD = 20  # of what is wrong
PLAYED_ROUNDS = 2  # before this night
CLUB = "night"

Returned = TypeVar("Returned")


@dataclass(frozen=True)
class Night:
    tables: list[str]  # keys of the matches, as they are laid out
    sessions: list[str]  # of the scorers


@dataclass(frozen=True)
class Stock:
    """What the database holds in the end."""

    saves: Counter[tuple[Any, ...]]  # what was accepted from the scorers
    differences: list[str]  # what is not as it should be


def measure(rounds: int) -> Iterator[Row]:
    seconds = QUICK_SECONDS if rounds < FEW_ROUNDS else SECONDS
    night = run_apart(make_night)
    crowd_tables, alone_tables = night.tables[: SCORERS * PILE], night.tables[SCORERS * PILE :]
    alone, together = Notes(), Notes()
    with run_server() as port:
        crowd, lonely = Crowd(port, CLUB, together), Crowd(port, CLUB, alone)
        lonely.enter_alone(night.sessions[0], alone_tables[:ALONE])
        piles = [crowd_tables[at * PILE : (at + 1) * PILE] for at in range(SCORERS)]
        pages = [f"/{CLUB}/league-{number}/1/" for number in range(1, LEAGUES + 1)]
        crowd.play(night.sessions, piles, pages, readers=READERS, seconds=seconds)
        lonely.enter_alone(night.sessions[0], alone_tables[ALONE : 2 * ALONE])
    stock = run_apart(take_stock)

    answered = Counter(save.what for notes in (alone, together) for save in notes.saves)
    wrong = [
        *(f"lost: {what}" for what in (answered - stock.saves).elements()),
        *(f"not answered, or twice: {what}" for what in (stock.saves - answered).elements()),
        *stock.differences,
        *alone.errors,
        *together.errors,
    ]
    if wrong:
        print("\n".join(wrong[:MAX_TOLD]), file=sys.stderr, flush=True)
    p95_alone, p95 = (compute_p95([save.seconds for save in notes.saves]) for notes in (alone, together))
    pages_read = sum(together.pages.values())
    told = ", ".join(
        f"a {what} {format_seconds(compute_p95(times))}"
        for what, times in sorted(together.seconds.items())
        if len(times) > 1
    )
    counted = (
        f"{SERVER}; a night of {len(night.tables)} matches; for {seconds} s {SCORERS} scorers, each with a sheet in"
        f" about 12 s, and {READERS} readers, each with a page in about 5 s;"
        " from sending a sheet to the answer, by the clock"
    )
    yield Row(
        "saves among all, p95",
        "one scorer alone, p95",
        [p95 / p95_alone],
        f"{format_seconds(p95)}; {len(together.saves)} saves, {together.edits} of them edits; {together.conflicts}"
        f" conflicts; {together.repeats} sent twice",
        counted,
        limit=MAX_RATIO,
    )
    yield Row(
        "saves that were told that the site is busy",
        "all saves",
        [together.busy / max(1, len(together.saves) + together.busy)],
        f"{together.busy} told so",
        "no time, but a share",
        limit=MAX_BUSY,
    )
    yield Row(
        "saves lost or kept twice, errors",
        "none",
        [float(len(wrong))],
        f"{pages_read} pages read, {together.pages[304]} of them unchanged; p95 of {told}",
        "no time, but a number: answers that are not in the database exactly once, differences that `verify` finds, and"
        " answers with an error; the times are of readers' pages, forms, and what a form asks for while it is typed",
        limit=0,
    )


def run_apart(work: Callable[[], Returned]) -> Returned:
    """Call a function in a process of its own, where Django is set up on the database that is chosen now."""
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        return processes.submit(work).result()


def make_night() -> Night:
    """Make a club with a night today, its scorers, and accounts of half of its players."""
    from bench.database import analyse, set_up

    set_up()
    from django.test import Client

    from bench.submission import make_scorer
    from league.actions.club import import_club
    from league.models import Match, Player, User
    from league.principals import CONSOLE

    import_club(build_club_file(), by=CONSOLE)
    analyse()
    for player in Player.objects.filter(club__slug=CLUB).order_by("pk")[::2]:
        player.user = User.objects.create(email=f"{player.key}@{CLUB}.example", name=player.name)
        player.save()
    sessions = []
    for number in range(SCORERS):
        browser = Client(SERVER_NAME="localhost")
        browser.force_login(make_scorer(CLUB, f"scorer-{number}").user)
        sessions.append(browser.cookies["sessionid"].value)
    tonight = Match.objects.filter(club__slug=CLUB, round__number=PLAYED_ROUNDS + 1).order_by("table")
    return Night(list(tonight.values_list("key", flat=True)), sessions)


def build_club_file() -> bytes:
    players = [f"p{number}" for number in range(LEAGUES * DIVISIONS * PLAYERS)]
    size = DIVISIONS * PLAYERS
    chance = Random(0)
    document = {
        "format": "boolie-club/1",
        "club": {"slug": CLUB, "name": "Night Club"},
        "players": [{"id": key, "name": f"Player {key}"} for key in players],
        "competitions": [
            build_league(number, players[number * size : (number + 1) * size], chance)
            for number in range(LEAGUES)
        ],
    }
    return json.dumps(document).encode()


def build_league(number: int, players: list[str], chance: Random) -> dict[str, Any]:
    """Return a league that has played some rounds, and plays the next one today."""
    from league.demo.sheets import generate_sheet
    from league.rules.pairing.round_robin import build_berger_rounds
    from league.rules.snapshot import parse_settings

    settings = parse_settings("skuck", {}, {})
    today = datetime.now(UTC).date()
    rounds = build_berger_rounds(PLAYERS)

    def build_match(division: int, at: int, place: int, seats: list[str]) -> dict[str, Any]:
        day = (today + timedelta(weeks=at - PLAYED_ROUNDS)).isoformat()
        match = {
            "id": f"l{number}d{division}r{at}t{place}",
            "round": at + 1,
            "table": (number * DIVISIONS + division) * (PLAYERS // 2) + place,
            "seats": seats,
            "due_on": day,
        }
        if at < PLAYED_ROUNDS:
            match |= {"status": "played", "played_on": day, "sheet": generate_sheet(settings, 2, chance)}
        return match

    def build_division(division: int) -> dict[str, Any]:
        own = players[division * PLAYERS : (division + 1) * PLAYERS]
        matches = [
            build_match(division, at, place, [own[seed - 1] for seed in pair])
            for at, pairs in enumerate(rounds)
            for place, pair in enumerate(pairs, 1)
        ]
        name = f"Division {division + 1}"
        entries = [{"player": key} for key in own]
        return {"level": division + 1, "name": name, "entries": entries, "matches": matches}

    season = {
        "number": 1,
        "state": "open",
        "starts_on": (today - timedelta(weeks=PLAYED_ROUNDS)).isoformat(),
        "divisions": [build_division(division) for division in range(DIVISIONS)],
    }
    slug, name = f"league-{number + 1}", f"League {number + 1}"
    return {"slug": slug, "name": name, "game": "skuck", "seasons": [season]}


def take_stock() -> Stock:
    """Read what has been saved this night, and recompute all that follows from it."""
    import django

    django.setup()
    from django.db.models import F

    from bench.night_people import describe_save
    from league.models import Club, Job, Match, Result, Submission
    from league.models.job import JobState
    from league.models.result import Verdict
    from league.queries.club import verify_club

    entered = Submission.objects.filter(by__isnull=False).select_related("match", "result")
    accepted = entered.filter(verdict=Verdict.ACCEPTED)
    saves = Counter(
        describe_save(one.match.key, one.base, one.sent.get("why", ""), one.sent["sheet"]) for one in accepted
    )
    differences = [str(difference) for difference in verify_club(Club.objects.get(slug=CLUB))]
    for one in accepted.exclude(result__number=F("base") + 1):
        differences.append(f"no result of its own: {one}")
    for match in Match.objects.filter(club__slug=CLUB, revision__gt=0).select_related("current"):
        numbers = sorted(Result.objects.filter(match=match).values_list("number", flat=True))
        counts = match.current.number if match.current else 0
        if numbers != list(range(1, match.revision + 1)) or counts != match.revision:
            differences.append(f"match {match.key} has the versions {numbers}, revision {match.revision}")
    failed = Job.objects.exclude(error="")
    differences += [f"job {job.kind}, {JobState(job.state).label}: {job.error}" for job in failed]
    return Stock(saves, differences)
