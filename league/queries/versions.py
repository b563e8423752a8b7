"""The versions of a match's result: their sheets, and in which cells each differs from the version before."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

import games
from league.models import Player, Result
from league.queries.endings import NO_ENDING, Ending, describe_endings
from league.queries.match import SeatedMatch
from league.queries.sheet import SheetLayout, Table
from league.queries.sheet_layout import Texts, count_written, lay_out, lay_out_sheet, read_for_layout
from league.queries.table_names import tell_apart
from league.rules.snapshot import JSON


@dataclass(frozen=True)
class Difference:
    """The text of a cell on two sheets; empty if it is blank."""

    parts: tuple[str, ...]
    before: str
    now: str


@dataclass(frozen=True)
class Comparison:
    """Two sheets of a match, laid out alike: the cells that differ are marked in both."""

    one: SheetLayout
    other: SheetLayout
    differences: tuple[Difference, ...]  # in the order a sheet is read aloud


@dataclass(frozen=True)
class VersionSeat:
    name: str
    score: int | None
    ending: Ending
    absent: bool


@dataclass(frozen=True)
class Version:
    """A result, with its players at the time; cells in `sheet` that differ from the version before are marked."""

    result: Result
    at: datetime  # club time
    seats: tuple[VersionSeat, ...]
    sheet: SheetLayout | None
    differences: tuple[Difference, ...]
    same_people: bool  # as sit there now
    links: tuple[str, ...] = ()  # of the players, as `Player.get_link_for` has them

    @property
    def number(self) -> int:
        return self.result.number

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


def list_versions(match: SeatedMatch) -> tuple[Version, ...]:
    """Return the versions of a match's result, the newest first. 1 query; 1 more if a version had other players."""
    results = list(
        Result.objects.active()
        .filter(match=match.match)
        .select_related(
            "submission__by",
            *(f"submission__reply__{name}" for name in ("player__club", "remark", "settlement")),
            *(f"decision__{name}" for name in ("player", "substitute", "by", "remark")),
        )
        .order_by("-number")
    )
    players = _list_players(match, results)
    zone, settings = match.where.zone, match.table.settings
    now = [seat.entry.player.key for seat in match.seats], [seat.player.key for seat in match.seats]
    tables = [
        Table(settings, tell_apart(player.get_name_for(match.viewer) for player in players[result.pk]))
        for result in results
    ]
    versions = list(zip(results, tables, strict=True))
    return tuple(
        build_version(
            result,
            table,
            zone,
            older=older,
            same_people=(result.seats, result.seated_players or result.seats) == now,
            links=tuple(player.get_link_for(match.viewer) for player in players[result.pk]),
        )
        for (result, table), older in zip(versions, [*versions[1:], None], strict=False)
    )


def find_previous_result(result: Result) -> Result | None:
    """Return the result that counts in the match without this result; 1 query."""
    others = Result.objects.active().filter(match=result.match_id).exclude(pk=result.pk)
    return others.order_by("generation", "number").last()


def build_version(
    result: Result,
    table: Table,
    zone: ZoneInfo,
    *,
    older: tuple[Result, Table] | None = None,
    same_people: bool = True,
    links: tuple[str, ...] = (),
) -> Version:
    """Build a version of a result, to be shown. No query where it was read with its submission."""
    sheet = None if result.sheet is None else read_sheet(table, result.sheet)
    differences: tuple[Difference, ...] = ()
    if older and result.sheet is not None and older[0].sheet is not None:
        before, then = older
        compared = compare_sheets(read_for_layout(then, before.sheet), read_for_layout(table, result.sheet))
        sheet, differences = compared.other, compared.differences
    at = timezone.localtime(result.submission.at, zone)
    return Version(result, at, tuple(_list_seats(result, table)), sheet, differences, same_people, links)


def _list_seats(result: Result, table: Table) -> Iterator[VersionSeat]:
    if result.sheet is None:
        for number, name in enumerate(table.players):
            yield VersionSeat(name, None, NO_ENDING, number in result.absent)
        return
    score = _score(table, result.sheet)
    for name, seat, ending in zip(table.players, score.seats, describe_endings(score.seats), strict=True):
        yield VersionSeat(name, seat.score, ending, absent=False)


def _list_players(match: SeatedMatch, results: Iterable[Result]) -> dict[int, list[Player]]:
    """Return who sat there in each version, in order of seats, by the number of the result in the database."""
    players = {player.key: player for seat in match.seats for player in (seat.player, seat.entry.player)}
    others = {key for result in results for key in (result.seated_players or result.seats)} - set(players)
    if others:
        found = Player.objects.filter(club=match.match.club_id, key__in=others)
        players |= {player.key: player for player in found}
    return {result.pk: [players[key] for key in result.seated_players or result.seats] for result in results}


# --- sheets, read and compared


def read_sheet(table: Table, sheet: JSON) -> SheetLayout:
    """Lay out a sheet by itself, with the score of each deal, and the players' terms for it."""
    parsed, terms = _parse(table, sheet), defaultdict(list)
    for term in table.settings.game.terms:
        for number in term.deals(parsed):
            terms[number].append(term)
    settings = table.settings
    layout = lay_out_sheet(table, sheet, settings.score(parsed, len(table.players)), terms)
    layout.show_results(settings.game.describe_results(parsed, settings.options))
    return layout


def _score(table: Table, sheet: JSON) -> games.Score:
    return table.settings.score(_parse(table, sheet), len(table.players))


def _parse(table: Table, sheet: JSON) -> Any:
    return games.parse(table.settings.game, sheet, table.settings.options, len(table.players))


def compare_sheets(one: tuple[Table, Texts], other: tuple[Table, Texts]) -> Comparison:
    """Compare two sheets, each with its table as it was then: other people may have sat there, and more or fewer."""
    written = [count_written(*each) for each in (one, other)]
    counts = {key: max(count[key] for count in written) for key in written[0]}
    if one[0].is_short != other[0].is_short:  # of two forms, which have nothing in common
        sheets = [lay_out(*each, own) for each, own in zip((one, other), written, strict=True)]
    else:
        sheets = [lay_out(*each, counts) for each in (one, other)]
    before, now = ({cell.name: cell for cell in sheet.cells} for sheet in sheets)
    differences = []
    for name, cell in {**before, **now}.items():
        pair = [cells[name] for cells in (before, now) if name in cells]
        if len(pair) == 1 or pair[0].value != pair[1].value:
            for each in pair:
                each.differs = True
            differences.append(
                Difference(
                    cell.parts,
                    before[name].shown if name in before else "",
                    now[name].shown if name in now else "",
                )
            )
    return Comparison(sheets[0], sheets[1], tuple(differences))
