"""What somebody did over their played matches in a competition: sums, bids, form, streaks, best and worst, rivals.

The job that keeps it and `verify` both come here, the one with what the seats say, the other with what the sheets give.
A match counts for who sat there: a substitute's deals are the substitute's. Drafts, forfeits and voids are no play.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from games import Field, Figure
from league.rules.book import JSON, SeasonKey, Settings
from league.rules.check import Checked
from league.rules.figures import PAIR, SeatFigures, added_up

FORM = 8  # the last matches
BIDS = "bids"  # the field of a layout in which bids are written
OUTCOMES = {"won": "win", "drawn": "draw", "lost": "loss"}
SUMS = ("deals", "score", "bids", "bids_made", "bid_total")
KEPT = ("played", *OUTCOMES, *SUMS, "figures", "details")


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat at a played match: the id of who sat there, what it gave them, and the bids they made, deal by deal."""

    player: str
    figures: SeatFigures
    bids: tuple[int, ...] = ()

    @property
    def place(self) -> int:
        return self.figures.place or 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """A played match; `game` is the key of the one its season plays."""

    match: str
    played_on: date
    round: int
    table: int
    game: str
    seats: tuple[Sat, ...]

    @property
    def order(self) -> tuple[date, int, int, str]:
        """What matches are told by, the earliest first."""
        return self.played_on, self.round, self.table, self.match


@dataclass(frozen=True, slots=True)
class Turn:
    """A meeting as one of those who sat there had it."""

    meeting: Meeting
    number: int  # of their seat

    @property
    def own(self) -> Sat:
        return self.meeting.seats[self.number]

    @property
    def others(self) -> Iterable[Sat]:
        return (seat for number, seat in enumerate(self.meeting.seats) if number != self.number)


def statistics(
    meetings: Iterable[Meeting],
    *,
    game: str,
    figures: Sequence[Figure] = (),
    players: Collection[str] | None = None,
) -> dict[str, JSON]:
    """What is kept (`KEPT`) of each of these players, or of all who sat there, by id in order; nobody who has not
    played. `figures` are those of `game`, which the competition plays now: only in that game are they added up."""
    turns: dict[str, list[Turn]] = {}
    for meeting in sorted(meetings, key=lambda one: one.order):
        for number, seat in enumerate(meeting.seats):
            if players is None or seat.player in players:
                turns.setdefault(seat.player, []).append(Turn(meeting, number))
    return {
        player: {
            **_sums(turns[player]),
            "figures": added_up(
                (figures, one.own.figures.figures) for one in turns[player] if one.meeting.game == game
            ),
            "details": details(turns[player]),
        }
        for player in sorted(turns)
    }


def _sums(turns: Sequence[Turn]) -> dict[str, int]:
    seats = [one.own.figures for one in turns]
    return {
        "played": len(seats),
        **{name: sum(seat.outcome == outcome for seat in seats) for name, outcome in OUTCOMES.items()},
        **{name: sum(getattr(seat, name) for seat in seats) for name in SUMS},
    }


def details(turns: Sequence[Turn]) -> JSON:
    """What goes beyond sums, of matches in their order, as JSON: ids, no names; what there is none of is left out.

    `form`: the last matches, the latest last. `games`, by key: the best and the worst match by score, the first of
    several, and how often what was bid. `places`: how often each was reached, and shared, where tables were larger
    than two. `rivals`, by id: all matches with them, won by who was placed ahead. `streaks`: `winning` and `unbeaten`
    are the longest, the first of several; `current` is of wins that nothing has ended yet.
    """
    told = {
        "form": [
            {"match": one.meeting.match, "outcome": one.own.figures.outcome, "place": one.own.place}
            for one in turns[-FORM:]
        ],
        "games": _by_game(turns),
        "places": _places(turns),
        "rivals": _rivals(turns),
        "streaks": _streaks(turns),
    }
    return {name: part for name, part in told.items() if part}


def _by_game(turns: Sequence[Turn]) -> JSON:
    played: dict[str, list[Turn]] = {}
    for one in turns:
        played.setdefault(one.meeting.game, []).append(one)
    return {game: _in_game(played[game]) for game in sorted(played)}


def _in_game(turns: Sequence[Turn]) -> JSON:
    # of equal ones both give the first
    best = max(turns, key=lambda one: one.own.figures.score)
    worst = min(turns, key=lambda one: one.own.figures.score)
    bids = Counter(bid for one in turns for bid in one.own.bids)
    told: JSON = {"best": _scored(best), "worst": _scored(worst)}
    return told | ({"bids": {str(bid): bids[bid] for bid in sorted(bids)}} if bids else {})


def _scored(turn: Turn) -> JSON:
    return {"match": turn.meeting.match, "score": turn.own.figures.score}


def _places(turns: Sequence[Turn]) -> JSON:
    if all(len(one.meeting.seats) <= PAIR for one in turns):
        return {}
    reached = Counter(one.own.place for one in turns)
    shared = Counter(
        one.own.place for one in turns if any(seat.place == one.own.place for seat in one.others)
    )
    return {str(place): {"times": reached[place], "shared": shared[place]} for place in sorted(reached)}


def _rivals(turns: Sequence[Turn]) -> JSON:
    met: dict[str, list[tuple[Sat, Sat]]] = {}
    for one in turns:
        for seat in one.others:
            met.setdefault(seat.player, []).append((one.own, seat))
    return {
        rival: {
            "played": len(met[rival]),
            "won": sum(own.place < other.place for own, other in met[rival]),
            "drawn": sum(own.place == other.place for own, other in met[rival]),
            "lost": sum(own.place > other.place for own, other in met[rival]),
            "score": sum(own.figures.score for own, _other in met[rival]),
            "against": sum(other.figures.score for _own, other in met[rival]),
        }
        for rival in sorted(met)
    }


def _streaks(turns: Sequence[Turn]) -> JSON:
    winning = _runs(turns, {"win"})
    unbeaten = _runs(turns, {"win", "draw"})
    told: JSON = {}
    if winning:
        told["winning"] = _streak(max(winning, key=len))
        if winning[-1][-1] is turns[-1]:
            told["current"] = _streak(winning[-1])
    if unbeaten:
        told["unbeaten"] = _streak(max(unbeaten, key=len))
    return told


def _runs(turns: Sequence[Turn], outcomes: Collection[str]) -> list[list[Turn]]:
    """Matches in a row that ended so, in order."""
    runs: list[list[Turn]] = [[]]
    for one in turns:
        if one.own.figures.outcome in outcomes:
            runs[-1].append(one)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _streak(run: Sequence[Turn]) -> JSON:
    return {"matches": len(run), "first": run[0].meeting.match, "last": run[-1].meeting.match}


# --- what was bid


def bid_field(settings: Settings, seats: int) -> Field | None:
    """Where a sheet of a table of that size says what each seat bid: in the layout's field of that key; None in a game
    without bids, or one that writes them down in another way."""
    if not settings.game.has_bids:
        return None
    fields = settings.layout(seats).per_seat
    return next(
        (field for field in fields if (field.key, field.kind, field.several) == (BIDS, "count", 0)), None
    )


class Bidding:
    """Reads what was bid from the sheets of one season. Its tables are of a few sizes: each is looked up once."""

    def __init__(self, settings: Settings | None) -> None:
        """None: its game is not installed, and nobody can read its sheets."""
        self.settings = settings
        self.written: dict[int, bool] = {}

    def by_seat(self, sheet: Mapping[str, Any] | None, seats: int) -> list[tuple[int, ...]]:
        if seats not in self.written:
            self.written[seats] = self.settings is not None and bid_field(self.settings, seats) is not None
        deals = (sheet or {}).get("deals", ()) if self.written[seats] else ()
        written = [deal[BIDS] for deal in deals if deal.get(BIDS)]
        return [tuple(bids[seat] for bids in written if bids[seat] is not None) for seat in range(seats)]


# --- from a book


def meetings(checked: Checked, figures: Mapping[str, Sequence[SeatFigures]]) -> dict[str, list[Meeting]]:
    """The played matches of a checked book's opened seasons, by competition; `figures` is what each match gave its
    seats, by match id."""
    book = checked.book
    found: dict[str, list[Meeting]] = {slug: [] for slug in sorted(book.competitions)}
    readers: dict[SeasonKey, Bidding] = {}
    for id in checked.scores:
        match = book.matches[id]
        season = book.seasons[match.division.season]
        if not season.opened or match.played_on is None:
            continue
        reader = readers.get(season.key) or readers.setdefault(season.key, Bidding(book.settings(season)))
        sitting = match.sat or match.seats
        bids = reader.by_seat(match.sheet, len(sitting))
        found[season.key.competition].append(
            Meeting(
                match=id,
                played_on=match.played_on,
                round=match.round,
                table=match.table,
                game=season.game or book.competitions[season.key.competition].game,
                seats=tuple(map(Sat, sitting, figures[id], bids)),
            )
        )
    return found
