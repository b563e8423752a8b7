"""Reads a whole club into a Book: what exports, reports, explanations and imports start from."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from operator import attrgetter
from typing import Any

from django.db.models import F, Q

from league.models import (
    Club,
    Competition,
    Division,
    Entry,
    Match,
    Player,
    Result,
    Season,
    Seat,
    Standing,
    Variant,
)
from league.queries.award import kept_awards
from league.queries.decided import Since
from league.rules.seasons import report
from league.rules.snapshot import (
    ClubRecord,
    ClubSnapshot,
    CompetitionRecord,
    DivisionKey,
    DivisionRecord,
    EntryKey,
    EntryRecord,
    MatchRecord,
    PlayerRecord,
    SeasonKey,
    SeasonRecord,
    VariantRecord,
)
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.totals import TOTAL_COLUMNS, EntryTotals


def read_book(
    club: Club, *, as_of: date | None = None, named: Callable[[Player], str] = attrgetter("name")
) -> ClubSnapshot:
    """The club as it is, or as it was at the end of a day (docs/reference/ranking.md, As of a day).

    7 queries, 9 as of a day. `named` gives the names; a book that is only read out holds those that its reader may see.
    """
    book = ClubSnapshot(ClubRecord(club.slug, club.name, club.timezone, "club"))
    for player in Player.objects.filter(club=club):
        book.players[player.key] = PlayerRecord(player.key, named(player), f"players.{player.key}")
    for competition in Competition.objects.filter(club=club):
        book.competitions[competition.slug] = CompetitionRecord(
            slug=competition.slug,
            name=competition.name,
            kind=competition.kind,
            game=competition.game,
            options=competition.options,
            rules=competition.rules,
            path=f"competitions.{competition.slug}",
        )
    reopened: list[int] = []  # closed then, open again by now
    for season in Season.objects.filter(competition__club=club).select_related("competition"):
        if as_of and season.was_closed_on(as_of):
            reopened.append(season.pk)
        record = _season(season, season.state if as_of is None else season.get_state_on(as_of))
        book.seasons[record.key] = record
    divisions: dict[int, DivisionKey] = {}
    without_matches: set[int] = set()  # of drafts whose schedule is not finished: they have none yet
    for division in Division.objects.filter(season__competition__club=club).select_related(
        "season__competition"
    ):
        key = DivisionKey(_key(division.season), division.level)
        divisions[division.pk] = key
        if division.season.schedule_token:
            without_matches.add(division.pk)
        book.divisions[key] = DivisionRecord(
            key, division.name, f"{book.seasons[key.season].path}.{division.name}"
        )
    entries: Iterable[Entry] = Entry.objects.filter(season__competition__club=club).select_related("player")
    since = Since(club, as_of) if as_of else None
    for entry in since.entries(entries) if since else entries:
        place = _entry(entry, divisions[entry.division_id])
        book.entries[place.key] = place
    for match, result, seats in _matches(club, as_of, reopened):
        if match.division_id in without_matches:
            continue
        told = _match(match, result, seats, divisions[match.division_id])
        there = since.match(told, book.entries) if since else told
        if there:
            book.matches[there.id] = there
    return book


def with_variants(book: ClubSnapshot, club: Club) -> ClubSnapshot:
    """The book with the club's own variants, which nothing that is told of a season needs. 1 query."""
    records = {
        one.key: VariantRecord(one.key, one.name, one.game, one.options, f"variants.{one.key}")
        for one in Variant.objects.filter(club=club)
    }
    return replace(book, variants=records)


def with_claims(book: ClubSnapshot, club: Club) -> ClubSnapshot:
    """The book with what is kept of what follows from the sheets: results from the seats, reports from the
    standings and awards. What `export_club` writes, and `verify` checks. 3 queries."""
    return book.replace_records(matches=_kept_results(book, club), seasons=_kept_reports(book, club))


def _key(season: Season) -> SeasonKey:
    return SeasonKey(season.competition.slug, season.number)


def _season(season: Season, state: str) -> SeasonRecord:
    key = _key(season)
    opened = season.state != "draft"  # by now: as of a day before, it is told by what it was then opened with
    return SeasonRecord(
        key=key,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        state=state,
        draw_seed=season.lot,
        game=season.game if opened else None,
        options=season.options if opened else None,
        rules=season.rules if opened else None,
        path=f"competitions.{key.competition}.seasons.{key.number}",
    )


def _entry(entry: Entry, division: DivisionKey) -> EntryRecord:
    return EntryRecord(
        key=EntryKey(division.season, entry.player.key),
        level=division.level,
        seed=entry.seed,
        left=entry.left,
        # in the order of a club file: PostgreSQL keeps no order of its own
        penalties=tuple({name: p[name] for name in ("points", "score", "reason")} for p in entry.penalties),
        path=f"entries.{entry.player.key}",
    )


def _matches(
    club: Club, as_of: date | None, reopened: Sequence[int]
) -> Iterable[tuple[Match, Result | None, list[Seat]]]:
    """Every match with the result that counted then and its seats; in the seasons of `reopened` also what closing had
    decided, which was not taken back yet. 2 queries, 3 as of a day."""
    seats: dict[int, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(match__club=club)
        .select_related("entry__player", "player")
        .order_by("match", "number")
    ):
        seats.setdefault(seat.match_id, []).append(seat)
    matches = Match.objects.filter(club=club)
    if as_of is None:
        for match in matches.select_related("current"):
            yield match, match.current, seats.get(match.pk, [])
        return
    counted = Result.objects.filter(
        Q(counts_from__isnull=True) | Q(counts_from__lte=as_of),
        Q(by_closing=False) | Q(series=F("match__series")) | Q(match__division__season__in=reopened),
        Q(decision__undone_on=None) | Q(decision__undone_on__gt=as_of),
        match__club=club,
    )
    newest = {result.match_id: result for result in counted.order_by("series", "number")}
    for match in matches:
        yield match, newest.get(match.pk), seats.get(match.pk, [])


def _match(match: Match, result: Result | None, seats: list[Seat], division: DivisionKey) -> MatchRecord:
    """Who sat where is the result's to say, once there is one: a later revision may have seated others."""
    entries = tuple(seat.entry.player.key for seat in seats)
    sitting = tuple(seat.player.key for seat in seats)
    record = MatchRecord(
        id=match.key,
        division=division,
        round=match.round,
        table=match.table,
        seats=entries,
        due_on=match.due_on,
        sat=() if sitting == entries else sitting,
        path=f"matches.{match.key}",
    )
    if result is None:
        return record
    return replace(
        record,
        seats=tuple(result.seats),
        status=result.status,
        played_on=result.played_on,
        sheet=result.sheet,
        revision=result.number,
        absent=tuple(result.seats[number] for number in result.absent),
        sat=tuple(result.sat),
    )


def _kept_results(book: ClubSnapshot, club: Club) -> dict[str, MatchRecord]:
    kept: dict[str, tuple[list[Any], list[Any]]] = {}
    for match, score, place in (
        Seat.objects.filter(match__club=club, match__status="played")
        .order_by("match", "number")
        .values_list("match__key", "score", "place")
    ):
        scores, places = kept.setdefault(match, ([], []))
        scores.append(score)
        places.append(place)
    return {
        match: replace(book.matches[match], derived={"scores": scores, "places": places})
        for match, (scores, places) in kept.items()
    }


def _kept_reports(book: ClubSnapshot, club: Club) -> dict[SeasonKey, SeasonRecord]:
    kept: dict[DivisionKey, list[RankedEntry]] = {}
    movements: dict[SeasonKey, dict[str, str]] = {}
    for standing in Standing.objects.filter(entry__season__competition__club=club).select_related(
        "entry__player", "entry__division", "entry__season__competition"
    ):
        key = DivisionKey(_key(standing.entry.season), standing.entry.division.level)
        kept.setdefault(key, []).append(ranked(standing))
        if standing.movement:
            movements.setdefault(key.season, {})[standing.entry.player.key] = standing.movement
    awards = kept_awards(club)
    for rows in kept.values():  # ids here, not there: each database has its own order of letters
        rows.sort(key=lambda one: (one.rank, one.row.seed, one.row.player))
    seasons = {}
    for season_key, season in book.seasons.items():
        divisions = book.get_divisions(season_key)
        if any(match.is_finished for division in divisions for match in book.get_matches(division.key)):
            game = book.get_settings(season).game
            moved = movements.get(season_key, {})
            told = [
                report.build_division_report(
                    division.key.level, division.name, kept.get(division.key, []), game, moved
                )
                for division in divisions
            ]
            seasons[season_key] = replace(
                season, derived={"divisions": told, "awards": awards.get(season_key, [])}
            )
    return seasons


def ranked(standing: Standing) -> RankedEntry:
    """A kept standing as `rules.standings.ranking.rank_entries` gave it, without its steps."""
    row = EntryTotals(
        player=standing.entry.player.key,
        seed=standing.entry.seed,
        **{name: getattr(standing, name) for name in TOTAL_COLUMNS},
    )
    return RankedEntry(row, standing.rank, standing.decided_by or None)
