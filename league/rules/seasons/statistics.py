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
from league.rules.snapshot import JSON, SeasonKey, Settings
from league.rules.standings.totals import PAIR_SIZE, SeatResult, add_up_figures
from league.rules.validation import CheckedSnapshot

FORM_LENGTH = 8  # the last matches
BIDS_FIELD = "bids"  # the field of a layout in which bids are written
OUTCOME_COLUMNS = {"won": "win", "drawn": "draw", "lost": "loss"}
SUM_COLUMNS = ("deals", "score", "bids", "bids_made", "bid_total")
STATISTICS_COLUMNS = ("played", *OUTCOME_COLUMNS, *SUM_COLUMNS, "figures", "details")


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat at a played match: the id of who sat there, what it gave them, and the bids they made, deal by deal."""

    player: str
    figures: SeatResult
    bids: tuple[int, ...] = ()

    @property
    def place(self) -> int:
        return self.figures.place or 0


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A played match; `game` is the key of the one its season plays."""

    match: str
    played_on: date
    round: int
    table: int
    game: str
    seats: tuple[PlayedSeat, ...]

    @property
    def sort_key(self) -> tuple[date, int, int, str]:
        """What matches are told by, the earliest first."""
        return self.played_on, self.round, self.table, self.match


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A meeting as one of those who sat there had it."""

    meeting: PlayedMatch
    number: int  # of their seat

    @property
    def own(self) -> PlayedSeat:
        return self.meeting.seats[self.number]

    @property
    def others(self) -> Iterable[PlayedSeat]:
        return (seat for number, seat in enumerate(self.meeting.seats) if number != self.number)


def compute_statistics(
    meetings: Iterable[PlayedMatch],
    *,
    game: str,
    figures: Sequence[Figure] = (),
    players: Collection[str] | None = None,
) -> dict[str, JSON]:
    """What is kept (`KEPT`) of each of these players, or of all who sat there, by id in order; nobody who has not
    played. `figures` are those of `game`, which the competition plays now: only in that game are they added up."""
    turns: dict[str, list[PlayerMatch]] = {}
    for meeting in sorted(meetings, key=lambda one: one.sort_key):
        for number, seat in enumerate(meeting.seats):
            if players is None or seat.player in players:
                turns.setdefault(seat.player, []).append(PlayerMatch(meeting, number))
    return {
        player: {
            **_compute_sums(turns[player]),
            "figures": add_up_figures(
                (figures, one.own.figures.figures) for one in turns[player] if one.meeting.game == game
            ),
            "details": build_details(turns[player]),
        }
        for player in sorted(turns)
    }


def _compute_sums(turns: Sequence[PlayerMatch]) -> dict[str, int]:
    seats = [one.own.figures for one in turns]
    return {
        "played": len(seats),
        **{name: sum(seat.outcome == outcome for seat in seats) for name, outcome in OUTCOME_COLUMNS.items()},
        **{name: sum(getattr(seat, name) for seat in seats) for name in SUM_COLUMNS},
    }


def build_details(turns: Sequence[PlayerMatch]) -> JSON:
    """What goes beyond sums, of matches in their order, as JSON: ids, no names; what there is none of is left out.

    `form`: the last matches, the latest last. `games`, by key: the best and the worst match by score, the first of
    several, and how often what was bid. `places`: how often each was reached, and shared, where tables were larger
    than two. `rivals`, by id: all matches with them, won by who was placed ahead. `streaks`: `winning` and `unbeaten`
    are the longest, the first of several; `current` is of wins that nothing has ended yet.
    """
    told = {
        "form": [
            {"match": one.meeting.match, "outcome": one.own.figures.outcome, "place": one.own.place}
            for one in turns[-FORM_LENGTH:]
        ],
        "games": _summarise_games(turns),
        "places": _count_places(turns),
        "rivals": _summarise_rivals(turns),
        "streaks": _find_streaks(turns),
    }
    return {name: part for name, part in told.items() if part}


def _summarise_games(turns: Sequence[PlayerMatch]) -> JSON:
    played: dict[str, list[PlayerMatch]] = {}
    for one in turns:
        played.setdefault(one.meeting.game, []).append(one)
    return {game: _summarise_game(played[game]) for game in sorted(played)}


def _summarise_game(turns: Sequence[PlayerMatch]) -> JSON:
    # of equal ones both give the first
    best = max(turns, key=lambda one: one.own.figures.score)
    worst = min(turns, key=lambda one: one.own.figures.score)
    bids = Counter(bid for one in turns for bid in one.own.bids)
    told: JSON = {"best": _build_match_score(best), "worst": _build_match_score(worst)}
    return told | ({"bids": {str(bid): bids[bid] for bid in sorted(bids)}} if bids else {})


def _build_match_score(turn: PlayerMatch) -> JSON:
    return {"match": turn.meeting.match, "score": turn.own.figures.score}


def _count_places(turns: Sequence[PlayerMatch]) -> JSON:
    if all(len(one.meeting.seats) <= PAIR_SIZE for one in turns):
        return {}
    reached = Counter(one.own.place for one in turns)
    shared = Counter(
        one.own.place for one in turns if any(seat.place == one.own.place for seat in one.others)
    )
    return {str(place): {"times": reached[place], "shared": shared[place]} for place in sorted(reached)}


def _summarise_rivals(turns: Sequence[PlayerMatch]) -> JSON:
    met: dict[str, list[tuple[PlayedSeat, PlayedSeat]]] = {}
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


def _find_streaks(turns: Sequence[PlayerMatch]) -> JSON:
    winning = _split_runs(turns, {"win"})
    unbeaten = _split_runs(turns, {"win", "draw"})
    told: JSON = {}
    if winning:
        told["winning"] = _build_streak(max(winning, key=len))
        if winning[-1][-1] is turns[-1]:
            told["current"] = _build_streak(winning[-1])
    if unbeaten:
        told["unbeaten"] = _build_streak(max(unbeaten, key=len))
    return told


def _split_runs(turns: Sequence[PlayerMatch], outcomes: Collection[str]) -> list[list[PlayerMatch]]:
    """Matches in a row that ended so, in order."""
    runs: list[list[PlayerMatch]] = [[]]
    for one in turns:
        if one.own.figures.outcome in outcomes:
            runs[-1].append(one)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _build_streak(run: Sequence[PlayerMatch]) -> JSON:
    return {"matches": len(run), "first": run[0].meeting.match, "last": run[-1].meeting.match}


# --- what was bid


def find_bid_field(settings: Settings, seats: int) -> Field | None:
    """Where a sheet of a table of that size says what each seat bid: in the layout's field of that key; None in a game
    without bids, or one that writes them down in another way."""
    if not settings.game.has_bids:
        return None
    fields = settings.layout(seats).per_seat
    return next(
        (field for field in fields if (field.key, field.kind, field.several) == (BIDS_FIELD, "count", 0)),
        None,
    )


class BidReader:
    """Reads what was bid from the sheets of one season. Its tables are of a few sizes: each is looked up once."""

    def __init__(self, settings: Settings | None) -> None:
        """None: its game is not installed, and nobody can read its sheets."""
        self.settings = settings
        self.has_bids: dict[int, bool] = {}

    def read_bids(self, sheet: Mapping[str, Any] | None, seats: int) -> list[tuple[int, ...]]:
        if seats not in self.has_bids:
            self.has_bids[seats] = (
                self.settings is not None and find_bid_field(self.settings, seats) is not None
            )
        deals = (sheet or {}).get("deals", ()) if self.has_bids[seats] else ()
        written = [deal[BIDS_FIELD] for deal in deals if deal.get(BIDS_FIELD)]
        return [tuple(bids[seat] for bids in written if bids[seat] is not None) for seat in range(seats)]


# --- from a book


def collect_played_matches(
    checked: CheckedSnapshot, figures: Mapping[str, Sequence[SeatResult]]
) -> dict[str, list[PlayedMatch]]:
    """The played matches of a checked book's opened seasons, by competition; `figures` is what each match gave its
    seats, by match id."""
    book = checked.snapshot
    found: dict[str, list[PlayedMatch]] = {slug: [] for slug in sorted(book.competitions)}
    readers: dict[SeasonKey, BidReader] = {}
    for id in checked.scores:
        match = book.matches[id]
        season = book.seasons[match.division.season]
        if not season.is_opened or match.played_on is None:
            continue
        reader = readers.get(season.key) or readers.setdefault(
            season.key, BidReader(book.get_settings(season))
        )
        sitting = match.sat or match.seats
        bids = reader.read_bids(match.sheet, len(sitting))
        found[season.key.competition].append(
            PlayedMatch(
                match=id,
                played_on=match.played_on,
                round=match.round,
                table=match.table,
                game=season.game or book.competitions[season.key.competition].game,
                seats=tuple(map(PlayedSeat, sitting, figures[id], bids)),
            )
        )
    return found
