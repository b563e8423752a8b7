"""The parts that all kinds of decisions share: permissions, and recording decisions.

Each kind is a module of this package, with the same parts: `Payload` (the stored data of such a decision), `plan`
(its effects, computed from the database, and shown before), `apply`, `revert`, `find_blockers` (why it could
not be reverted now), `describe` (its sentence) and `describe_revert`. The arguments of a plan differ from kind to
kind. Permissions are in `league.permissions`.

See docs/reference/ranking.md, Taking decisions back; docs/decisions/0014-decisions-can-be-undone.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils import timezone
from pydantic import AfterValidator

from games import Strict, complaint
from games.problems import _
from league.actions.changes import Change, change, format_season_key
from league.actions.errors import MAX_REASON_LENGTH, ActionError, validate
from league.actions.job import enqueue
from league.actions.result_effects import recompute_division
from league.models import Decision, DecisionKind, Division, Entry, Match, Player, Remark, Season, Seat
from league.models.remark import MAX_NOTE_LENGTH
from league.principals import Principal
from league.queries.result_checks import check_season_open
from league.rules.field_types import Remark as RemarkText
from league.rules.field_types import validate_lines
from league.rules.validation import build_problem

NO_ENTRY = build_problem("", "no-entry", _("This player is no longer entered."))
ENTRY_GONE = build_problem("", "gone", _("This player is no longer entered."))
CHANGED = build_problem(
    "",
    "changed-meanwhile",
    _("Something has changed since your preview. Check the new preview, then try again."),
)


def _validate_reason(text: str) -> str:
    if not text.strip():
        raise complaint("reason-missing", _("Enter a reason. It is shown with the decision."))
    if len(text) > MAX_REASON_LENGTH:
        raise complaint(
            "too-long", _("Can't be longer than {longest} characters."), longest=MAX_REASON_LENGTH
        )
    return text.strip()


def _validate_note(text: str) -> str:
    if len(text) > MAX_NOTE_LENGTH:
        raise complaint("too-long", _("Can't be longer than {longest} characters."), longest=MAX_NOTE_LENGTH)
    return validate_lines(text)


class RemarkInput(Strict):
    reason: Annotated[RemarkText, AfterValidator(_validate_reason)]
    note: Annotated[str, AfterValidator(_validate_note)]


@dataclass(frozen=True)
class Facts:
    """The facts in the sentence of a decision: names, as text or as links, and whether no player came."""

    people: str = ""  # the players it is about
    substitute: str = ""
    division: str = ""  # as it is called within a sentence
    everybody: bool = False  # were absent


@contextmanager
def decide(season: Season, kind: DecisionKind, by: Principal, *, permission: str = "") -> Iterator[Change]:
    """Decide something about an open season; locks its club, the season and its divisions.

    The permission is by default that of the kind of decision. Raises PermissionDenied; ActionError if
    the season is not open, or gone.
    """
    action = f"decide_{kind.replace('-', '_')}"
    with change(action, season, permission=permission or f"decide-{kind}", by=by) as event:
        if problems := list(check_season_open(event.season)):
            raise ActionError(*problems)
        yield event


def require_shown(seen: str, digest: str) -> None:
    """Raise ActionError unless a plan is still the same as was shown; `seen` is empty if none was."""
    if seen and seen != digest:
        raise ActionError(CHANGED)


def load_unchanged_match(match: Match, season: Season, base: int) -> tuple[Match, list[Seat]]:
    """Return a match of a locked season as it is now, with its seats.

    `base` is the revision that the user saw. Raises ActionError if the match is gone, or has changed
    meanwhile. Runs 2 queries.
    """
    current = (
        Match.objects.select_related("division", "current")
        .filter(pk=match.pk, division__season=season)
        .first()
    )
    if current is None:
        raise ActionError(build_problem("", "no-match", _("This match no longer exists.")))
    if current.revision != base:
        raise ActionError(
            build_problem(
                "",
                "changed-meanwhile",
                _("The match has changed since you opened this page. Check it, then try again."),
            )
        )
    return current, load_seats([current])[current.pk]


def require_entry(entry: Entry, season: Season) -> Entry:
    """Return the entry of a locked season as it is now; raise ActionError if it is gone. 1 query."""
    entries = Entry.objects.select_related("player", "division__stage")
    current = entries.filter(pk=entry.pk, season=season).first()
    if current is None:
        raise ActionError(NO_ENTRY)
    current.season = season
    return current


def load_seats(matches: Sequence[Match]) -> dict[int, list[Seat]]:
    """Return the seats of these matches by match id, in order, with entries and players; 1 query."""
    seats_by_match: dict[int, list[Seat]] = {match.pk: [] for match in matches}
    seats = Seat.objects.filter(match__in=seats_by_match).select_related("entry__player", "player")
    for seat in seats.order_by("match", "number"):
        seats_by_match[seat.match_id].append(seat)
    return seats_by_match


def record_decision(
    event: Change,
    kind: DecisionKind,
    *,
    reason: str,
    note: str = "",
    player: Player | None = None,
    entry: Entry | None = None,
    match: Match | None = None,
    substitute: Player | None = None,
    **detail: Any,
) -> Decision:
    """Save a decision in a locked season, and the event in the audit log.

    `player` is that of `entry`, if there is an entry. `reason` is public, `note` is for the club's staff. Raises
    ActionError at `reason` or `note`. Runs 4 queries.
    """
    wanted = validate(RemarkInput, reason=reason, note=note.replace("\r\n", "\n").strip())
    season, now = event.season, timezone.now()
    decision = Decision.objects.create(
        season=season,
        kind=kind,
        player=entry.player if entry else player,
        entry=entry,
        match=match,
        substitute=substitute,
        detail=detail,
        remark=Remark.objects.create(club=event.club, text=wanted.reason, note=wanted.note),
        by=event.by.user,
        at=now,
        on=season.competition.club.today,
    )
    event.log("season", format_season_key(season), after=_build_event_data(decision), at=now)
    return decision


def mark_revoked(event: Change, decision: Decision) -> None:
    """Mark a locked decision as revoked, and record that; 3 queries.

    The effects of the decision are undone afterwards.
    """
    decision.revoked_at, decision.revoked_by = timezone.now(), event.by.user
    decision.revoked_on = decision.season.competition.club.today
    decision.save(update_fields=["revoked_at", "revoked_by", "revoked_on"])
    before = _build_event_data(decision)
    event.log("season", format_season_key(decision.season), before, at=decision.revoked_at)


def recompute_after_decision(season: Season, division_ids: Iterable[int], player_ids: Iterable[int]) -> None:
    """Recompute the standings of these divisions, and enqueue the statistics of these players.

    Runs 5 queries for each division; a decision concerns only one.
    """
    also: list[int] = []
    for division in Division.objects.filter(pk__in=set(division_ids)).select_related("season__competition"):
        also += recompute_division(division)
    if sitters := sorted({*player_ids, *also}):
        enqueue("refresh-statistics", competition=season.competition_id, players=sitters)


def _build_event_data(decision: Decision) -> dict[str, Any]:
    """Return the audit log's data on a decision: ids, no names and no reason, so that those can be deleted."""
    return {
        "decision": decision.pk,
        "kind": decision.kind,
        "player": decision.player.key if decision.player else None,
        "match": decision.match.key if decision.match else None,
        "instead": decision.substitute.key if decision.substitute else None,
        "detail": decision.detail,
        "remark": decision.remark_id,
    }


def find_entry(decision: Decision) -> Entry | None:
    """Return the decision's entry, or None if it is gone; 1 query."""
    return Entry.objects.filter(decisions=decision).first()
