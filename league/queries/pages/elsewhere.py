"""What counts in a season though no sheet says it, and nobody decided it on these pages: it came with a club file, or
the season was closed without it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext

from league.models import Decision, DecisionKind, Entry, Match, Season, Seat
from league.models.match import MatchStatus
from league.queries.pages.season_head import Viewer
from league.queries.pages.seated import MatchPart, Person, Seats, match_part, person
from league.queries.pages.words import told_apart
from league.rules.explain.standings import format_penalty

MOST_LISTED = 100
MAY_SEAT_OTHERS = (MatchStatus.SCHEDULED, MatchStatus.PLAYED)


@dataclass(frozen=True)
class Fact:
    """`kind` as of a decision. `who` it is about: whoever stayed away, left, or has somebody sit in their place; nobody
    where nobody came. `reason` is a penalty's."""

    kind: str
    who: tuple[Person, ...]
    everybody: bool = False
    instead: Person | None = None
    taken: str = ""
    reason: str = ""
    match: MatchPart | None = None


@dataclass(frozen=True)
class Elsewhere:
    """The first of them are listed, `more` are not."""

    by_file: tuple[Fact, ...]
    by_closing: tuple[Fact, ...]
    more: int


@dataclass(frozen=True)
class Unsaid:
    """What no standing decision says: matches and entries to look at, and the decisions that say the rest."""

    matches: tuple[Match, ...]
    entries: tuple[Entry, ...]
    standing: tuple[Decision, ...]


def unsaid(season: Season, standing: Sequence[Decision]) -> Unsaid:
    """`standing` are all decisions of the season that nobody has taken back. 2 queries."""
    other_sits = Seat.objects.filter(match=OuterRef("pk")).exclude(player=F("entry__player"))
    matches = (
        Match.objects.filter(division__season=season)
        .filter(
            Q(status__in=[MatchStatus.FORFEIT, MatchStatus.VOID], current__decision=None)
            | Q(Exists(other_sits), status__in=MAY_SEAT_OTHERS)
        )
        .select_related("current")
        .order_by("division__level", "round", "table", "key")
    )
    entries = Entry.objects.filter(Q(left=True) | ~Q(penalties=[]), season=season)
    found = entries.select_related("player").order_by("division__level", "seed", "pk")
    return Unsaid(tuple(matches), tuple(found), tuple(standing))


def elsewhere(found: Unsaid, seats: Seats, viewer: Viewer) -> Elsewhere:
    """`seats` are at least those of the matches that were found. No query."""
    closing = [match for match in found.matches if match.current and match.current.by_closing]
    closed = {match.pk for match in closing}
    by_closing = [fact for match in closing for fact in _uncounted(match, seats[match.pk], viewer)]
    by_file = [
        *_of_entries(found, viewer),
        *(
            fact
            for match in found.matches
            if match.pk not in closed
            for fact in (*_uncounted(match, seats[match.pk], viewer), *_sitting(match, found, seats, viewer))
        ),
    ]
    more = max(0, len(by_file) - MOST_LISTED) + max(0, len(by_closing) - MOST_LISTED)
    return Elsewhere(tuple(by_file[:MOST_LISTED]), tuple(by_closing[:MOST_LISTED]), more)


def _uncounted(match: Match, seats: Sequence[Seat], viewer: Viewer) -> Iterator[Fact]:
    part = match_part(match, seats, viewer)
    if match.status == MatchStatus.VOID:
        yield Fact(DecisionKind.VOID, (), match=part)
    if match.status == MatchStatus.FORFEIT:
        names = told_apart(seat.player.get_name_for(viewer) for seat in seats)
        away = tuple(
            Person(seat.player.key, name) for seat, name in zip(seats, names, strict=True) if seat.absent
        )
        yield Fact(DecisionKind.FORFEIT, away, everybody=len(away) == len(seats), match=part)


def _sitting(match: Match, found: Unsaid, seats: Seats, viewer: Viewer) -> Iterator[Fact]:
    if match.status not in MAY_SEAT_OTHERS:
        return
    for seat in seats[match.pk]:
        if seat.player_id != seat.entry.player_id and not any(
            _seats(decision, match, seat) for decision in found.standing
        ):
            yield Fact(
                DecisionKind.SUBSTITUTE,
                (person(seat.entry.player, viewer),),
                instead=person(seat.player, viewer),
                match=match_part(match, seats[match.pk], viewer),
            )


def _seats(decision: Decision, match: Match, seat: Seat) -> bool:
    """It is why they sit there."""
    return (
        decision.kind == DecisionKind.SUBSTITUTE
        and (decision.player_id, decision.instead_id) == (seat.entry.player_id, seat.player_id)
        and (decision.match_id == match.pk or match.key in decision.detail.get("before", ()))
    )


def _of_entries(found: Unsaid, viewer: Viewer) -> Iterator[Fact]:
    left = {one.player_id for one in found.standing if one.kind == DecisionKind.WITHDRAWAL}
    given = Counter(
        (one.player_id, _said({**one.detail, "reason": one.reason}))
        for one in found.standing
        if one.kind == DecisionKind.PENALTY
    )
    for entry in found.entries:
        who = (person(entry.player, viewer),)
        if entry.left and entry.player_id not in left:
            yield Fact(DecisionKind.WITHDRAWAL, who)
        for penalty in entry.penalties:
            same = entry.player_id, _said(penalty)
            if given[same]:  # a file has brought it in anew, but it says what was decided
                given[same] -= 1
                continue
            taken = format_penalty({**penalty, "reason": ""}).translate(gettext)
            yield Fact(DecisionKind.PENALTY, who, taken=taken, reason=str(penalty["reason"]))


def _said(penalty: Mapping[str, Any]) -> tuple[Any, ...]:
    return penalty.get("points") or 0, penalty.get("score") or 0, penalty["reason"]
