"""Count what the players of a round at tables of three to seven have had before: meetings, tables, seats, byes."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from games import Invalid
from games.problems import _
from league.rules.pairing.protocol import (
    PairedBye,
    PairedTable,
    Pairing,
    PairingEntry,
    PairingInput,
    Reason,
)
from league.rules.validation import build_problem


@dataclass
class TableHistory:
    """Who is to be seated, by seed, and what each of them has had; players are places in `entries`.

    `met` counts matches that were played. `visits` holds the sizes of a player's tables, `seats` their seats, and
    `byes` counts rounds with full points without a match. `missed` counts all rounds not at a table.
    """

    entries: list[PairingEntry]
    sizes: tuple[int, ...]
    met: list[list[int]]
    visits: list[list[int]]
    seats: list[list[int]]
    byes: list[int]
    missed: list[int]
    points: list[Fraction]
    rivals: dict[tuple[int, int], str]  # pairs to be kept apart, the lower first: "team" or "forbidden"

    def count_visits(self, size: int) -> list[int]:
        """Return how often each player has sat at tables of this size.

        For each round that a player has missed, the share of such seats in all rounds is added, so that
        newcomers don't go to the smaller tables until they have caught up. Size 1 stands for byes.
        """
        if size == 1:
            return list(self.byes)
        seated = sum(map(len, self.visits))
        at_size = sum(visits.count(size) for visits in self.visits)
        return [
            visits.count(size) + missed * at_size // max(1, seated)
            for visits, missed in zip(self.visits, self.missed, strict=True)
        ]


def build_history(pairing: PairingInput) -> TableHistory:
    """Count the past of all who are to be paired.

    Raises games.Invalid where they don't fill the tables.
    """
    entries = sorted(
        (entry for entry in pairing.entries if not entry.withdrawn and entry.id not in pairing.absences),
        key=lambda entry: entry.seed,
    )
    sizes = tuple(sorted(pairing.table_sizes, reverse=True)) or (2,) * (len(entries) // 2)
    if len(entries) < max(2, sum(sizes)):
        sentence = _("{players} players are too few for a round.")
        raise Invalid(build_problem("entries", "too-few-entries", sentence, players=len(entries)))
    places = {entry.id: place for place, entry in enumerate(entries)}
    count = len(entries)
    history = TableHistory(
        entries,
        sizes,
        [[0] * count for _entry in entries],
        [[] for _entry in entries],
        [[] for _entry in entries],
        [0] * count,
        [0] * count,
        [Fraction(0)] * count,
        _find_rivals(pairing, entries),
    )
    for past in pairing.history:
        seen = set()
        for table in past.tables:
            for seat, (entry, points) in enumerate(zip(table.entries, table.points, strict=True)):
                if entry not in places:
                    continue
                place = places[entry]
                seen.add(place)
                history.visits[place].append(len(table.entries))
                history.seats[place].append(seat)
                history.points[place] += points or 0
            here = [places[entry] for entry in table.entries if entry in places]
            for one, other in combinations(here, 2):
                history.met[one][other] += table.played
                history.met[other][one] += table.played
        for entry, bye in past.byes.items():
            if entry in places:
                history.byes[places[entry]] += bye.kind in ("pairing", "full")
                history.points[places[entry]] += bye.points
        for place in range(count):
            history.missed[place] += place not in seen
    return history


def _find_rivals(pairing: PairingInput, entries: Sequence[PairingEntry]) -> dict[tuple[int, int], str]:
    places = {entry.id: place for place, entry in enumerate(entries)}
    teams: dict[str, list[int]] = defaultdict(list)
    for place, entry in enumerate(entries):
        if entry.team:
            teams[entry.team].append(place)
    rivals = {pair: "team" for team in teams.values() for pair in combinations(team, 2)}
    for pair in pairing.forbidden:
        here = sorted(places[entry] for entry in pair if entry in places)
        if len(here) == 2:
            rivals[here[0], here[1]] = "forbidden"
    return dict(sorted(rivals.items()))


def seat_players(history: TableHistory, table: Sequence[int]) -> tuple[int, ...]:
    """Return a table's players in order of seats: the seats that each has had least often, together."""
    size = len(table)
    had = [[history.seats[player].count(seat) for seat in range(size)] for player in table]
    # By the players who have a seat, as bits: the least cost of giving them the first seats, and in which order.
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        reached: dict[int, tuple[int, tuple[int, ...]]] = {}
        for seated, (cost, order) in best.items():
            for place in range(size):
                if seated >> place & 1:
                    continue
                option = (cost + had[place][seat] ** 2, (*order, place))
                key = seated | 1 << place
                if key not in reached or option < reached[key]:
                    reached[key] = option
        best = reached
    return tuple(table[place] for place in best[(1 << size) - 1][1])


def build_pairing(
    pairing: PairingInput,
    history: TableHistory,
    tables: Sequence[tuple[Sequence[int], Sequence[Reason]]],
    free: Sequence[int],
    *,
    warns_of_repeats: bool = True,
) -> Pairing:
    """Return the round: tables with their reasons and what they repeat, byes, and warnings.

    Raises games.Invalid where a forbidden pair would meet.
    """
    paired = []
    again: dict[str, list[str]] = {"repeat": [], "same-team": []}
    for table, reasons in tables:
        meetings = _describe_meetings(pairing, history, table)
        for reason in meetings:
            entries = reason.values["entries"]
            again[reason.code] += entries if isinstance(entries, list) else []
        paired.append(
            PairedTable(tuple(history.entries[player].id for player in table), (*reasons, *meetings))
        )
    warnings = [
        Reason(code, {"round": pairing.round, "pairs": len(entries) // 2, "entries": entries})
        for code, entries in (("repeats", again["repeat"]), ("same-teams", again["same-team"]))
        if entries and (code != "repeats" or warns_of_repeats)
    ]
    byes = {
        history.entries[player].id: PairedBye(
            history.entries[player].id,
            "pairing",
            (Reason("fewest-byes", {"byes": history.byes[player]}),),
        )
        for player in free
    }
    for entry in pairing.entries:
        if entry.id in pairing.absences and not entry.withdrawn:
            byes[entry.id] = PairedBye(entry.id, pairing.absences[entry.id], (Reason("bye-asked"),))
    by_seed = [
        byes[entry.id] for entry in sorted(pairing.entries, key=lambda entry: entry.seed) if entry.id in byes
    ]
    return Pairing(tuple(paired), tuple(by_seed), tuple(warnings))


def _describe_meetings(pairing: PairingInput, history: TableHistory, table: Sequence[int]) -> list[Reason]:
    """Return a reason for each pair at a table that has met, or is of one team.

    Raises games.Invalid for a forbidden pair.
    """
    reasons = []
    for one, other in combinations(sorted(table), 2):
        names = [history.entries[one].id, history.entries[other].id]
        rivalry = history.rivals.get((one, other))
        if rivalry == "forbidden":
            sentence = _("No round is possible in which all forbidden pairs are apart.")
            raise Invalid(build_problem("forbidden", "forbidden-pairs", sentence))
        if rivalry == "team":
            reasons.append(Reason("same-team", {"entries": names, "team": history.entries[one].team}))
        if history.met[one][other]:
            reasons.append(Reason("repeat", {"entries": names, "rounds": _list_meetings(pairing, names)}))
    return reasons


def _list_meetings(pairing: PairingInput, names: Sequence[str]) -> list[str]:
    """Return the numbers of the rounds in which two have met."""
    return [
        str(number)
        for number, past in enumerate(pairing.history, 1)
        if any(table.played and set(names) <= set(table.entries) for table in past.tables)
    ]
