"""The page on which somebody leaves a season that runs: both ways to do it, each with the table it gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext

from league.models import Entry
from league.queries.pages.differing import Differences, Line, find_differences, pack
from league.queries.pages.ranks import RankTable, rank_table
from league.queries.pages.season_head import Viewer
from league.queries.pages.who import called
from league.queries.pages.words import Where, where
from league.queries.withdrawing import OUTCOMES, Outcome, Withdrawing, withdrawing

MATCHES = "?"  # the line that says how many matches are decided; no player has this key


@dataclass(frozen=True)
class OutcomePart:
    """What one way to do it gives. `decided` are the matches that it gives another result, `lost` of them those that
    have been played: they count no more. `seen` says what was shown; `shown` is what the form carries of it, to
    say what differs if that changes."""

    outcome: Outcome
    proposed: bool
    decided: int
    lost: int
    table: RankTable
    seen: str
    shown: str


@dataclass(frozen=True)
class WithdrawalPage:
    """`matches` are all of theirs that count or will, `played` those that were played."""

    where: Where
    player: str
    name: str
    division: str
    played: int
    matches: int
    outcomes: tuple[OutcomePart, ...]
    differences: Differences | None

    @property
    def proposed(self) -> Outcome:
        return next(part.outcome for part in self.outcomes if part.proposed)


def page(
    entry: Entry, *, viewer: Viewer, chosen: Outcome | None = None, shown_before: str = ""
) -> WithdrawalPage:
    """Of an entry that was read with its player, its division, and its season with competition and club; with what
    differs from what a page showed before of the chosen way. 4 queries, whatever the size."""
    found = withdrawing(entry)
    names = called(entry.season, viewer=viewer)
    tables = {outcome: _table(found, outcome, names) for outcome in OUTCOMES}
    lines = {outcome: _build_lines(found, outcome, tables[outcome]) for outcome in OUTCOMES}
    about = f"withdraw.{entry.pk}"
    return WithdrawalPage(
        where=where(entry.season),
        player=entry.player.key,
        name=names[entry.player.key],
        division=entry.division.name,
        played=found.played,
        matches=found.matches,
        outcomes=tuple(
            OutcomePart(
                outcome=outcome,
                proposed=outcome == found.proposed,
                decided=found.decided[outcome],
                lost=found.played if outcome == "expunge" else 0,
                table=tables[outcome],
                seen=found.digest(outcome),
                shown=pack(lines[outcome], about=f"{about}.{outcome}"),
            )
            for outcome in OUTCOMES
        ),
        differences=find_differences(
            shown_before, lines[chosen], about=f"{about}.{chosen}", name=partial(_name, names), tell=_tell
        )
        if chosen
        else None,
    )


def _build_lines(found: Withdrawing, outcome: Outcome, table: RankTable) -> dict[str, Line]:
    """Where everybody would stand, and how many matches it decides."""
    return {MATCHES: (found.decided[outcome],), **{row.key: (row.rank, row.figure) for row in table.rows}}


def _name(names: Mapping[str, str], key: str) -> str:
    return gettext("Matches that it decides") if key == MATCHES else names.get(key, key)


def _tell(line: Line) -> str:
    if len(line) == 1:
        return str(line[0])
    rank, figure = line
    return gettext("rank {rank}, with {figure}").format(rank=rank, figure=figure)


def _table(found: Withdrawing, outcome: Outcome, names: Mapping[str, str]) -> RankTable:
    return rank_table(
        found.after[outcome],
        now=found.now,
        settings=found.settings,
        names=names,
        theirs=found.entry.player.key,
    )
