"""The tasks that processes of tests perform.

Each process prints that it is ready, begins when it is told to, and ends with its answer as a line of JSON.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from datetime import timedelta
from importlib import import_module
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import F
from django.test import Client
from django.utils import timezone

import games
from league import tasks
from league.actions import changes, fixtures, locks, schedule, standings
from league.actions import job as jobs
from league.actions.account import delete_account, leave_club
from league.actions.cleanup import CLEAN_UP_JOB
from league.actions.club import change_club, import_club
from league.actions.confirmation import confirm_result, dispute_result, settle_dispute
from league.actions.decisions import revocation
from league.actions.decisions.withdrawal import Outcome, withdraw_entry
from league.actions.errors import ActionError, EditConflict
from league.actions.limits import Limit, LimitReached, count_use
from league.actions.registration import register_by_mail, register_self
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import open_season
from league.actions.sheet_draft import enter_bid, save_sheet_draft
from league.models import (
    Club,
    Division,
    Entry,
    Event,
    Job,
    Match,
    Membership,
    Player,
    Registration,
    Reply,
    Result,
    Role,
    Season,
    Seat,
    SheetDraft,
    Standing,
    Statistics,
    Submission,
    User,
)
from league.models.job import JobState
from league.notifications import delivery
from league.principals import CONSOLE, Person
from league.queries.club import export_club_file, verify_club
from league.queries.season_end import Deciding
from league.web.sessions import SEEN, PatientSessionMiddleware
from tests.actions.clubs import build_random_sheet, list_matches, make_club
from tests.actions.registrations import make_registration
from tests.concurrency.installation import ANSWER_PREFIX, wait_for_others
from tests.concurrency.ladder_changes import (
    challenge_first,
    climb_at_random,
    inspect_ladder,
    make_busy_ladder,
)
from tests.concurrency.mixed_changes import change_at_random, inspect_changes, make_busy_club
from tests.concurrency.people_changes import (
    answer_in_lockstep,
    erase_while_read,
    inspect_merges,
    inspect_requests,
    make_pairs,
    make_requests,
    merge_in_lockstep,
)
from tests.concurrency.round_changes import (
    inspect_rounds,
    make_bracket,
    make_busy_tournament,
    pair_once,
    run_rounds_at_random,
)


def manage(arguments: list[str]) -> str:
    """Run a command of `manage.py`, and return what it prints."""
    with redirect_stdout(io.StringIO()) as printed:
        call_command(*arguments)
    return printed.getvalue()


def count_uses(times: int, most: int) -> int:
    """Use a limit so often, and return how often it was not reached."""
    limit, allowed = Limit("raced", most, timedelta(hours=1)), 0
    for _ in range(times):
        with suppress(LimitReached):
            count_use(limit, "everybody")
            allowed += 1
    return allowed


def make_league_matches(club: str, **shape: Any) -> list[str]:
    """Make a club of that shape, and return its matches."""
    return [match.key for match in list_matches(make_club(slug=club, **shape))]


def log_in_player(match: str) -> dict[str, str]:
    """Log in one of a match's players; return the address of the season, and the key of the session."""
    seat = Seat.objects.select_related("player", "match__division__season__competition__club").filter(
        match__key=match
    )[0]
    seat.player.user = User.objects.create_user(email="player@example.org")
    seat.player.save()
    client = Client()
    client.force_login(seat.player.user)
    return {
        "address": seat.match.division.season.get_absolute_url(),
        "session": client.cookies["sessionid"].value,
    }


def submit_results(matches: list[str], seed: int = 0, keys: list[str] | None = None) -> list[str]:
    """Submit a sheet for each of these matches, as its first result, and return the outcomes."""
    answers = []
    for number, name in enumerate(matches):
        key = UUID(keys[number]) if keys else uuid4()
        answers.append(submit_for_key(name, seed + number, key))
    return answers


def submit_for_key(name: str, seed: int, key: UUID) -> str:
    return submit_sheet(Match.objects.get(key=name), seed, key)


def submit_sheet(match: Match, seed: int, key: UUID) -> str:
    try:
        result = submit_result(match=match, sheet=build_random_sheet(seed), by=CONSOLE, key=key, base=0)
    except EditConflict:
        return "overtaken"
    except ActionError as refused:
        return f"refused: {refused}"
    return f"result {result and result.pk}"


def submit_in_lockstep(matches: list[str], seed: int) -> list[str]:
    """Submit a sheet for each of these matches, each time when told to, and return the outcomes."""
    answers = []
    for number, name in enumerate(matches):
        wait_for_others()
        answers.append(submit_for_key(name, seed + number, uuid4()))
    return answers


def enter_as_players(matches: list[str]) -> None:
    """Enter a result for each of these matches as the player of its first seat; both players get accounts."""
    for number, name in enumerate(matches):
        first, second = Match.objects.get(key=name).seats.order_by("number")
        for seat in (first, second):
            user, _new = User.objects.get_or_create(email=f"{seat.player.key}@players.example")
            Player.objects.filter(pk=seat.player_id).update(user=user)
        by = Person(User.objects.get(players=first.player_id))
        sheet = build_random_sheet(number)
        submit_result(match=first.match, sheet=sheet, by=by, key=uuid4(), base=0)


def give_accounts(matches: list[str]) -> None:
    """Give each player of these matches an account."""
    for player in Player.objects.filter(seats__match__key__in=matches, user=None).distinct():
        user = User.objects.create(email=f"{player.key}@players.example")
        Player.objects.filter(pk=player.pk).update(user=user)


def act_at_tables(matches: list[str], seat: int, what: str, number: int = 0) -> list[str]:
    """As the player of a seat bid the number, or save the sheet unfinished, in each of these matches when told to."""
    answers = []
    for name in matches:
        match = Match.objects.get(key=name)
        by = Person(User.objects.get(players__seats__match=match, players__seats__number=seat))
        wait_for_others()
        try:
            if what == "bid":
                enter_bid(match=match, deal=0, field="bids", number=number, by=by)
            else:
                save_sheet_draft(match=match, texts={"deals-0-bids-0": str(seat)}, by=by, base=0)
        except ActionError as refused:
            answers.append(refused.problems[0].code)
        else:
            answers.append("done")
    return answers


def list_sheet_drafts(matches: list[str]) -> list[Any]:
    """Return the bids and the texts that are saved of each match."""
    drafts = {draft.match.key: draft for draft in SheetDraft.objects.select_related("match")}
    return [[drafts[name].bids, drafts[name].texts] for name in matches]


def say_of_results(matches: list[str], what: str) -> list[str]:
    """Reply to the first result of each match, each time when told to, and return the outcomes.

    To `confirm` and to `dispute` it is for the player of the second seat, all else is done by an organiser.
    """
    answers = []
    for number, name in enumerate(matches):
        match = Match.objects.get(key=name)
        said: dict[str, Any] = {
            "match": match,
            "submission": Submission.objects.filter(match=match).earliest("pk").pk,
        }
        opponent = User.objects.get(players__seats__match=match, players__seats__number=1)
        by = CONSOLE if what in ("entered", "other", "edit") else Person(opponent)
        sheet = build_random_sheet(1000 + number)
        wait_for_others()
        try:
            if what == "confirm":
                confirm_result(**said, by=by)
            elif what == "dispute":
                day = match.club.today
                dispute_result(**said, by=by, why="No", sheet=sheet, played_on=day)
            elif what == "edit":
                submit_result(match=match, sheet=sheet, by=by, key=uuid4(), base=1, why="Misread")
            else:
                settle_dispute(**said, by=by, is_entered_right=what == "entered", why="Seen")
        except EditConflict:
            answers.append("overtaken")
        except ActionError as refused:
            answers.append(",".join(problem.code for problem in refused.problems))
        else:
            answers.append("done")
    return answers


def list_replies(matches: list[str]) -> list[list[Any]]:
    """Return of each match its revision, the kinds of the replies to its results, and what its events say was done."""
    return [
        [
            match.revision,
            [reply.kind for reply in Reply.objects.filter(submission__match=match)],
            sorted(
                Event.objects.filter(noun="match", key=match.key)
                .exclude(action="import_club")
                .values_list("action", flat=True)
            ),
        ]
        for match in (Match.objects.get(key=name) for name in matches)
    ]


def submit_and_block(matches: list[str], target: str) -> None:
    """Submit for the first of these matches, and wait at that function until the process is killed."""

    def wait(*_: Any, **__: Any) -> None:
        print("in the middle", flush=True)
        threading.Event().wait()

    with patch(target, wait):
        submit_results(matches[:1])


def ask_impatiently(path: str, sent: dict[str, str] | None = None) -> dict[str, Any]:
    """Ask for a page as an administrator when told to, or post its form, and wait for locks for a moment only."""
    connection.close()
    connection.settings_dict["OPTIONS"] |= {"timeout": 0.1} if connection.vendor == "sqlite" else {}
    client, user = Client(), User.objects.create_superuser(f"root-{uuid4()}@example.org")
    client.force_login(user)
    connection.close()
    wait_for_others()
    with patch.object(locks, "LOCK_TIMEOUT", timedelta(seconds=1)):
        ask = client.get if sent is None else client.post
        answer = ask(path, sent, headers={"host": "localhost"})
    return {
        "status": answer.status_code,
        "retry_after": answer.headers.get("Retry-After"),
        "page": answer.content.decode(),
    }


def ask_with_sessions_locked(path: str, sent: dict[str, str], ask_as: str, is_known: bool) -> dict[str, Any]:
    """Post a form while nobody can save a session, from when the view is through; then ask for one's own page.

    Whoever `is_known` has been logged in for an hour.
    """
    client, user = (
        Client(headers={"host": "localhost"}),
        User.objects.create_superuser(ask_as, "the bridge club"),
    )
    if is_known:
        client.force_login(user)
        session = client.session
        session[SEEN] = int(time.time()) - 3600
        session.save()
    connection.close()
    connection.settings_dict["OPTIONS"] |= {"timeout": 0.1} if connection.vendor == "sqlite" else {}
    save = PatientSessionMiddleware.process_response

    def save_while_locked(*arguments: Any) -> Any:
        with lock_sessions():
            return save(*arguments)

    with patch.object(locks, "LOCK_TIMEOUT", timedelta(seconds=1)):
        with patch.object(PatientSessionMiddleware, "process_response", save_while_locked):
            answer = client.post(path, sent, headers={"host": "localhost"})
        page = client.get("/-/my/", headers={"host": "localhost"})
    return {
        "status": answer.status_code,
        "retry_after": answer.headers.get("Retry-After"),
        "page": answer.content.decode(),
        "is_logged_in": page.status_code == 200,
    }


@contextmanager
def lock_sessions() -> Iterator[None]:
    """Keep everybody else from writing sessions, and on SQLite anything, on a connection of its own."""
    holder = connections.create_connection("default")
    holder.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        if holder.vendor == "postgresql":
            with holder.cursor() as cursor:
                cursor.execute("LOCK TABLE django_session IN EXCLUSIVE MODE")
        yield
    finally:
        holder.rollback()
        holder.close()


def submit_in_thread(matches: list[str]) -> None:
    thread = threading.Thread(target=submit_results, args=(matches,))
    thread.start()
    thread.join()


def time_submissions(matches: list[str]) -> list[float]:
    """Return how long each submission takes, in seconds."""
    seconds = []
    for number, name in enumerate(matches):
        start = time.perf_counter()
        submit_for_key(name, number, uuid4())
        seconds.append(time.perf_counter() - start)
    return seconds


def time_submissions_before_slow_mail(matches: list[str], mails: int, seconds: float) -> list[float]:
    """Return how long each submission takes while mails wait that take so many seconds each."""
    sending = threading.Lock()

    def send(**_: Any) -> None:
        assert sending.acquire(blocking=False), "Another one is being sent."
        time.sleep(seconds)
        sending.release()

    tasks.JOB_HANDLERS["note"] = jobs.SideEffectJob(send)  # for good: they are sent while this process ends
    for number in range(mails):
        jobs.enqueue("note", number=number)
    return time_submissions(matches)


def close_season_slowly(season: int) -> None:
    """Close the season, keeping its locks until told to go on."""
    with transaction.atomic():
        list(Season.objects.select_for_update().filter(number=season))
        list(Division.objects.select_for_update().filter(season__number=season).order_by("pk"))
        Season.objects.filter(number=season).update(state="closed")
        print("closing", flush=True)
        sys.stdin.readline()


def import_repeatedly(club: str, times: int) -> list[str]:
    """Import the club's players, seeds and penalties again and again, each time different."""
    document = json.loads(export_club_file(Club.objects.get(slug=club)))
    for competition in document["competitions"]:
        for season in competition["seasons"]:
            season.pop("report", None)
            for division in season["divisions"]:
                division["matches"] = []
    answers = []
    for number in range(times):
        for player in document["players"]:
            player["name"] = f"Renamed {number}"
        for competition in document["competitions"]:
            for season in competition["seasons"]:
                for division in season["divisions"]:
                    division["entries"].reverse()
                    for seed, entry in enumerate(division["entries"], 1):
                        entry["seed"] = seed
        imported = import_club(json.dumps(document).encode(), by=CONSOLE)
        answers.append("changed" if imported.changed["entries"] else "unchanged")
    return answers


def summarise_club(club: str) -> dict[str, Any]:
    """Return counts and sums of the club's rows, and what `verify` finds."""
    rows = Standing.objects.filter(entry__season__competition__club__slug=club)
    results = Result.objects.filter(match__club__slug=club)
    scores = [games.score("skuck", result.sheet) for result in results.filter(counts_for__isnull=False)]
    return {
        "differences": [str(difference) for difference in verify_club(Club.objects.get(slug=club))],
        "submissions": Submission.objects.filter(match__club__slug=club).count(),
        "results": results.count(),
        "matches with a result": Match.objects.filter(club__slug=club, current__isnull=False).count(),
        "played": sum(row.played for row in rows),
        "score": sum(row.score for row in rows),
        "score of the sheets": sum(seat.score for score in scores for seat in score.seats),
        "statistics": sum(row.played for row in Statistics.objects.filter(player__club__slug=club)),
        "jobs": list_jobs(),
    }


def list_jobs() -> list[list[Any]]:
    return [[job.state, job.attempts] for job in Job.objects.order_by("pk")]


def enqueue_jobs(count: int) -> None:
    """Enqueue numbered jobs of a kind of the test's own, without notifying a worker."""
    with patch.object(jobs, "notify_worker"), transaction.atomic():
        for number in range(count):
            jobs.enqueue("note", number=number)


def run_jobs_in_lockstep(steps: int) -> list[int]:
    """Run a job each time when told to, and return the numbers of those that this process got."""
    numbers: list[int] = []
    for _ in range(steps):
        wait_for_others()
        jobs.run_due_jobs({"note": lambda number: numbers.append(number)}, limit=1)
    return numbers


def run_waiting_jobs() -> list[int]:
    """Run the jobs that are due, and return the numbers of those that this process got."""
    numbers: list[int] = []
    while jobs.run_due_jobs({"note": lambda number: numbers.append(number)}):
        pass
    return numbers


def run_due_jobs() -> int:
    """Run the jobs that are due as a worker does, and return how many there were."""
    return jobs.run_due_jobs(tasks.JOB_HANDLERS)


def serve_until_jobs_are_done() -> list[int]:
    """Run the scheduler of an idle server, and return the numbers of the jobs that it has run."""
    numbers: list[int] = []
    tasks.JOB_HANDLERS["note"] = lambda number: numbers.append(number)
    with patch.object(jobs, "TICK_SECONDS", 0.05):
        import_module("config.wsgi")
        own, daily = Job.objects.filter(kind="note"), Job.objects.filter(kind=CLEAN_UP_JOB)
        while own.exclude(state="done").exists() or not daily.exists():
            time.sleep(0.05)
    return numbers


def list_scheduler_threads() -> list[str]:
    import_module("config.wsgi")
    return [thread.name for thread in threading.enumerate() if thread.name == "clock"]


def run_scheduler_command() -> None:
    """Run the command; its jobs wait until told to go on."""

    def wait(number: int) -> None:
        print(f"in job {number}", flush=True)
        sys.stdin.readline()

    tasks.JOB_HANDLERS["note"] = jobs.SideEffectJob(wait)
    with patch.object(jobs, "TICK_SECONDS", 0.05):
        call_command("run_scheduler")


def block_in_job() -> None:
    """Take a job and wait in it until the process is killed."""

    def wait(**_: Any) -> None:
        print("in the middle", flush=True)
        threading.Event().wait()

    jobs.run_due_jobs({"note": wait})


def hold_job(is_long: bool) -> None:
    """Take a job and wait in it, until told to go on and its lease has been renewed, then until told to end."""

    def wait(**_: Any) -> None:
        print("in the middle", flush=True)
        sys.stdin.readline()
        while not Job.objects.filter(due_at__gt=timezone.now()).exists():
            time.sleep(0.01)
        print("renewed", flush=True)
        sys.stdin.readline()

    work = jobs.LongJob(wait) if is_long else jobs.SideEffectJob(wait)
    with patch.object(jobs, "RENEWAL_SECONDS", 0.01):
        jobs.run_due_jobs({"note": work})


def work_on_threads() -> tuple[int, list[str]]:
    """Let each kind of thread use the database; return how many have, and what those are that stay connected."""
    (job,) = Job.objects.all()
    job.state = JobState.RUNNING
    job.save()
    opened: list[tuple[str, BaseDatabaseWrapper]] = []

    def note(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
        opened.append((threading.current_thread().name, connection))

    connection_created.connect(note)
    with patch.object(jobs, "RENEWAL_SECONDS", 0.01), jobs._renew_lease(job):
        (heartbeat,) = (thread for thread in threading.enumerate() if thread.name == "heartbeat")
        while not Job.objects.filter(due_at__gt=timezone.now()).exists():
            time.sleep(0.01)
    heartbeat.join()
    with patch.object(EmailMessage, "send", side_effect=OSError):
        delivery.send_later(EmailMessage(to=["ann@example.org"]))
        delivery._threads.shutdown()
    jobs.run_in_background(lambda: jobs.run_due_jobs({}))
    jobs._executor.shutdown()
    return len({name for name, _connection in opened}), [
        name for name, connection in opened if connection.connection is not None
    ]


def plan_reminder(club: str, day: str) -> dict[str, Any]:
    """Let a player with an account have a match that day, and return the arguments of the job that reminds them."""
    Match.objects.filter(pk=_make_account(club).match_id).update(due_on=day)
    return {"season": get_season(club, 1).pk, "day": day}


def plan_notice(club: str) -> dict[str, Any]:
    """Give a player an account, and return the arguments of the job that tells them of a result."""
    seat = _make_account(club)
    told = {"overruled": [], "entered": [seat.match_id], "author": None}
    return {"club": seat.match.club_id, "cause": "submission", "key": 0, **told}


def _make_account(club: str) -> Seat:
    """Give a player an account, and return one of their seats."""
    seat = Seat.objects.filter(match__club__slug=club).select_related("player", "match")[0]
    seat.player.user = User.objects.create(email="player@example.org")
    seat.player.save(update_fields=["user"])
    return seat


def run_handler(kind: str, arguments: dict[str, Any], hold_before: str = "") -> None:
    """Do the work of a job; with `hold_before`, wait where it first calls that function until told to go on."""
    work, first = tasks.JOB_HANDLERS[kind], iter([True])

    def wait(*_: Any, **__: Any) -> None:
        if next(first, False):
            print("in the middle", flush=True)
            sys.stdin.readline()

    with patch(hold_before, wait) if hold_before else nullcontext(), transaction.atomic():
        (work.handler if isinstance(work, jobs.LongJob) else work)(**arguments)  # type: ignore[operator]


def identify_season(club: str) -> dict[str, int]:
    season = get_season(club, 1)
    return {"season": season.pk, "competition": season.competition_id}


def count_mails(kind: str) -> int:
    return Job.objects.filter(kind=kind).count()


def count_unlocked_divisions() -> int:
    """Return how many divisions nobody has locked; on SQLite none are, or all."""
    connection.close()
    connection.settings_dict["OPTIONS"] |= {"timeout": 0.1} if connection.vendor == "sqlite" else {}
    try:
        with transaction.atomic():
            return len(Division.objects.select_for_update(skip_locked=True))
    except OperationalError:
        return 0


def age_jobs(minutes: int) -> None:
    Job.objects.update(due_at=F("due_at") - timedelta(minutes=minutes))


def submit_and_count_slowly(matches: list[str]) -> list[str]:
    """Submit results; the statistics that the first job computes are written only when told to."""
    write, first = Statistics.objects.bulk_create, iter([True])

    def wait(*rows: Any, **options: Any) -> Any:
        if next(first, False):  # not in the other's jobs, should it come to run them too
            print("counted", flush=True)
            sys.stdin.readline()
        return write(*rows, **options)

    with patch.object(Statistics.objects, "bulk_create", wait):
        return submit_results(matches)


def submit_and_commit_slowly(matches: list[str]) -> list[str]:
    """Submit results; the first is committed only when told to."""
    recompute, first = standings.recompute_standings, iter([True])

    def wait(*what: Any) -> None:
        recompute(*what)
        if next(first, False):
            print("entered", flush=True)
            sys.stdin.readline()

    with patch.object(standings, "recompute_standings", wait):
        return submit_results(matches)


def submit_for_loaded_match(match: str) -> str:
    """Submit for a match that was loaded before."""
    loaded = Match.objects.get(key=match)
    print("loaded", flush=True)
    return submit_sheet(loaded, 0, uuid4())


def roll_over_club(club: str, missing: Deciding, hold: bool = False) -> str:
    """Roll over the club's first season, reporting each step.

    With `hold`, wait half-way until told to go on.
    """

    def say(done: int, of: int) -> None:
        print(f"step {done}", flush=True)
        if hold and done == of // 2:
            sys.stdin.readline()

    try:
        made = roll_over_season(season=get_season(club, 1), by=CONSOLE, missing=missing, progress=say)
        return f"season {made.number}"
    except ActionError as refused:
        return f"refused: {refused.problems[0].code}"


def undo_club_roll_over(club: str, hold: bool = False) -> str:
    """Undo the rollover that made the club's second season.

    With `hold`, wait before the commit until told to go on.
    """

    def say(*_: Any) -> None:
        print("undone", flush=True)
        if hold:
            sys.stdin.readline()

    try:
        with patch.object(changes, "invalidate_pages", say):
            return f"season {undo_rollover(season=get_season(club, 2), by=CONSOLE).number}"
    except ActionError as refused:
        return f"refused: {refused.problems[0].code}"


def withdraw_and_return(club: str, player: str, times: int) -> list[str]:
    """Withdraw the player from the club's first season and undo it, again and again."""
    entries = Entry.objects.select_related("season__competition__club")
    answers = []
    for number in range(times):
        entry = entries.get(player__key=player, season=get_season(club, 1))
        outcome: Outcome = "stand" if number % 2 else "expunge"
        decision = withdraw_entry(entry=entry, outcome=outcome, reason="Away", by=CONSOLE)
        revocation.revoke_decision(decision=decision, by=CONSOLE)
        answers.append("back")
    return answers


def open_second_season(club: str) -> list[str]:
    """Open the draft that rolling over made, and return its matches."""
    season = get_season(club, 2)
    open_season(season=season, by=CONSOLE)
    return list(Match.objects.filter(division__season=season).order_by("pk").values_list("key", flat=True))


def get_season(club: str, number: int) -> Season:
    seasons = Season.objects.select_related("competition__club")
    return seasons.get(competition__club__slug=club, number=number)


def snapshot_club(club: str) -> dict[str, Any]:
    """Return a digest of the club's file, what `verify` finds, and the state of its seasons.

    Waits for whoever holds the club's lock.
    """
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(slug=club)
        seasons = Season.objects.filter(competition__club=locked).order_by("number")
        return {
            "file": hashlib.sha256(export_club_file(locked)).hexdigest(),
            "differences": [str(difference) for difference in verify_club(locked)],
            "seasons": [[season.number, season.state] for season in seasons],
            "played": Match.objects.filter(club=locked, status="played").count(),
        }


def make_draft(club: str) -> None:
    """Make a club with a draft of two divisions, which has no matches yet."""
    make_club(slug=club, divisions=2, state="draft")
    fixtures.delete_matches(get_season(club, 1).divisions.all())


def make_schedule_in_batches(club: str, hold_before: int = 0) -> str:
    """Make the schedule of a draft, about three matches in a transaction.

    With `hold_before`, wait before this of its transactions until told to go on.
    """
    numbers = itertools.count(1)

    def begin(*which: Any, **how: Any) -> Any:
        if next(numbers) == hold_before:
            print("in between", flush=True)
            sys.stdin.readline()
        return changes.change(*which, **how)

    with (
        patch.object(fixtures, "MAX_ROWS_AT_ONCE", 9),
        patch.object(schedule, "change", begin),
    ):
        try:
            schedule.make_schedule(
                season=get_season(club, 1), dates=None, tables=None, remind_days=0, by=CONSOLE
            )
        except ActionError as refused:
            return f"refused: {refused.problems[0].code}"
    return "made"


def inspect_schedule(club: str) -> dict[str, Any]:
    """Return how many matches a draft has, whether they are all, and what `verify` finds."""
    season = get_season(club, 1)
    return {
        "matches": Match.objects.filter(division__season=season).count(),
        "finished": season.schedule_token is None,
        "differences": [str(difference) for difference in verify_club(season.competition.club)],
    }


def rename_club(club: str) -> None:
    """Write something else to the club."""
    found = Club.objects.get(slug=club)
    change_club(club=found, name=f"{found.name} renamed", zone="UTC", by=CONSOLE)


def make_owned_clubs(count: int) -> None:
    """Make clubs with two owners, ann and bob, and one who is none; each club has people of its own."""
    for number in range(count):
        club = Club.objects.create(slug=f"club-{number}", name=f"Club {number}")
        for name, role in (("ann", Role.OWNER), ("bob", Role.OWNER), ("cid", Role.PLAYER)):
            user = User.objects.create(email=f"{name}-{number}@example.org")
            Membership.objects.create(user=user, club=club, role=role)


def go_in_lockstep(name: str, how: str, count: int) -> list[str]:
    """Let the one of this name leave each club, or delete their account, at the same time as somebody else."""
    answers = []
    for number in range(count):
        user = User.objects.get(email=f"{name}-{number}@example.org")
        club = Club.objects.get(slug=f"club-{number}")
        wait_for_others()
        try:
            if how == "delete":
                delete_account(user=user, by=Person(user))
            else:
                leave_club(club=club, by=Person(user))
        except ActionError as refused:
            answers.append(refused.problems[0].code)
        else:
            answers.append("gone")
    return answers


def count_owners(count: int) -> list[int]:
    owners = Membership.objects.filter(role=Role.OWNER, user__is_active=True)
    return [owners.filter(club__slug=f"club-{number}").count() for number in range(count)]


def make_registrations(count: int, players: int) -> None:
    """Make tournaments of three with one place left, and accounts for so many players of the club."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    for number in range(players):
        user = User.objects.create(email=f"{number}@players.example")
        Player.objects.create(club=club, key=f"player-{number}", name=f"Player {number}", user=user)
    for number in range(count):
        make_registration(club, 3, limit=4, name=f"Open {number}")


def register_in_lockstep(player: int, count: int) -> list[str]:
    """Register a player for each tournament, each time when told to; return their states, or codes of refusals."""
    by = Person(User.objects.get(email=f"{player}@players.example"))
    answers = []
    for number in range(count):
        season = Season.objects.for_page().get(competition__name=f"Open {number}")
        wait_for_others()
        try:
            answers.append(register_self(season=season, by=by).state)
        except ActionError as refused:
            answers.append(refused.problems[0].code)
    return answers


def register_by_mail_in_lockstep(name: str, email: str, count: int) -> list[str]:
    """Register a guest for each tournament, each time when told to; return their states, or codes of refusals."""
    answers = []
    for number in range(count):
        season = Season.objects.for_page().get(competition__name=f"Open {number}")
        wait_for_others()
        try:
            answers.append(register_by_mail(season=season, email=email, name=f"{name} {number}").state)
        except ActionError as refused:
            answers.append(refused.problems[0].code)
    return answers


def start_in_lockstep(count: int) -> list[int]:
    """Start each tournament when told to; return how many players each has."""
    for number in range(count):
        season = Season.objects.for_page().get(competition__name=f"Open {number}")
        wait_for_others()
        open_season(season=season, by=CONSOLE)
    return [
        Entry.objects.filter(season__competition__name=f"Open {number}").count() for number in range(count)
    ]


def list_registrations(count: int) -> list[list[str]]:
    """Return of each tournament the states of the registrations, in order of registering."""
    return [
        list(
            Registration.objects.filter(season__competition__name=f"Open {number}")
            .in_order()
            .values_list("state", flat=True)
        )
        for number in range(count)
    ]


TASKS: dict[str, Callable[..., Any]] = {
    work.__name__: work
    for work in (
        manage,
        make_bracket,
        make_busy_tournament,
        run_rounds_at_random,
        inspect_rounds,
        make_busy_ladder,
        challenge_first,
        climb_at_random,
        inspect_ladder,
        pair_once,
        count_uses,
        make_draft,
        make_schedule_in_batches,
        inspect_schedule,
        rename_club,
        make_owned_clubs,
        go_in_lockstep,
        count_owners,
        make_registrations,
        register_in_lockstep,
        register_by_mail_in_lockstep,
        start_in_lockstep,
        list_registrations,
        make_requests,
        answer_in_lockstep,
        inspect_requests,
        make_pairs,
        merge_in_lockstep,
        inspect_merges,
        erase_while_read,
        make_league_matches,
        log_in_player,
        submit_results,
        submit_in_lockstep,
        submit_and_block,
        time_submissions,
        submit_in_thread,
        ask_impatiently,
        time_submissions_before_slow_mail,
        close_season_slowly,
        import_repeatedly,
        summarise_club,
        list_jobs,
        enqueue_jobs,
        run_waiting_jobs,
        run_jobs_in_lockstep,
        serve_until_jobs_are_done,
        list_scheduler_threads,
        run_scheduler_command,
        run_due_jobs,
        block_in_job,
        hold_job,
        plan_notice,
        plan_reminder,
        run_handler,
        identify_season,
        count_mails,
        count_unlocked_divisions,
        age_jobs,
        submit_and_count_slowly,
        submit_and_commit_slowly,
        submit_for_loaded_match,
        roll_over_club,
        undo_club_roll_over,
        withdraw_and_return,
        open_second_season,
        snapshot_club,
        make_busy_club,
        change_at_random,
        inspect_changes,
        ask_with_sessions_locked,
        work_on_threads,
        enter_as_players,
        give_accounts,
        act_at_tables,
        list_sheet_drafts,
        say_of_results,
        list_replies,
    )
}  # fmt: skip


def perform_task(task: str, arguments: Mapping[str, Any]) -> None:
    """Perform the task when told to, and print its answer."""
    print("ready", flush=True)
    sys.stdin.readline()
    print(ANSWER_PREFIX + json.dumps(TASKS[task](**arguments)), flush=True)
