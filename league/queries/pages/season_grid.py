"""The grid of a season's results: in each division everyone against everyone, at tables of two."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from unicodedata import category

from django.utils.functional import Promise
from django.utils.translation import pgettext

from league.models import Division, Entry, Season, Seat
from league.models.match import MatchStatus, SeatOutcome
from league.queries.pages.season_head import SeasonHead, Viewer, head

LARGEST = 100  # entries: a grid of more is nothing that anybody could read


@dataclass(frozen=True)
class Meeting:
    """A match of two as the one in the row has it."""

    match: str
    outcome: str  # win, draw, loss; empty before there is one
    letter: str
    score: str
    status_name: "str | Promise"
    is_void: bool
    on: date | None  # when it is to be played by


@dataclass(frozen=True)
class Cell:
    oneself: bool
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True)
class GridRow:
    player: str
    name: str
    short: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class DivisionGrid:
    anchor: str
    name: str
    rows: tuple[GridRow, ...]
    too_large: bool


@dataclass(frozen=True)
class GridPage:
    head: SeasonHead
    divisions: tuple[DivisionGrid, ...]

    @property
    def narrow(self) -> bool:
        """So that two grids find room beside each other."""
        return all(len(division.rows) <= 6 and not division.too_large for division in self.divisions)


NOBODY = Cell(oneself=False, meetings=())
ONESELF = Cell(oneself=True, meetings=())


def page(season: Season, *, viewer: Viewer) -> GridPage:
    """The grids of a found season. 3 queries, whatever the size."""
    entries = by_rank(season)
    meetings = _meetings(season)
    return GridPage(
        head(season),
        tuple(
            DivisionGrid(
                anchor=f"division-{division.stage}-{division.level}",
                name=division.name,
                rows=_rows(entries[division.pk], meetings, viewer),
                too_large=len(entries[division.pk]) > LARGEST,
            )
            for division in Division.objects.filter(season=season).order_by("stage", "level")
        ),
    )


def by_rank(season: Season) -> dict[int, list[Entry]]:
    """The entries of each division, the best first. 1 query."""
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in (
        Entry.objects.filter(season=season)
        .select_related("player")
        .order_by("standing__rank", "seed", "player__key")
    ):
        entries[entry.division_id].append(entry)
    return entries


def _rows(
    entries: list[Entry], meetings: dict[tuple[int, int], list[Meeting]], viewer: Viewer
) -> tuple[GridRow, ...]:
    """Rows and columns are the same entries, in order of rank."""
    rows = []
    for entry in entries if len(entries) <= LARGEST else []:
        name = entry.player.get_name_for(viewer)
        cells = [_cell(entry.pk, other.pk, meetings) for other in entries]
        rows.append(GridRow(entry.player.key, name, initials(name), tuple(cells)))
    return tuple(rows)


def _cell(entry: int, other: int, meetings: dict[tuple[int, int], list[Meeting]]) -> Cell:
    if entry == other:
        return ONESELF
    found = meetings.get((entry, other))
    return Cell(oneself=False, meetings=tuple(found)) if found else NOBODY


def _meetings(season: Season) -> dict[tuple[int, int], list[Meeting]]:
    """By entry and by the entry met, in order of round. 1 query."""
    letters = {
        SeatOutcome.WIN.value: pgettext("a match won, in one letter", "W"),
        SeatOutcome.DRAW.value: pgettext("a match drawn, in one letter", "D"),
        SeatOutcome.LOSS.value: pgettext("a match lost, in one letter", "L"),
    }
    matches: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__division__season=season)
        .select_related("match")
        .only("entry_id", "outcome", "score", "match__key", "match__status", "match__due_on")
        .order_by("match__round", "match__table", "match__key", "number")
    ):
        matches[seat.match_id].append(seat)
    found: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for seats in matches.values():
        for own, other in (seats, seats[::-1]) if len(seats) == 2 else ():
            match = own.match
            found[own.entry_id, other.entry_id].append(
                Meeting(
                    match=match.key,
                    outcome=own.outcome,
                    letter=letters.get(own.outcome, ""),
                    score=f"{own.score}:{other.score}" if match.status == MatchStatus.PLAYED else "",
                    status_name=MatchStatus(match.status).label,
                    is_void=match.status == MatchStatus.VOID,
                    on=match.due_on if match.status == MatchStatus.SCHEDULED else None,
                )
            )
    return found


def initials(name: str) -> str:
    """Of the first word and the last, whatever the script; what goes with a letter stays with it."""
    words = [short for short in map(_initial, name.split()) if short]
    return "".join([*words[:1], *words[1:][-1:]])


def _initial(word: str) -> str:
    for at, sign in enumerate(word):
        if category(sign)[0] in "LNS":
            end = at + 1
            while end < len(word) and category(word[end])[0] == "M":
                end += 1
            return word[at:end]
    return ""
