"""A player's statistics over their played matches in a competition (docs/reference/awards.md, Statistics).

These are sums, bids, form, streaks, best and worst matches, and rivals. The job that stores them and the
command `verify` both use this module: the first with the stored seats, the second with results from the sheets. A match
counts for those who sat there: a substitute's deals are the substitute's. Drafts, forfeits and void matches
do not count.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from games import Field, Figure
from league.rules.records import SeasonKey
from league.rules.snapshot import JSON, Settings
from league.rules.standings.totals import BID_FIGURES, PAIR_SIZE, SeatResult, add_up_figures
from league.rules.validation import CheckedSnapshot

FORM_LENGTH = 8  # the last matches
BIDS_FIELD = "bids"  # the field of a layout in which bids are written
OUTCOME_COLUMNS = {"won": "win", "drawn": "draw", "lost": "loss"}
SUM_COLUMNS = ("deals", "score")
STATISTICS_COLUMNS = ("played", *OUTCOME_COLUMNS, *SUM_COLUMNS, "figures", "details")


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat of a played match: the player who sat there, its result, and their bids, deal by deal."""

    player: str
    result: SeatResult
    bids: tuple[int, ...] = ()

    @property
    def place(self) -> int:
        return self.result.place or 0


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A played match; `game` is the key of the game that its season plays."""

    match: str
    played_on: date
    stage: int
    round: int
    table: int
    game: str
    seats: tuple[PlayedSeat, ...]

    @property
    def sort_key(self) -> tuple[date, int, int, int, str]:
        """Return a key that sorts matches by time."""
        return self.played_on, self.stage, self.round, self.table, self.match


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A match from the point of view of a player who sat there."""

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
    """Return the statistics (`STATISTICS_COLUMNS`) of these players, or of all who played, by id in order.

    Those who have not played have none. `figures` are those of `game`, which the competition plays now: they
    are added up in that game only, unlike those of bids.
    """
    player_matches: dict[str, list[PlayerMatch]] = {}
    for meeting in sorted(meetings, key=lambda match: match.sort_key):
        for number, seat in enumerate(meeting.seats):
            if players is None or seat.player in players:
                player_matches.setdefault(seat.player, []).append(PlayerMatch(meeting, number))
    return {
        player: {
            **_compute_sums(player_matches[player]),
            "figures": add_up_figures(
                (
                    (*BID_FIGURES, *(figures if player_match.meeting.game == game else ())),
                    player_match.own.result.figures,
                )
                for player_match in player_matches[player]
            ),
            "details": build_details(player_matches[player]),
        }
        for player in sorted(player_matches)
    }


def _compute_sums(player_matches: Sequence[PlayerMatch]) -> dict[str, int]:
    seats = [player_match.own.result for player_match in player_matches]
    return {
        "played": len(seats),
        **{name: sum(seat.outcome == outcome for seat in seats) for name, outcome in OUTCOME_COLUMNS.items()},
        **{name: sum(getattr(seat, name) for seat in seats) for name in SUM_COLUMNS},
    }


def build_details(player_matches: Sequence[PlayerMatch]) -> JSON:
    """Return what goes beyond sums, of matches in their order, as JSON with ids and without names.

    Parts without content are left out. `form` is the last matches, the latest last. `games` has, by key, the
    best and the worst match by score, the first of several, and how often each number was bid. `places` has
    how often each was reached, and shared, if any table was larger than two. `rivals` has, by id, all matches
    with them; the player who was placed ahead won. `streaks` has the longest `winning` and `unbeaten` streaks,
    the first of several, and the `current` winning streak, which nothing has ended yet.
    """
    details = {
        "form": [
            {
                "match": player_match.meeting.match,
                "outcome": player_match.own.result.outcome,
                "place": player_match.own.place,
            }
            for player_match in player_matches[-FORM_LENGTH:]
        ],
        "games": _summarise_games(player_matches),
        "places": _count_places(player_matches),
        "rivals": _summarise_rivals(player_matches),
        "streaks": _find_streaks(player_matches),
    }
    return {name: part for name, part in details.items() if part}


def _summarise_games(player_matches: Sequence[PlayerMatch]) -> JSON:
    by_game: dict[str, list[PlayerMatch]] = {}
    for player_match in player_matches:
        by_game.setdefault(player_match.meeting.game, []).append(player_match)
    return {game: _summarise_game(by_game[game]) for game in sorted(by_game)}


def _summarise_game(player_matches: Sequence[PlayerMatch]) -> JSON:
    # of equal values both give the first
    best = max(player_matches, key=lambda player_match: player_match.own.result.score)
    worst = min(player_matches, key=lambda player_match: player_match.own.result.score)
    bids = Counter(bid for player_match in player_matches for bid in player_match.own.bids)
    summary: JSON = {"best": _build_match_score(best), "worst": _build_match_score(worst)}
    return summary | ({"bids": {str(bid): bids[bid] for bid in sorted(bids)}} if bids else {})


def _build_match_score(turn: PlayerMatch) -> JSON:
    return {"match": turn.meeting.match, "score": turn.own.result.score}


def _count_places(player_matches: Sequence[PlayerMatch]) -> JSON:
    if all(len(player_match.meeting.seats) <= PAIR_SIZE for player_match in player_matches):
        return {}
    reached = Counter(player_match.own.place for player_match in player_matches)
    shared = Counter(
        player_match.own.place
        for player_match in player_matches
        if any(seat.place == player_match.own.place for seat in player_match.others)
    )
    return {str(place): {"times": reached[place], "shared": shared[place]} for place in sorted(reached)}


def _summarise_rivals(player_matches: Sequence[PlayerMatch]) -> JSON:
    met: dict[str, list[tuple[PlayedSeat, PlayedSeat]]] = {}
    for player_match in player_matches:
        for seat in player_match.others:
            met.setdefault(seat.player, []).append((player_match.own, seat))
    return {
        rival: {
            "played": len(met[rival]),
            "won": sum(own.place < other.place for own, other in met[rival]),
            "drawn": sum(own.place == other.place for own, other in met[rival]),
            "lost": sum(own.place > other.place for own, other in met[rival]),
            "score": sum(own.result.score for own, _other in met[rival]),
            "against": sum(other.result.score for _own, other in met[rival]),
        }
        for rival in sorted(met)
    }


def _find_streaks(player_matches: Sequence[PlayerMatch]) -> JSON:
    winning = _split_runs(player_matches, {"win"})
    unbeaten = _split_runs(player_matches, {"win", "draw"})
    streaks: JSON = {}
    if winning:
        streaks["winning"] = _build_streak(max(winning, key=len))
        if winning[-1][-1] is player_matches[-1]:
            streaks["current"] = _build_streak(winning[-1])
    if unbeaten:
        streaks["unbeaten"] = _build_streak(max(unbeaten, key=len))
    return streaks


def _split_runs(player_matches: Sequence[PlayerMatch], outcomes: Collection[str]) -> list[list[PlayerMatch]]:
    """Return the runs of consecutive matches with these outcomes, in order."""
    runs: list[list[PlayerMatch]] = [[]]
    for player_match in player_matches:
        if player_match.own.result.outcome in outcomes:
            runs[-1].append(player_match)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _build_streak(run: Sequence[PlayerMatch]) -> JSON:
    return {"matches": len(run), "first": run[0].meeting.match, "last": run[-1].meeting.match}


# --- bids


def find_bid_field(settings: Settings, seats: int) -> Field | None:
    """Return the layout's field for the bid of each seat, at a table of this size.

    Returns None in a game without bids, or whose sheets write them in another way.
    """
    if not settings.game.has_bids:
        return None
    fields = settings.layout(seats).per_seat
    return next(
        (field for field in fields if (field.key, field.kind, field.several) == (BIDS_FIELD, "count", 0)),
        None,
    )


class BidReader:
    """A reader of the bids on the sheets of a season, which looks up each table size once."""

    def __init__(self, settings: Settings | None) -> None:
        """Take the settings; None if the season's game is not installed and its sheets cannot be read."""
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


# --- from a snapshot


def collect_played_matches(
    checked: CheckedSnapshot, seat_results: Mapping[str, Sequence[SeatResult]]
) -> dict[str, list[PlayedMatch]]:
    """Return the played matches of a checked snapshot's opened seasons, by competition.

    `seat_results` are by match id.
    """
    snapshot = checked.snapshot
    played_matches: dict[str, list[PlayedMatch]] = {slug: [] for slug in sorted(snapshot.competitions)}
    readers: dict[SeasonKey, BidReader] = {}
    for match_id in checked.scores:
        match = snapshot.matches[match_id]
        season = snapshot.seasons[match.division.season]
        if not season.is_opened or match.played_on is None:
            continue
        reader = readers.get(season.key) or readers.setdefault(
            season.key, BidReader(snapshot.get_settings(season))
        )
        seated = match.sat or match.seats
        bids = reader.read_bids(match.sheet, len(seated))
        played_matches[season.competition].append(
            PlayedMatch(
                match=match_id,
                played_on=match.played_on,
                stage=match.division.stage,
                round=match.round,
                table=match.table,
                game=season.game or snapshot.competitions[season.competition].game,
                seats=tuple(map(PlayedSeat, seated, seat_results[match_id], bids)),
            )
        )
    return played_matches
