"""How a season's end is fixed and made free again, whoever asks: by closing, by rolling over, by taking that back."""

import json
from collections.abc import Sequence
from datetime import date
from uuid import uuid4

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from games.problems import _
from league.actions import award
from league.actions import division as divisions
from league.actions.actor import Actor
from league.actions.bulk import CHUNK
from league.actions.changes import locked
from league.actions.errors import SEASON_GONE, Refused
from league.actions.reminder import plan_reminders
from league.models import Division, Match, Result, Season, Seat, Submission
from league.models.match import Status
from league.models.result import Verdict
from league.models.season import State
from league.queries.ending import Ending, ending, running
from league.rules.check import build_problem
from league.rules.figures import SEAT_COLUMNS, SeatResult, compute_empty_seats, compute_forfeit_seats


def lock_season(season: Season, by: Actor, verb: str = "run-seasons") -> Season:
    """Like `lock_seasons`, where it is about one."""
    return lock_seasons(season.pk, club=season.competition.club_id, by=by, verb=verb)[0]


def lock_seasons(*keys: int, club: int, by: Actor, verb: str = "run-seasons") -> list[Season]:
    """These seasons of a club, each with its competition and club, as they are now that nobody else can change them
    or any of their results, for somebody who may do `verb`. Raises NotPermitted; Refused where one is gone.

    In the one order of locks: the club, then the seasons by id, then the divisions of all of them by id.
    """
    locked(club, verb, by)
    found = {
        season.pk: season
        for season in Season.objects.select_for_update(of=("self",), no_key=True)
        .select_related("competition__club")
        .filter(pk__in=keys)
        .order_by("pk")
    }
    if len(found) < len(keys):
        raise Refused(SEASON_GONE)
    list(
        Division.objects.select_for_update(no_key=True)
        .filter(season__in=keys)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    return [found[key] for key in keys]


def told(found: Ending) -> dict[str, int]:
    """What a record says of the matches that closing decided: how many, as what."""
    return {found.deciding: len(found.missing)} if found.deciding and found.missing else {}


def key_of(season: Season) -> str:
    """What the records of changes call it."""
    return f"{season.competition.slug}/{season.number}"


def today(season: Season) -> date:
    """Where the club is."""
    return timezone.localdate(timezone=season.competition.club.zone)


def must_be_as_seen(found: Ending, seen: str, newcomers: Sequence[str] = ()) -> None:
    """Raises Refused where `seen`, the digest of a preview that was looked at, is not that of what would be done."""
    if seen and seen != found.digest(newcomers):
        raise Refused(
            build_problem(
                "", "changed-meanwhile", _("Something has changed meanwhile: look at what would happen now.")
            )
        )


def must_be_decided(found: Ending) -> None:
    """Raises Refused, a problem for each match that is missing, where nothing is said to become of them."""
    if found.missing and not found.deciding:
        raise Refused(
            *(
                build_problem(
                    f"matches.{one.match.key}",
                    "missing",
                    _("Division {division}, round {round}, {players}: there is no result yet."),
                    division=one.division.name,
                    round=one.match.round,
                    players=" – ".join(player.key for player in one.players),
                )
                for one in found.missing
            )
        )


def fix(found: Ending, by: Actor) -> None:
    """Closes a locked season: decides what is missing, keeps final standings and movements, and gives the awards."""
    must_be_decided(found)
    season, day = found.season, today(found.season)
    if found.missing:
        _decide(found, by, day)
    _state(found)
    season.state, season.closed_on = State.CLOSED, day
    season.save(update_fields=["state", "closed_on"])
    award.give(season)
    award.state_out_of_turn(season)


def _state(found: Ending) -> None:
    movements = found.plan().movements if found.can_move else {}
    divisions.restate_season(found.season, found.standings, movements)


@transaction.atomic
def state_movements(*, season: int) -> None:
    """States a closed season's standings anew: for those closed before movements were kept."""
    seasons = Season.objects.select_for_update(of=("self",), no_key=True).select_related("competition__club")
    closed = seasons.filter(pk=season, state=State.CLOSED).first()
    if closed:
        _state(ending(closed))


def free(season: Season) -> None:
    """Opens a locked season again: nobody moves any more or has an award of it, and what closing had decided is to be
    played.

    That it was closed, and until when, is kept: `--as-of` asks for it.
    """
    decided = Match.objects.filter(division__season=season, current__by_closing=True)
    _give(Seat.objects.filter(match__in=decided), compute_empty_seats([""])[0])
    decided.update(status=Status.SCHEDULED, revision=0, current=None, series=F("series") + 1)
    closed_on = season.closed_on and season.closed_on.isoformat()
    season.closings = [*season.closings, [closed_on, today(season).isoformat()]]
    season.state, season.closed_on = State.OPEN, None
    season.save(update_fields=["state", "closed_on", "closings"])
    award.take(season)
    divisions.restate_season(season, running(season))
    plan_reminders(season, again=True)


# --- what is missing


def _decide(found: Ending, by: Actor, day: date) -> None:
    """Each match without a result gets one like any other: sent in, kept for good, counting from that day on."""
    now = timezone.now()
    status = Status.FORFEIT if found.deciding == "forfeit" else Status.VOID
    players = [[player.key for player in one.players] for one in found.missing]
    submissions = Submission.objects.bulk_create(
        [
            Submission(
                match=one.match,
                key=uuid4(),
                by=by.account,
                at=now,
                base=0,
                content=json.dumps(_content(status, keys)),
                verdict=Verdict.ACCEPTED,
            )
            for one, keys in zip(found.missing, players, strict=True)
        ],
        batch_size=CHUNK,
    )
    Result.objects.bulk_create(
        [
            Result(
                match=one.match,
                series=one.match.series,
                number=1,
                by_closing=True,
                submission=submission,
                status=status,
                seats=keys,
                absent=_absent(status, keys),
                sat=list(one.sat),  # whoever stayed away was to sit for somebody
                counts_from=day,
            )
            for one, keys, submission in zip(found.missing, players, submissions, strict=True)
        ],
        batch_size=CHUNK,
    )
    first = Result.objects.filter(match=OuterRef("pk"), series=OuterRef("series"), number=1)
    Match.objects.filter(division__season=found.season, status=Status.SCHEDULED).update(
        status=status, revision=1, current=Subquery(first.values("pk"))
    )
    if status == Status.FORFEIT:
        rate, deals = found.settings.rules.forfeit_score, found.settings.deals
        figures = compute_forfeit_seats([""], [0], forfeit_score=rate, deals=deals)[
            0
        ]  # for all alike: nobody was there
        seats = Seat.objects.filter(match__division__season=found.season, match__status=status)
        _give(seats.filter(match__current__by_closing=True), figures)


def _content(status: Status, keys: list[str]) -> dict[str, object]:
    """What stands for a sheet, in the words of a club file."""
    return {"status": status.value, "absent": [keys[number] for number in _absent(status, keys)]}


def _absent(status: Status, keys: list[str]) -> list[int]:
    """Seat numbers: nobody came, or it does not matter who did."""
    return list(range(len(keys))) if status == Status.FORFEIT else []


def _give(seats: QuerySet[Seat], figures: SeatResult) -> None:
    seats.update(**{name: getattr(figures, name) for name in SEAT_COLUMNS})
