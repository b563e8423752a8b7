"""Verbs of matches: `submit_result`, the one way a result comes in."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

import games
from games import Invalid, Problem, Score, Text
from games.problems import _
from league.actions import division as divisions
from league.actions.actor import Actor
from league.actions.errors import Overtaken, Refused
from league.actions.job import later
from league.models import Change, Match, Result, Seat, Submission
from league.models.match import Status
from league.models.result import Verdict
from league.models.season import State
from league.rules.book import Settings
from league.rules.check import incomplete, problem
from league.rules.figures import FIGURES, of_played

NEVER = 2**31 - 1  # a revision that no match will ever have
MOST_NESTED = 20  # several times what a sheet needs
MOST_BITS = 10_000
UNREADABLE = problem("sheet", "unreadable", _("A sheet is not nested so deep and has no numbers so long."))


def submit_result(
    *, match: Match, sheet: object, by: Actor, key: UUID, base: int, played_on: date | None = None
) -> Result:
    """Records what was written at the table and states the division's standings anew.

    `base` is the revision that the sender had in front of them (0: none). `key` is the sender's own: the same
    key twice is one submission with one answer. `played_on` is today, club time, where it is left out.
    Raises NotPermitted; Refused, with the problems; Overtaken, with the result that came first. What was sent
    in is kept as a Submission, whatever becomes of it.
    """
    by.must("enter-result", match.club_id)
    with transaction.atomic():
        submission = _take(match, sheet, by, key, base, played_on)
    return _answer(submission)


def _take(match: Match, sheet: object, by: Actor, key: UUID, base: int, played_on: date | None) -> Submission:
    """In the club's order: lock, look whether it is known, check, record."""
    base = base if 0 <= base <= NEVER else NEVER
    divisions.lock(locked := match.division_id)
    known = Submission.objects.filter(match=match, key=key).first()
    if known:
        return known
    seats = list(
        Seat.objects.filter(match=match)
        .order_by("number")
        .select_related("match__division__season__competition__club", "entry__player", "player")
    )
    match = seats[0].match  # as it is now that nobody else can change it
    division = match.division
    settings = divisions.settings_of(division)
    today = timezone.localdate(timezone=division.season.competition.club.zone)
    played_on = played_on or today
    submission = Submission(match=match, key=key, by=by.account, at=timezone.now(), base=base)
    if not _writable(sheet):
        submission.content = json.dumps({"unreadable": _as_far_as_it_goes(sheet)})
        return _kept(submission, Verdict.REFUSED, [UNREADABLE])
    submission.content = json.dumps({"sheet": sheet, "played_on": played_on.isoformat()})
    if base < match.revision:
        return _kept(submission, Verdict.OVERTAKEN)
    try:
        score, canonical = _checked_sheet(sheet, settings, len(seats))
        problems = list(_impossible(match, locked, base, played_on, today))
    except Invalid as invalid:
        problems = list(invalid.problems)
    if problems:
        return _kept(submission, Verdict.REFUSED, problems)

    _kept(submission, Verdict.ACCEPTED)
    result = _result(submission, seats, canonical, played_on, today)
    before = _told(match, seats)
    _count(result, match, seats, score)
    divisions.restate(division, settings)
    Change.objects.create(
        club_id=match.club_id,
        at=submission.at,
        by=submission.by,
        action="submit_result",
        noun="match",
        key=match.key,
        before=before,
        after=_told(match, seats),
    )
    later(
        "refresh-statistics",
        competition=division.season.competition_id,
        players=[seat.player_id for seat in seats],
    )
    return submission


def _result(
    submission: Submission, seats: list[Seat], sheet: dict[str, Any], played_on: date, today: date
) -> Result:
    """The match's next revision. It counts from today, whenever the match was played."""
    entries = [seat.entry.player.key for seat in seats]
    sat = [seat.player.key for seat in seats]
    return Result.objects.create(
        match=submission.match,
        number=submission.match.revision + 1,
        submission=submission,
        status=Status.PLAYED,
        played_on=played_on,
        sheet=sheet,
        seats=entries,
        sat=[] if sat == entries else sat,
        counts_from=today,
    )


def _kept(submission: Submission, verdict: Verdict, problems: list[Problem] | None = None) -> Submission:
    submission.verdict = verdict
    submission.problems = json.dumps(
        [
            {"path": p.path, "code": p.code, "template": p.message.template, "values": dict(p.message.values)}
            for p in problems or ()
        ]
    )
    submission.save()
    return submission


def _answer(submission: Submission) -> Result:
    if submission.verdict == Verdict.REFUSED:
        problems = json.loads(submission.problems)
        raise Refused(*(Problem(p["path"], p["code"], Text(p["template"], p["values"])) for p in problems))
    if submission.verdict == Verdict.OVERTAKEN:
        newer = Result.objects.select_related("submission__by").get(counts_for=submission.match_id)
        raise Overtaken(newer, json.loads(submission.content)["sheet"])
    return submission.result


def _writable(part: object, levels: int = MOST_NESTED) -> bool:
    """Whether it can be kept as JSON, and read again by whoever needs it."""
    if isinstance(part, dict):
        return levels > 0 and all(_writable(inner, levels - 1) for inner in part.values())
    if isinstance(part, list):
        return levels > 0 and all(_writable(inner, levels - 1) for inner in part)
    return not isinstance(part, int) or part.bit_length() <= MOST_BITS


def _as_far_as_it_goes(sheet: object) -> str:
    pieces = []
    with suppress(RecursionError, ValueError):
        for piece in json.JSONEncoder().iterencode(sheet):
            pieces.append(piece)
    return "".join(pieces)


def _checked_sheet(sheet: object, settings: Settings, seats: int) -> tuple[Score, dict[str, Any]]:
    """What a whole match is worth, and its sheet in canonical form. Raises Invalid."""
    parsed = games.parse(settings.game, sheet, settings.options, seats)
    score = settings.game.calculate(parsed, settings.options, seats)
    if not score.complete:
        raise Invalid(incomplete("sheet", score, settings))
    return score, games.canonical(parsed)


def _impossible(match: Match, locked: int, base: int, played_on: date, today: date) -> Iterator[Problem]:
    if match.division_id != locked:
        yield problem("", "moved", _("The match was moved to another division just now; open it again."))
    if match.division.season.state == State.DRAFT:
        yield problem("", "season-not-open", _("The season has not been opened yet."))
    if match.division.season.state == State.CLOSED:
        yield problem("", "season-closed", _("The season is closed; its results stay as they are."))
    if base > match.revision:
        yield problem(
            "base",
            "base",
            _("The match has no revision {base} yet, the newest is {revision}."),
            base=base,
            revision=match.revision,
        )
    starts_on = match.division.season.starts_on
    if starts_on and played_on < starts_on:
        yield problem(
            "played_on",
            "date-before-season",
            _("{day} is before the season, which starts on {start}."),
            day=played_on.isoformat(),
            start=starts_on.isoformat(),
        )
    if played_on > today:
        yield problem(
            "played_on",
            "date-in-future",
            _("{day} is still to come; today is {today}."),
            day=played_on.isoformat(),
            today=today.isoformat(),
        )


def _count(result: Result, match: Match, seats: list[Seat], score: Score) -> None:
    """Makes the result the one that counts, with its figures at the seats."""
    for seat, figures in zip(seats, of_played([seat.entry.player.key for seat in seats], score), strict=True):
        for name in FIGURES:
            setattr(seat, name, getattr(figures, name))
    Seat.objects.bulk_update(seats, FIGURES)
    match.status, match.revision, match.current = Status.PLAYED, result.number, result
    match.save(update_fields=["status", "revision", "current"])


def _told(match: Match, seats: list[Seat]) -> dict[str, Any]:
    """What a Change says of a match: no names, so that a person can be forgotten."""
    return {"status": match.status, "revision": match.revision, "scores": [seat.score for seat in seats]}
