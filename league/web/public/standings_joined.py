"""The current standings of an open season, joined from parts that are kept.

The parts are the rows of each division, what else changes with a result, and the page around them. So a result makes
only its own division anew. See docs/decisions/0006-cache-keyed-by-revision.md.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string

from league.models import Decision, Season
from league.models.competition import CompetitionKind
from league.principals import Person
from league.queries.page_versions import SeasonVersion, list_division_revisions
from league.queries.schedule import get_division_settings
from league.queries.standings import list_decisions, list_sizes, list_standings, list_zones
from league.rules.seasons.groups import are_drawn
from league.rules.seasons.zones import Zone
from league.rules.snapshot import Settings, parse_settings
from league.web.cache import build_key, extend_key, is_kept, keep, keep_all
from league.web.parts import fill_gaps, make_gap, take_token_out
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
from league.web.tables import MANY, TableQuery


@dataclass(frozen=True)
class Frame:
    """The page around its parts, and whether the rows of a division follow from its own results alone."""

    page: str
    has_own_rows: bool


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
        return get_season(self.reader.by, *self.address, to_register=True)

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

    def build(self) -> HttpResponse:
        frame = self._get_frame()
        parts = self._get_live_parts() | self._list_rows(frame.has_own_rows)
        parts["next_match"] = self._get_next_match()
        parts["token"] = get_token(self.request) if self.reader.by.user else ""
        return HttpResponse(fill_gaps(frame.page, parts))

    # --- the page around the parts

    def _get_frame(self) -> Frame:
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
        sections = [Section(division, size, make_gap(f"rows-{division.pk}")) for division, size in sizes]
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
        return Frame(take_token_out(page), self._has_own_rows())

    def _has_own_rows(self) -> bool:
        """Return whether nothing but a division's own results, and its zones, changes its rows.

        Tie-breaks of paired rounds, a ladder, a final and a comparison of the same cards may look further.
        """
        is_league = self.season.competition.kind == CompetitionKind.LEAGUE
        return is_league and not self.settings.rules.pairing and not self.settings.rules.same_cards

    # --- the rows of each division

    def _list_rows(self, has_own_rows: bool) -> dict[str, str]:
        """Return the rows of each division, the reader's own marked."""
        revisions = list_division_revisions(self.version.season)
        shown = build_key(
            *("rows", self.request.path, self.asked.sort, self.version.directory, self.version.day),
            self.reader.audience,
            "" if has_own_rows else self.version.page,
        )
        keys = {
            division: extend_key(shown, division, revision, sorted(self.zones.get(division, {}).items()))
            for division, revision in revisions.items()
        }
        rows = keep_all(keys, self._write_rows, turn=shown)
        own = self.reader.player
        return {
            f"rows-{division}": mark_own(of_division.rows, of_division.starts[own])
            if own in of_division.starts
            else of_division.rows
            for division, of_division in rows.items()
        }

    def _write_rows(self, divisions: Collection[int]) -> dict[int, DivisionRows]:
        """Return the rows of these divisions; those that have none are no part of the page."""
        zones = {player: zone for own in self.zones.values() for player, zone in own.items()}
        only = divisions if self._has_own_rows() else None
        tables = list_standings(
            self.season, self.decisions, reader=self.reader.viewer, only=only, zones=zones
        )
        if self.asked.sort:
            tables = choose_rows(tables, self.asked)
        found = dict.fromkeys(divisions, DivisionRows("", {}))
        for settings, of_part in groupby(tables, key=lambda table: table.settings):
            writer = build_writer(self.request, self.season, settings, self.asked, marks_own=False)
            for table in of_part:
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
        return {
            "head_badge": render_to_string("components/season_badge.html", {"season": season}),
            "head_progress": render_progress(season),
            "aside": render_latest(season, self.reader.viewer),
        }

    def _get_next_match(self) -> str:
        if not isinstance(self.reader.by, Person):
            return ""
        user = self.reader.by.user
        key = build_key("next match", self.request.path, self.version.page, user.pk, self.reader.player)
        text: str = keep(key, lambda: render_next_match(user, self.season))
        return text
