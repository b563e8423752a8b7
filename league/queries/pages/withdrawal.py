"""The page on which somebody leaves a season that runs: both ways to do it, each with the table it gives."""

from collections.abc import Mapping
from dataclasses import dataclass

from league.models import Entry
from league.queries.pages.ranks import RankTable, rank_table
from league.queries.pages.season_head import Viewer
from league.queries.pages.who import called
from league.queries.pages.words import Where, where
from league.queries.withdrawing import OUTCOMES, Outcome, Withdrawing, withdrawing


@dataclass(frozen=True)
class OutcomePart:
    """What one way to do it gives. `decided` are the matches that it gives another result, `lost` of them those that
    have been played: their results count no more. `seen` says what was shown."""

    outcome: Outcome
    proposed: bool
    decided: int
    lost: int
    table: RankTable
    seen: str


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

    @property
    def proposed(self) -> Outcome:
        return next(part.outcome for part in self.outcomes if part.proposed)


def page(entry: Entry, *, viewer: Viewer) -> WithdrawalPage:
    """Of an entry that was read with its player, its division, and its season with competition and club. 4
    queries, whatever the size."""
    found = withdrawing(entry)
    names = called(entry.season, viewer=viewer)
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
                table=_table(found, outcome, names),
                seen=found.digest(outcome),
            )
            for outcome in OUTCOMES
        ),
    )


def _table(found: Withdrawing, outcome: Outcome, names: Mapping[str, str]) -> RankTable:
    return rank_table(
        found.after[outcome],
        now=found.now,
        settings=found.settings,
        names=names,
        theirs=found.entry.player.key,
    )
