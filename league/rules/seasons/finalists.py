"""Who goes on from a tournament's groups to its final, with which seed and why.

See docs/reference/pairing.md, Groups and final.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import Any

from games import Invalid
from games.problems import _
from league.rules.pairing.bracket import MAX_PLAYERS, MIN_PLAYERS, order_seeds
from league.rules.pairing.matching import find_matching
from league.rules.pairing.protocol import Reason, TableCut
from league.rules.pairing.table_knockout import can_be_seated, expect_meetings
from league.rules.records import FIRST_STAGE, FinalistsRecord, SeasonKey
from league.rules.seasons import report
from league.rules.seasons.rollover import DivisionStandings
from league.rules.settings import Rules
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.tie_breaks import find_lot
from league.rules.validation import CheckedSnapshot, build_problem

FINAL, B_FINAL = 1, 2  # the levels of the divisions of the final stage
FINAL_NAMES = {
    FINAL: "Final",
    B_FINAL: "B final",
}  # data, as a file may hold them, so they are not translated
DIGEST_LENGTH = 16


@dataclass(frozen=True)
class Finalist:
    """A player of the final stage: the level of the bracket, from 1, the seed in it, and what it is for."""

    player: str
    level: int
    seed: int
    reason: Reason


@dataclass(frozen=True)
class _Candidate:
    """A player who has not left, by the place among those of the group who haven't either."""

    group: DivisionStandings
    place: int
    ranked: RankedEntry

    @property
    def player(self) -> str:
        return self.ranked.row.player


def choose_finalists(
    groups: Sequence[DivisionStandings], rules: Rules, draw_seed: int, cut: TableCut | None = None
) -> list[Finalist]:
    """Return who plays in the brackets of the final stage, by level and seed; nobody where no final follows.

    Who has left is passed over, so that the next of the group goes on; who shares a place is ordered by lot. Players
    with the same place in groups of different sizes are compared by points a match, wins a match, average, and lot;
    where rounds are paired, by points and wins, as all have had as many rounds. `cut` is that of a final at larger
    tables. A B final of fewer than MIN_PLAYERS, or than fill a table, is left out. Raises games.Invalid where another
    bracket has no such size.
    """
    final = rules.final
    if final is None:
        return []
    candidates = [candidate for group in groups for candidate in _list_candidates(group, draw_seed)]
    rows = _sort_into_rows(candidates, draw_seed, is_paired=bool(rules.pairing))
    direct = [candidate for row in rows[: final.from_each] for candidate in row]
    rest = [candidate for row in rows[final.from_each :] for candidate in row]
    going_on, others = [*direct, *rest[: final.best_of_rest]], rest[final.best_of_rest :]
    best = {candidate.player for candidate in rest[: final.best_of_rest]}
    finalists = list(_seed(FINAL, going_on, best, cut, has_groups=len(groups) > 1))
    if final.b_final and len(others) >= (cut.least if cut else MIN_PLAYERS):
        finalists += _seed(B_FINAL, others, set(), cut, has_groups=len(groups) > 1)
    return finalists


def _list_candidates(group: DivisionStandings, draw_seed: int) -> Iterator[_Candidate]:
    there = [ranked for ranked in group.ranked if ranked.row.player not in group.left]
    there.sort(key=lambda ranked: find_lot(draw_seed, ranked.row), reverse=True)
    there.sort(key=lambda ranked: ranked.rank)
    for place, ranked in enumerate(there, 1):
        yield _Candidate(group, place, ranked)


def _sort_into_rows(
    candidates: Sequence[_Candidate], draw_seed: int, *, is_paired: bool
) -> list[list[_Candidate]]:
    """Return the winners of the groups, those who are second, and so on, each row from the best."""
    rows: dict[int, list[_Candidate]] = {}
    for candidate in candidates:
        rows.setdefault(candidate.place, []).append(candidate)

    def sort_key(candidate: _Candidate) -> tuple[Any, ...]:
        row = candidate.ranked.row
        played = 1 if is_paired else row.played or 1  # byes give points, and are no matches
        average = row.average if row.average is not None else Fraction(-(10**9))
        lot = find_lot(draw_seed, row)
        return Fraction(row.points, played), Fraction(row.won, played), average, lot

    return [sorted(rows[place], key=sort_key, reverse=True) for place in sorted(rows)]


def _seed(
    level: int, players: Sequence[_Candidate], best: set[str], cut: TableCut | None, *, has_groups: bool
) -> Iterator[Finalist]:
    """Yield the players of a bracket by seed.

    Those with a better place in their groups have the lower seeds; among those with the same place, seeds are
    exchanged so that players of one group meet as late as possible.
    """
    if cut and not can_be_seated(len(players), cut):
        sentence = _("{name}: {players} players can't be seated at tables of {least} to {most}.")
        values = {"least": cut.least, "most": cut.most, "players": len(players)}
        raise Invalid(build_problem("final", "bracket-size", sentence, name=FINAL_NAMES[level], **values))
    if not cut and not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        sentence = _("{name}: a bracket has from {least} to {most} players, not {players}.")
        values = {"least": MIN_PLAYERS, "most": MAX_PLAYERS, "players": len(players)}
        raise Invalid(build_problem("final", "bracket-size", sentence, name=FINAL_NAMES[level], **values))
    for seed, candidate in enumerate(_keep_groups_apart(players, cut), 1):
        yield Finalist(candidate.player, level, seed, _explain(candidate, best, level, has_groups=has_groups))


def _explain(candidate: _Candidate, best: set[str], level: int, *, has_groups: bool) -> Reason:
    values: dict[str, Any] = {"place": candidate.place}
    if not has_groups:
        return Reason("standings-place", values)
    values["group"] = candidate.group.name
    if level == FINAL and candidate.player in best:
        row = candidate.ranked.row
        return Reason("best-of-rest", {**values, "points": row.points, "played": row.played})
    return Reason("group-place", values)


def _keep_groups_apart(players: Sequence[_Candidate], cut: TableCut | None) -> list[_Candidate]:
    """Return the players in order of seeds: row by row the cheapest exchange, early meetings first, then few moves."""
    meetings = expect_meetings(len(players), cut) if cut else _find_meetings(len(players))
    depth = max(meetings.values(), default=0)
    seeded: list[_Candidate] = []
    start = 0
    while start < len(players):
        place = players[start].place
        row = [candidate for candidate in players[start:] if candidate.place == place]
        first = len(seeded)
        costs = {}
        for number, candidate in enumerate(row):
            own = [other for other, there in enumerate(seeded) if there.group.level == candidate.group.level]
            for offset in range(len(row)):
                pairs = (frozenset((other, first + offset)) for other in own)
                early = sum(4 ** (depth - meetings[pair]) for pair in pairs if pair in meetings)
                costs[number, len(row) + offset] = early * 4**8 + (number - offset) ** 2
        matched = find_matching(range(2 * len(row)), costs)
        by_seed = sorted((offset, number) for number, offset in matched)
        seeded += [row[number] for _offset, number in by_seed]
        start += len(row)
    return seeded


def _find_meetings(size: int) -> dict[frozenset[int], int]:
    """Return the round in which two seeds, from 0, meet in a bracket if they win until then, by pairs."""
    positions = _list_positions(size)
    return {
        frozenset(pair): (positions[pair[0]] ^ positions[pair[1]]).bit_length()
        for pair in combinations(range(size), 2)
    }


def _list_positions(size: int) -> list[int]:
    """Return where each seed, from 0, stands in the first round."""
    order = order_seeds(2 ** (size - 1).bit_length())
    return [position for _seed, position in sorted((seed, at) for at, seed in enumerate(order))][:size]


# --- what is kept of it


def build_record(
    finalists: Sequence[Finalist],
    groups: Sequence[DivisionStandings],
    rules: Rules,
    draw_seed: int,
    *,
    on: date,
) -> FinalistsRecord:
    """Return finalists as they are stored with their season: since which day, and what they follow from."""
    return FinalistsRecord.model_validate(
        {
            "since": on,
            "digest": compute_digest(groups, rules, draw_seed),
            "players": [asdict(finalist) for finalist in finalists],
        }
    )


def list_changed_finalists(checked: CheckedSnapshot, key: SeasonKey) -> Iterator[tuple[str, Any, Any]]:
    """Yield where stored finalists are not those whom the standings give: the path, who is stored, and who follows.

    They are passed over if the standings have been corrected since.
    """
    snapshot = checked.snapshot
    season = snapshot.seasons[key]
    stored = season.finalists
    if stored is None:
        return
    settings, draw_seed = snapshot.get_settings(season), season.lot or 0
    rules = settings.rules
    groups = _compute_groups(checked, key)
    if stored.digest != compute_digest(groups, rules, draw_seed):
        return
    try:
        chosen = choose_finalists(groups, rules, draw_seed, settings.final_cut)
    except Invalid:
        chosen = []
    made = [(finalist.player, finalist.level, finalist.seed) for finalist in chosen]
    path = f"{snapshot.get_path(season)}.finalists.players"
    for number, there in enumerate(stored.players):
        expected = made[number] if number < len(made) else None
        if (there.player, there.level, there.seed) != expected:
            yield f"{path}.{number}.player", there.player, expected and expected[0]
    for number in range(len(stored.players), len(made)):
        yield f"{path}.{number}.player", None, made[number][0]


def list_digests(checked: CheckedSnapshot, key: SeasonKey) -> Iterator[tuple[str, str]]:
    """Yield the digest of a season's finalists as it is stored and as it follows; nothing before the final."""
    season = checked.snapshot.seasons[key]
    if season.finalists:
        rules = checked.snapshot.get_settings(season).rules
        yield season.finalists.digest, compute_digest(_compute_groups(checked, key), rules, season.lot or 0)


def _compute_groups(checked: CheckedSnapshot, key: SeasonKey) -> list[DivisionStandings]:
    divisions = report.compute_season_standings(checked, key).divisions
    return [division for division in divisions if division.stage == FIRST_STAGE]


def compute_digest(groups: Sequence[DivisionStandings], rules: Rules, draw_seed: int) -> str:
    """Return a digest that differs wherever the standings of the groups could lead to other finalists."""
    described = [
        [
            group.level,
            [_describe(ranked) for ranked in group.ranked],
            sorted(group.left),
        ]
        for group in groups
    ]
    final = rules.final and rules.final.model_dump(mode="json")
    plain = json.dumps([described, final, draw_seed], sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:DIGEST_LENGTH]


def _describe(ranked: RankedEntry) -> list[Any]:
    row = ranked.row
    described = [row.player, ranked.rank, row.played, row.won, row.points, str(row.average)]
    return [*described, row.lot] if row.lot else described
