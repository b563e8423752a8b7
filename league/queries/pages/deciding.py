"""The page on which a match is decided that was not played as it should: who sits there, what a forfeit gives by the
rules, and what counts until then."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext

from league.models.match import MatchStatus
from league.queries.pages.match import Found
from league.queries.pages.season_head import Viewer
from league.queries.pages.versions import Version, of_match
from league.queries.pages.words import Together, Where, together, word
from league.queries.withdrawing import expunged
from league.rules.snapshot import Settings
from league.rules.standings.totals import PAIR_SIZE


@dataclass(frozen=True)
class Chair:
    """A seat by its number; `stands_in_for` is whose place it is, where somebody else sits there."""

    number: int
    name: str
    stands_in_for: str


@dataclass(frozen=True)
class DecidingPage:
    """`gives` says what a forfeit gives, by the rules; `now` is the result that is there. `expunged`: somebody of
    it has left, and it takes no result; `decision` is the number of that, where it made it void."""

    where: Where
    key: str
    together: Together
    division: str
    round: int
    table: int
    due_on: date | None
    base: int  # the revision that is looked at
    chairs: tuple[Chair, ...]
    gives: tuple[str, ...]
    now: Version | None
    is_void: bool
    is_open: bool
    expunged: bool
    decision: int | None
    may_move: bool  # to another day
    players: Mapping[str, str]  # the names of all who have to do with it, by id


def page(found: Found, *, viewer: Viewer, helps: bool, moves: bool = False) -> DecidingPage:
    """Of a found match. 1 query; 1 more each where a version had seated others, and where
    somebody has left."""
    match, names = found.match, found.table.players
    results, versions = of_match(
        match, found.seats, found.table, found.where.zone, viewer=viewer, helps=helps
    )
    return DecidingPage(
        where=found.where,
        key=match.key,
        together=together(names),
        division=match.division.name,
        round=match.round,
        table=match.table,
        due_on=match.due_on,
        base=match.revision,
        chairs=tuple(
            Chair(
                seat.number,
                name,
                seat.entry.player.get_name_for(viewer) if seat.player_id != seat.entry.player_id else "",
            )
            for seat, name in zip(found.seats, names, strict=True)
        ),
        gives=tuple(_gives(found.table.settings, len(names))),
        now=versions[0] if versions else None,
        is_void=match.status == MatchStatus.VOID,
        is_open=found.is_open,
        expunged=bool(expunged(seat.entry for seat in found.seats)),
        decision=results[0].decision_id if results else None,
        may_move=moves and match.status == MatchStatus.SCHEDULED,
        players={
            player.key: player.get_name_for(viewer)
            for seat in found.seats
            for player in (seat.player, seat.entry.player)
        },
    )


def _gives(settings: Settings, seats: int) -> Iterator[str]:
    """What a forfeit gives (docs/reference/ranking.md, Forfeits), in sentences."""
    rate, deals = settings.rules.forfeit_score, settings.deals
    things = word(settings.game, "deal" if deals == 1 else "deals")
    if rate is not None and deals:
        said = gettext("Whoever stayed away loses the match, with a score of {score} over {deals} {things}.")
        yield said.format(score=rate * deals, deals=deals, things=things)
    else:
        yield gettext("Whoever stayed away loses the match, without a score.")
    if seats <= PAIR_SIZE:
        yield gettext("Whoever came wins it, without a score. If nobody came, both lose it.")
    else:
        yield gettext(
            "Whoever came alone wins it; several who came share the first place. They have no score."
        )
    if "points" in settings.rules.ranking:
        yield _points(settings, seats)
    yield gettext("It counts in the standings only: not for awards, and not in anybody’s own record.")


def _points(settings: Settings, seats: int) -> str:
    worth = settings.rules.points.compute_points
    given = {
        "alone": worth("win", None, seats, absent=False),
        "several": worth("draw", None, seats, absent=False),
        "away": worth("loss", None, seats, absent=True),
    }
    if seats <= PAIR_SIZE or given["alone"] == given["several"]:
        said = gettext("Points: {alone} for whoever came, {away} for whoever stayed away.")
    else:
        said = gettext(
            "Points: {alone} for who came alone, {several} for each of several, {away} for whoever stayed away."
        )
    return said.format(**given)
