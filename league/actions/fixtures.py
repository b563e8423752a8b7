"""Create and delete the matches of a season: at once, or where they are many in several transactions.

While others are still to come, or after that was interrupted, the season has a token, and the matches there are
count as none. See docs/reference/schedule.md, Making a schedule; docs/decisions/0028-schedules-in-batches.md.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, groupby
from typing import Any
from uuid import UUID, uuid4

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from games import Invalid
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.errors import ActionError
from league.models import (
    Bye,
    Decision,
    DecisionKind,
    Division,
    Entry,
    Match,
    Reply,
    Result,
    Round,
    Season,
    Seat,
    SheetDraft,
    Stage,
    Submission,
)
from league.queries.opening import SCHEDULE_UNFINISHED
from league.queries.schedule import list_division_players
from league.rules.pairing import fixtures as fixture_rules
from league.rules.pairing.fixtures import Fixtures, Pairing
from league.rules.pairing.schedules import build_table_draw
from league.rules.records import FIRST_STAGE
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

MATCH_KEY_PATTERN = re.compile(r"m([1-9][0-9]{0,14})")
MAX_ROWS_AT_ONCE = 4_500  # matches and seats created in a transaction: less than half a second on SQLite
CHANGED = build_problem(
    "",
    "changed-meanwhile",
    _(
        "The season was changed while its schedule was being created, so the schedule isn't "
        "complete. Create it again."
    ),
)


def is_schedule_large(season: Season) -> bool:
    """Return whether a schedule of the season is made in several transactions; 2 queries.

    Raises ActionError where it can have none, or would have too many matches.
    """
    try:
        settings = parse_settings(*season.settings)
        drawing = build_table_draw(settings, draw_seed=0)
        matches = fixture_rules.count_matches(
            list_division_players(season), settings.rules.meetings, drawing=drawing
        )
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
    return matches * (1 + settings.table_size) > MAX_ROWS_AT_ONCE


# --- creating


@dataclass(frozen=True)
class Places:
    """Where matches are created: the club, the stage, its divisions by level, and entries by player."""

    club: int
    stage: int
    divisions: Mapping[int, int]
    entries: Mapping[str, Entry]


def load_places(season: Season) -> Places:
    """Return the divisions and entries of a season's first stage; it was read with its competition. 3 queries."""
    entries = Entry.objects.filter(season=season, stage__number=FIRST_STAGE).select_related("player")
    return Places(
        season.competition.club_id,
        season.stages.get(number=FIRST_STAGE).pk,
        dict(Division.objects.filter(season=season, stage__number=FIRST_STAGE).values_list("level", "pk")),
        {entry.player.key: entry for entry in entries},
    )


def sort_pairings(fixtures: Fixtures) -> list[Pairing]:
    """Return the pairings in the order in which their matches get their ids."""
    return sorted(fixtures.pairings, key=lambda pairing: (pairing.level, pairing.round, pairing.table))


def create_matches(
    places: Places, pairings: Sequence[Pairing], *, reserved_keys: Collection[str] = ()
) -> None:
    """Create matches with the next free ids of the club.

    The caller has locked the club, checked the permission, and records the event. `reserved_keys` are not
    free, though nothing has them. Runs 6 queries, more only by batches of rows.
    """
    rounds = ensure_rounds((places.stage, pairing.round) for pairing in pairings)
    matches = Match.objects.bulk_create(
        [
            Match(
                club_id=places.club,
                division_id=places.divisions[pairing.level],
                key=key,
                round_id=rounds[places.stage, pairing.round],
                table=pairing.table,
                due_on=pairing.day,
            )
            for pairing, key in zip(pairings, generate_match_keys(places.club, reserved_keys), strict=False)
        ],
        batch_size=BATCH_SIZE,
    )
    Seat.objects.bulk_create(
        [
            Seat(
                match=match,
                number=number,
                entry=places.entries[player],
                player_id=places.entries[player].player_id,
            )
            for match, pairing in zip(matches, pairings, strict=True)
            for number, player in enumerate(pairing.players)
        ],
        batch_size=BATCH_SIZE,
    )


def ensure_rounds(wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Return the ids of rounds by stage and number, and create those that there are not.

    Runs 2 queries, more only by batches of rows.
    """
    rounds = sorted(set(wanted))
    Round.objects.bulk_create(
        [Round(stage_id=stage, number=number) for stage, number in rounds],
        batch_size=BATCH_SIZE,
        ignore_conflicts=True,
    )
    stages = sorted({stage for stage, _number in rounds})
    found: dict[tuple[int, int], int] = {}
    for start in range(0, len(stages), BATCH_SIZE):
        those = Round.objects.filter(stage__in=stages[start : start + BATCH_SIZE])
        found |= {(stage, number): pk for stage, number, pk in those.values_list("stage", "number", "pk")}
    return found


def generate_match_keys(club_id: int, reserved_keys: Collection[str]) -> Iterator[str]:
    """Return an iterator of free match ids: m1, m2 and so on, from the highest that the club has used.

    Ids of late entries that were revoked count as used. Runs 2 queries.
    """
    taken = set(reserved_keys) | set(
        Match.objects.filter(club=club_id, key__startswith="m").values_list("key", flat=True)
    )
    late = Decision.objects.filter(season__competition__club=club_id, kind=DecisionKind.LATE_ENTRY)
    taken.update(key for detail in late.values_list("detail", flat=True) for key in detail["matches"])
    numbers = [int(numbered[1]) for key in taken if (numbered := MATCH_KEY_PATTERN.fullmatch(key))]
    return (key for number in count(max(numbers, default=0) + 1) if (key := f"m{number}") not in taken)


# --- in several transactions


def split_pairings(pairings: Sequence[Pairing]) -> list[Sequence[Pairing]]:
    """Return the pairings of each transaction."""
    rows = list(accumulate(1 + len(pairing.players) for pairing in pairings))
    batches = groupby(range(len(pairings)), key=lambda place: (rows[place] - 1) // MAX_ROWS_AT_ONCE)
    return [[pairings[place] for place in places] for _number, places in batches]


def renew_token(season: Season) -> UUID:
    """Set the token that the next transaction expects; 1 query."""
    season.schedule_token, season.schedule_batch_at = uuid4(), timezone.now()
    season.save(update_fields=["schedule_token", "schedule_batch_at"])
    return season.schedule_token


def require_token(season: Season, token: UUID) -> None:
    """Raise ActionError unless the locked season is as the last transaction has left it."""
    if season.schedule_token != token:
        raise ActionError(CHANGED)


def require_finished(season: Season) -> None:
    """Raise ActionError while the season's schedule is being made, or after that was interrupted."""
    if season.schedule_token:
        raise ActionError(SCHEDULE_UNFINISHED)


def discard_unfinished_schedule(season: Season) -> None:
    """Delete the matches of a schedule that is not finished; do nothing if there is none.

    An action that is still making it then stops. The season is locked. Runs 11 queries, none if there is nothing
    to do.
    """
    if season.schedule_token:
        delete_matches(season.divisions.filter(stage__number=FIRST_STAGE))
        season.schedule_token = season.schedule_batch_at = None
        season.save(update_fields=["schedule_token", "schedule_batch_at"])


# --- deleting


def delete_matches(divisions: QuerySet[Division]) -> None:
    """Delete the matches of all divisions of a stage, without results, and the source of their schedule; 10 queries.

    Their rounds go too, with byes, unfinished sheets, refused submissions, and results that stood for the matches until
    the season was reopened.
    """
    delete_match_rows(Match.objects.filter(division__in=divisions))
    delete_rows(Bye.objects.filter(round__stage__divisions__in=divisions))
    delete_rows(Round.objects.filter(stage__divisions__in=divisions))
    Stage.objects.filter(divisions__in=divisions).update(making=None)


def delete_match_rows(matches: QuerySet[Match]) -> None:
    """Delete matches with all that was sent for them; decisions about them stay, without a match. 7 queries."""
    Decision.objects.filter(match__in=matches).update(match=None)
    delete_rows(Result.objects.filter(match__in=matches))
    delete_rows(Reply.objects.filter(submission__match__in=matches))
    delete_rows(Submission.objects.filter(match__in=matches))
    delete_rows(SheetDraft.objects.filter(match__in=matches))
    delete_rows(Seat.objects.filter(match__in=matches))
    delete_rows(matches)


def delete_empty_rounds(rounds: QuerySet[Round]) -> None:
    """Delete those of these rounds that have no match, and are not planned, paired or finished either; 1 query."""
    delete_rows(rounds.filter(matches=None).exclude(pk__in=Round.objects.beyond_matches()))


def delete_rows(rows: QuerySet[Any]) -> None:
    """Delete rows in a single query.

    Rows that refer to these have been deleted before, so Django need not look for them row by row.
    """
    rows._raw_delete(connection.alias)
