"""The current standings of an open season, joined from parts that are kept.

The parts are the rows of each division, what else changes with a result, and the page around them. So a result makes
only its own division anew. See docs/decisions/0006-cache-keyed-by-revision.md.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.http import HttpRequest
from django.template.loader import render_to_string

from league.models import Decision, Season
from league.models.competition import CompetitionKind
from league.principals import Person
from league.queries.page_versions import SeasonVersion, list_division_revisions, list_own_divisions
from league.queries.schedule import get_division_settings
from league.queries.season_results import count_played
from league.queries.standings import list_decisions, list_sizes, list_standings, list_zones
from league.rules.seasons.groups import are_drawn
from league.rules.seasons.zones import Zone
from league.rules.snapshot import Settings, parse_settings
from league.web.cache import build_key, extend_key, is_kept, keep, keep_all
from league.web.packing import PackedPage, Piece, join_pieces, pack
from league.web.parts import Chunk, make_gap, split_page, take_token_out
from league.web.public.reader import Reader
from league.web.public.season import get_season
from league.web.public.standings_page import (
    Section,
    build_context,
    build_writer,
    choose_rows,
    list_seeds,
    render_latest,
    render_next_match,
    render_progress,
)
from league.web.public.standings_rows import mark_own
from league.web.public.standings_table import ChosenColumns, StandingsTable
from league.web.tables import MANY, TableQuery

LISTED = "rows-"  # what the gaps for the rows of divisions begin with
PACKED_TOGETHER = 10  # divisions


@dataclass(frozen=True)
class Frame:
    """The page around its parts, and whether the rows of a division follow from its own results alone.

    `own` are the ids of the divisions in which the reader is entered or is to play.
    """

    chunks: tuple[Chunk, ...]
    has_own_rows: bool
    own: frozenset[int]
    columns: Mapping[int, ChosenColumns]  # of the tables of each stage, by its number
    has_decisions: bool

    @property
    def divisions(self) -> list[int]:
        """Return the ids of the divisions whose rows the page has. They may be others by now, as a final begins."""
        return [_get_division(gap) for chunk in self.chunks for gap in chunk.gaps if gap.startswith(LISTED)]


@dataclass(frozen=True)
class DivisionRows:
    """The HTML of a division's rows, and where each player's row begins, by the player's id."""

    rows: str
    starts: Mapping[int, int]


class JoinedPage:
    """The current standings of an open season, joined from parts."""

    def __init__(
        self,
        request: HttpRequest,
        address: tuple[str, str, int],
        asked: TableQuery,
        version: SeasonVersion,
        reader: Reader,
    ) -> None:
        self.request, self.address, self.asked = request, address, asked
        self.version, self.reader = version, reader

    @cached_property
    def season(self) -> Season:
        """Return the season; its matches are counted anew only for the club's staff.

        As the frame around the parts it is kept until something other than a result changes.
        """
        if self.reader.describe() is None:
            return self._get_season()
        season: Season = keep(
            build_key("season", self.request.path, self.version.directory, self.version.day), self._get_season
        )
        return season

    def _get_season(self) -> Season:
        return get_season(self.reader.by, *self.address, to_register=True)

    @cached_property
    def _turn(self) -> str:
        """Return whose turn it is to make rows: who waits needs the same ones as a rule."""
        return build_key("rows", self.request.path, self.reader.audience)

    @cached_property
    def settings(self) -> Settings:
        return parse_settings(*self.season.settings)

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        return list_decisions(self.season)

    @cached_property
    def zones(self) -> Mapping[int, Mapping[str, Zone]]:
        """Return the current zones by division and player."""
        zones: Mapping[int, Mapping[str, Zone]] = keep(
            build_key("zones", self.version.page), lambda: list_zones(self.season)
        )
        return zones

    def build(self) -> PackedPage:
        frame = self._frame
        revisions = list_division_revisions(self.version.season)
        parts = self._get_live_parts() | {"next_match": self._get_next_match(revisions)}
        shown = build_key(
            *("rows", self.request.path, self.asked.sort, self.version.directory, self.version.day),
            self.reader.audience,
            "" if frame.has_own_rows else self.version.page,
        )
        keys = self._build_row_keys(shown, revisions)
        pieces: list[list[Piece]] = [[]]
        packed = self._pack_rows(keys)
        for number, chunk in enumerate(frame.chunks):
            if chunk.follows_token:
                pieces.append([])
            if chunk.is_listed:
                pieces[-1].append(packed[number])
            else:
                listed = [_get_division(gap) for gap in chunk.gaps if gap.startswith(LISTED)]
                rows = self._list_rows({division: keys[division] for division in listed})
                own = {
                    f"{LISTED}{division}": self._mark_own(of_division)
                    for division, of_division in rows.items()
                }
                pieces[-1].append(pack(chunk.fill(parts | own).encode()))
        return PackedPage(tuple(map(join_pieces, pieces)))

    # --- the page around the parts

    @cached_property
    def _frame(self) -> Frame:
        """Return the page without what results change; that of staff, or with messages, is not kept."""
        described = self.reader.describe()
        if described is None or not is_kept(self.request):
            return self._build_frame()
        shows = ("frame", self.request.path, self.asked.sort, self.version.directory, self.version.day)
        frame: Frame = keep(build_key(*shows, bool(self.zones), described), self._build_frame)
        return frame

    def _build_frame(self) -> Frame:
        sizes = list_sizes(self.season)
        is_long = sum(size for _division, size in sizes) > MANY
        sections = [Section(division, size, make_gap(f"{LISTED}{division.pk}")) for division, size in sizes]
        groups = list_seeds(self.season) if self.settings.rules.draw_groups else []
        context = build_context(
            self.reader.by,
            self.season,
            self.asked,
            [(section, get_division_settings(section.division, self.season)) for section in sections],
            is_long=is_long,
            has_zones=bool(self.zones),
            is_drawn=bool(groups) and are_drawn(groups, self.season.groups_seed, self.season.group_lots),
            number_of_decisions=len(self.decisions),
        )
        for name in ("head_badge", "head_progress", "next_match", "aside"):
            context[name] = make_gap(name)
        page = render_to_string("public/standings.html", context, self.request)
        chunks = split_page(take_token_out(page), listed=LISTED, most=PACKED_TOGETHER)
        user = self.reader.by.user
        own = list_own_divisions(self.version.season, user) if user else ()
        columns = {
            division.stage.number: StandingsTable(
                [], get_division_settings(division, self.season)
            ).list_columns()
            for division in {division.stage.number: division for division, _size in sizes}.values()
        }
        return Frame(
            tuple(chunks), self._has_own_rows(), frozenset(own), columns, has_decisions=bool(self.decisions)
        )

    def _has_own_rows(self) -> bool:
        """Return whether nothing but a division's own results, and its zones, changes its rows.

        Tie-breaks of paired rounds, a ladder, a final and a comparison of the same cards may look further.
        """
        is_league = self.season.competition.kind == CompetitionKind.LEAGUE
        return is_league and not self.settings.rules.pairing and not self.settings.rules.same_cards

    # --- the rows of each division

    def _build_row_keys(self, shown: str, revisions: Mapping[int, int]) -> dict[int, str]:
        """Return the key of each division's rows: all that they are made from."""
        return {
            division: extend_key(
                shown, division, revisions.get(division), sorted(self.zones.get(division, {}).items())
            )
            for division in self._frame.divisions
        }

    def _list_rows(self, keys: Mapping[int, str]) -> dict[int, DivisionRows]:
        """Return the rows of these divisions, the reader's own not marked."""
        return keep_all(keys, self._write_rows, turn=self._turn) if keys else {}

    def _mark_own(self, rows: DivisionRows) -> str:
        own = self.reader.player
        return rows.rows if own is None or own not in rows.starts else mark_own(rows.rows, rows.starts[own])

    def _pack_rows(self, keys: Mapping[int, str]) -> dict[int, Piece]:
        """Return the packed chunks that hold nothing but rows, by number; each refers to the one before it.

        They are kept for all readers, but for those with the reader's own row and those that follow them.
        """
        frame = self._frame
        divisions = {
            number: [_get_division(gap) for gap in chunk.gaps]
            for number, chunk in enumerate(frame.chunks)
            if chunk.is_listed
        }
        own = {number for number, of_chunk in divisions.items() if not frame.own.isdisjoint(of_chunk)}

        def pack_chunks(numbers: Collection[int]) -> dict[int, Piece]:
            wanted = [number for number in divisions if number in numbers or number + 1 in numbers]
            rows = self._list_rows({pk: keys[pk] for number in wanted for pk in divisions[number]})
            texts = {}
            for number in wanted:
                mark = self._mark_own if number in own else _leave_unmarked
                parts = {f"{LISTED}{pk}": mark(rows[pk]) for pk in divisions[number]}
                texts[number] = frame.chunks[number].fill(parts).encode()
            return {number: pack(texts[number], after=texts.get(number - 1, b"")) for number in numbers}

        shows = {
            number: (frame.chunks[number].digest, *(keys[pk] for pk in of_chunk))
            for number, of_chunk in divisions.items()
        }
        shared = [number for number in divisions if number not in own and number - 1 not in own]
        packed_keys = {number: build_key("packed", shows.get(number - 1), shows[number]) for number in shared}
        packed = keep_all(packed_keys, pack_chunks, turn=f"{self._turn}-packed") if shared else {}
        packed |= pack_chunks([number for number in divisions if number not in packed])
        # Two processes may have made the same rows at once, before and after a result.
        if any(piece.after != _get_checksum(packed, number - 1) for number, piece in packed.items()):
            return pack_chunks(list(divisions))
        return packed

    def _write_rows(self, divisions: Collection[int]) -> dict[int, DivisionRows]:
        """Return the rows of these divisions; those that have none are no part of the page."""
        zones = {player: zone for own in self.zones.values() for player, zone in own.items()}
        only = divisions if self._frame.has_own_rows else None
        decisions = self.decisions if self._frame.has_decisions else []
        tables = list_standings(self.season, decisions, reader=self.reader.viewer, only=only, zones=zones)
        if self.asked.sort:
            tables = choose_rows(tables, self.asked)
        found = dict.fromkeys(divisions, DivisionRows("", {}))
        tables = [table for table in tables if table.division.pk in found]
        for settings, of_part in groupby(tables, key=lambda table: table.settings):
            tables_of_part = list(of_part)
            columns = self._frame.columns[tables_of_part[0].division.stage.number]
            writer = build_writer(self.request, self.season, settings, columns, marks_own=False)
            for table in tables_of_part:
                written = writer.write_each(table)
                starts, start = {}, 0
                for row, text in zip(table.rows, written, strict=True):
                    starts[row.entry.player_id] = start
                    start += len(text)
                found[table.division.pk] = DivisionRows("".join(written), starts)
        return found

    # --- what else a result changes

    def _get_live_parts(self) -> dict[str, str]:
        key = build_key("live", self.request.path, self.version.page, self.reader.audience)
        parts: dict[str, str] = keep(key, self._build_live_parts)
        return dict(parts)

    def _build_live_parts(self) -> dict[str, str]:
        season = self.season
        count_played(season)
        return {
            "head_badge": render_to_string("components/season_badge.html", {"season": season}),
            "head_progress": render_progress(season),
            "aside": render_latest(season, self.reader.viewer),
        }

    def _get_next_match(self, revisions: Mapping[int, int]) -> str:
        """Return the reader's next match, which results of other divisions do not change in a league."""
        if not isinstance(self.reader.by, Person):
            return ""
        frame, user = self._frame, self.reader.by.user
        shows = (
            (self.version.directory, self.version.day, *(revisions.get(pk) for pk in sorted(frame.own)))
            if frame.has_own_rows
            else (self.version.page,)
        )
        key = build_key("next match", self.request.path, user.pk, self.reader.player, *shows)
        text: str = keep(key, lambda: render_next_match(user, self.season))
        return text


def _leave_unmarked(rows: DivisionRows) -> str:
    return rows.rows


def _get_checksum(pieces: Mapping[int, Piece], number: int) -> int:
    return pieces[number].checksum if number in pieces else 0


def _get_division(gap: str) -> int:
    return int(gap.removeprefix(LISTED))
