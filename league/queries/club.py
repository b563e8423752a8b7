"""A club as a file, and whether its stored figures are those of its sheets."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import F

from games import Invalid
from league.clubfile import reader, verify, writer
from league.clubfile.verify import Difference
from league.models import Club, Job, Match, Seat, Standing
from league.models.job import JobState
from league.queries import award, statistics
from league.queries.snapshot import add_confirmations, add_derived_values, add_variants, read_snapshot
from league.rules.records import EntryKey, SeasonKey
from league.rules.seasons import report
from league.rules.standings.points import compute_seats
from league.rules.standings.totals import SEAT_COLUMNS, TOTAL_COLUMNS, SeatResult
from league.rules.validation import CheckedSnapshot, check_snapshot

STORING = "keep-figures"  # the job that reads them from sheets which came in before they were stored
STORED = ("rank", "movement", *TOTAL_COLUMNS)  # of each entry; the report of its season shows some of it
STORED_LATER = ("bids", "bids_made", "bid_total", "figures", "deal_scores")  # of each seat, by that job
REPORTED = ("rank", "movement", "played", "won", "drawn", "lost", "deals", "score")


def export_club_file(club: Club, *, as_of: date | None = None) -> bytes:
    """Return the club file, with the stored results of the sheets; as of a day, with results computed from the sheets.

    11 queries. As of a day it is without confirmations and disputes.
    """
    snapshot = add_variants(read_snapshot(club, as_of=as_of), club)
    snapshot = snapshot if as_of else add_confirmations(snapshot, club)
    checked = check_snapshot(snapshot, list(snapshot.seasons))
    return writer.write_club_file(
        verify.fill_in_derived(checked) if as_of else add_derived_values(checked.snapshot, club)
    )


def verify_club(club: Club) -> list[Difference]:
    """Return where stored figures differ from those of the sheets. Paths are those of the export. 26 queries.

    The games' own figures, the scores of deals, statistics and awards are passed over while a job still has to store
    them.
    """
    strays = [*_find_strays(club), *_find_surplus_seats(club)]
    if strays:  # nothing that hangs on them can be worked out
        return strays
    # Written and read as an export, so that paths are those of the file. Sheets are scored once, below.
    exported = add_confirmations(add_variants(read_snapshot(club), club), club)
    content = writer.write_club_file(add_derived_values(exported, club), indent=None)
    snapshot, problems = reader.read_club_file(content)
    if snapshot is None or problems:
        raise Invalid(*problems)
    checked = check_snapshot(snapshot.resolve_settings(), list(snapshot.seasons))
    figures = {match.id: compute_seats(checked, match) for match in checked.snapshot.matches.values()}
    return [
        *(Difference(found.path, str(found.message), None) for found in checked.problems),
        *award.find_differences(checked, club),
        *_find_seat_differences(club, checked, figures),
        *_find_total_differences(club, checked),
        *statistics.find_differences(club, checked, figures),
    ]


def _find_seat_differences(
    club: Club, checked: CheckedSnapshot, figures: Mapping[str, Sequence[SeatResult]]
) -> Iterator[Difference]:
    """Yield differences at the seats: players, and figures that the export does not show."""
    waiting = _list_waiting_competitions()
    for key, number, entry, player, competition, *stored in (
        Seat.objects.filter(match__club=club, match__division__season__schedule_token=None)
        .order_by("match", "number")
        .values_list(
            "match__key",
            "number",
            "entry__player__key",
            "player__key",
            "match__division__season__competition",
            *SEAT_COLUMNS,
        )
    ):
        match = checked.snapshot.matches[key]
        path = checked.snapshot.get_path(match)
        sat = (match.sat or match.seats)[number]
        if entry != match.seats[number]:
            yield Difference(f"{path}.seats.{number}", entry, match.seats[number])
        if player != sat:
            yield Difference(f"{path}.sat.{number}", player, sat)
        right = {name: getattr(figures[key][number], name) for name in SEAT_COLUMNS}
        passed_over = STORED_LATER if competition in waiting else ()
        yield from verify.compare_columns(
            dict(zip(SEAT_COLUMNS, stored, strict=True)), right, f"{path}.seats.{number}", passed_over
        )


def _list_waiting_competitions() -> set[int]:
    """Return the competitions in which a job still has to store the games' own figures, after an upgrade. 1 query."""
    jobs = Job.objects.filter(kind=STORING, state__in=[JobState.WAITING, JobState.RUNNING])
    return {arguments["competition"] for arguments in jobs.values_list("arguments", flat=True)}


def _find_total_differences(club: Club, checked: CheckedSnapshot) -> Iterator[Difference]:
    """Yield differences of each entry that the report of its season does not show; all if it has no report."""
    snapshot = checked.snapshot
    expected = {
        key: totals for season in snapshot.seasons for key, totals in _compute_totals(checked, season)
    }
    for slug, number, stage, player, *stored in Standing.objects.filter(
        entry__season__competition__club=club
    ).values_list(
        "entry__season__competition__slug",
        "entry__season__number",
        "entry__stage__number",
        "entry__player__key",
        *STORED,
    ):
        key = EntryKey(SeasonKey(slug, number), stage, player)
        yield from verify.compare_columns(
            dict(zip(STORED, stored, strict=True)),
            dict(zip(STORED, expected[key], strict=True)),
            snapshot.get_path(snapshot.entries[key]),
            REPORTED if snapshot.seasons[key.season].report is not None else (),
        )


def _compute_totals(
    checked: CheckedSnapshot, season: SeasonKey
) -> Iterator[tuple[EntryKey, tuple[Any, ...]]]:
    """Yield the values to be stored of each entry of a season."""
    standings = report.compute_season_standings(checked, season)
    for division in standings.divisions:
        for ranked in division.ranked:
            player = ranked.row.player
            totals = (getattr(ranked.row, name) for name in TOTAL_COLUMNS)
            yield (
                EntryKey(season, division.stage, player),
                (ranked.rank, standings.movements.get(player, ""), *totals),
            )


def _find_strays(club: Club) -> list[Difference]:
    """Return what no constraint prevents: rows whose two ways up lead to different places. Paths name the record."""
    matches = Match.objects.filter(club=club)
    seats = Seat.objects.filter(match__club=club).select_related("match")
    return [
        *(
            Difference(f"matches.{match.key}.division", match.division_id, None)
            for match in matches.exclude(division__season__competition__club=club)
        ),
        *(
            Difference(
                f"matches.{match.key}.revision", match.revision, match.current and match.current.number
            )
            for match in matches.filter(current__isnull=False)
            .exclude(
                current__match=F("pk"),
                current__generation__lte=F("generation"),
                current__number=F("revision"),
                current__status=F("status"),
                current__decision__revoked_at=None,
                current__submission__undone_at=None,
            )
            .select_related("current")
        ),
        *(
            Difference(f"matches.{seat.match.key}.seats.{seat.number}", seat.entry_id, None)
            for seat in seats.exclude(
                entry__season=F("match__division__season"), entry__stage=F("match__division__stage")
            )
        ),
    ]


def _find_surplus_seats(club: Club) -> list[Difference]:
    """Return the seats that the result which counts knows nothing of."""
    return [
        Difference(f"matches.{match}.seats.{number}", entry, None)
        for match, number, entry, seats in Seat.objects.filter(
            match__club=club, match__current__isnull=False
        ).values_list("match__key", "number", "entry", "match__current__seats")
        if number >= len(seats)
    ]
