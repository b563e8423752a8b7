"""Database triggers that keep history from being rewritten.

Results and events are neither updated nor deleted, except those of a club that is being erased, and results that were
revoked: those that a decision made that has been undone, those that closing made in a season that was reopened, and
those that were entered and undone. The event of a decision may lose its reason once the decision has none any more,
and nothing else of it changes. While the id of a player is exchanged for another one (`Player.next_key`), results and
events of the club may have the new id where they had the old, and nothing else; while a player is anonymised, a text
may lose the name. An opened season keeps its game, options, rules and draw seed, and its stages their
format once they have a match. A challenge is between entries of its division. A division is in a stage of its season,
an entry in a division of its stage, and a seat's entry in the division of its match: Django has no foreign keys of
several columns. The triggers are dropped while tables are migrated (SQLite rebuilds them) and created again
afterwards; tests drop them to flush their database.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from league.models.challenge import Challenge
from league.models.club import Club
from league.models.decision import Decision
from league.models.division import Division, Entry
from league.models.event import Event
from league.models.match import Match, Seat
from league.models.player import Player
from league.models.player_merge import PlayerMerge
from league.models.result import Result, Submission
from league.models.round import Bye, Round
from league.models.season import Season
from league.models.stage import Stage


@dataclass(frozen=True)
class Trigger:
    name: str
    table: str
    event: str
    message: str
    condition: str = "1 = 1"  # with the words of VENDOR_WORDS
    columns: str = ""  # those of its table that the condition asks


APPEND_ONLY_MESSAGE = "A {} is never changed or deleted."
FROZEN_COLUMNS = ("game", "game_version", "options", "rules", "draw_seed")
RESULT_NOT_REVOKED_CONDITION = (  # true of superseded results, too: only revoked results may be deleted
    f"NOT (OLD.by_closing AND EXISTS (SELECT 1 FROM {Match._meta.db_table} "  # noqa: S608
    "WHERE id = OLD.match_id AND generation > OLD.generation)) "
    f"AND NOT EXISTS (SELECT 1 FROM {Decision._meta.db_table} "
    "WHERE id = OLD.decision_id AND revoked_at IS NOT NULL) "
    f"AND NOT EXISTS (SELECT 1 FROM {Submission._meta.db_table} "
    "WHERE id = OLD.submission_id AND undone_at IS NOT NULL) "
    f"AND NOT EXISTS (SELECT 1 FROM {Match._meta.db_table} match "
    f"JOIN {Club._meta.db_table} club ON club.id = match.club_id "
    "WHERE match.id = OLD.match_id AND club.erasing_since IS NOT NULL)"
)
EVENT_OF_A_CLUB_THAT_STAYS_CONDITION = (
    f"NOT EXISTS (SELECT 1 FROM {Club._meta.db_table} "  # noqa: S608
    "WHERE id = OLD.club_id AND erasing_since IS NOT NULL)"
)


def _write_rest_stays(model: type[Model], *but: str) -> str:
    """Return the condition that no column of a row changes but these."""
    columns = (field.column for field in model._meta.concrete_fields if field.name not in but)
    return " AND ".join(
        f"COALESCE(CAST(OLD.{column} AS text), '') = COALESCE(CAST(NEW.{column} AS text), '')"
        for column in columns
    )


def _write_same_but_for_id(column: str) -> str:
    """Return the condition that JSON differs at most in having a player's next id for the id, or the other way."""
    old, new = (
        f"{{json_begins}}REPLACE(COALESCE(CAST({row}.{column} AS text), 'null'), "
        f"'\"' || player.key || '\"', '\"' || player.next_key || '\"'){{json_ends}}"
        for row in ("OLD", "NEW")
    )
    return f"{old} = {new}"


REST_OF_EVENT_STAYS = _write_rest_stays(Event, "why")
RESULT_HAS_OTHER_ID = (
    f"{_write_rest_stays(Result, 'seats', 'seated_players')} "  # noqa: S608
    f"AND EXISTS (SELECT 1 FROM {Player._meta.db_table} player "
    f"JOIN {Match._meta.db_table} match ON match.club_id = player.club_id "
    "WHERE match.id = OLD.match_id AND player.next_key <> '' "
    f"AND {_write_same_but_for_id('seats')} AND {_write_same_but_for_id('seated_players')})"
)
EVENT_HAS_OTHER_ID = (
    f"{_write_rest_stays(Event, 'key', 'before', 'after')} "  # noqa: S608
    f"AND EXISTS (SELECT 1 FROM {Player._meta.db_table} player "
    "WHERE player.club_id = OLD.club_id AND player.next_key <> '' "
    "AND REPLACE('/' || OLD.key || '/', '/' || player.key || '/', '/' || player.next_key || '/') "
    "= REPLACE('/' || NEW.key || '/', '/' || player.key || '/', '/' || player.next_key || '/') "
    f"AND {_write_same_but_for_id('before')} AND {_write_same_but_for_id('after')})"
)


def _write_has_it_less_often(name: str) -> str:
    """Return the condition that the new text has a name less often; as a part of other words it may stay."""
    old, new = (f"LENGTH({row}.why) - LENGTH(REPLACE({row}.why, {name}, ''))" for row in ("OLD", "NEW"))
    return f"{new} < {old}"


EVENT_LOSES_NAME = (
    f"{REST_OF_EVENT_STAYS} AND EXISTS (SELECT 1 FROM {Player._meta.db_table} player "  # noqa: S608
    f"LEFT JOIN {PlayerMerge._meta.db_table} merged ON merged.kept_id = player.id "
    "WHERE player.club_id = OLD.club_id AND player.to_erase "
    f"AND ({_write_has_it_less_often('player.name')} OR {_write_has_it_less_often('merged.name')}))"
)
REASON_STAYS_CONDITION = (  # true of any update but the one that takes out a reason that was removed
    f"NOT (NEW.why = '' AND {REST_OF_EVENT_STAYS} AND EXISTS (SELECT 1 FROM {Decision._meta.db_table} "  # noqa: S608
    "WHERE id = {decision} AND remark_id IS NULL))"
)
STAGE_CHANGES_CONDITION = (
    "OLD.format <> NEW.format "  # noqa: S608
    f"AND EXISTS (SELECT 1 FROM {Season._meta.db_table} WHERE id = OLD.season_id AND state <> 'draft') "
    f"AND EXISTS (SELECT 1 FROM {Match._meta.db_table} match "
    f"JOIN {Division._meta.db_table} division ON division.id = match.division_id WHERE division.stage_id = OLD.id)"
)
VENDOR_WORDS = {
    "sqlite": {
        "decision": "json_extract(OLD.after, '$.decision')",  # the decision that an event is about, or null
        "json_begins": "",
        "json_ends": "",
    },
    "postgresql": {
        "decision": "CAST(OLD.after ->> 'decision' AS bigint)",
        "json_begins": "CAST(",  # else the order of keys would count
        "json_ends": " AS jsonb)",
    },
}


def _build_row_triggers(
    name: str, table: str, columns: str, message: str, condition: str
) -> Iterator[Trigger]:
    """Yield the triggers that refuse a row of which this is true, when it is inserted or one of the columns changes."""
    for event in ("insert", f"update OF {columns}"):
        yield Trigger(f"{name}_{event[:6]}", table, event, message, condition, columns)


def _build_membership_triggers(
    name: str, table: str, columns: str, message: str, query: str
) -> Iterator[Trigger]:
    """Yield triggers that refuse rows for which a query finds none: their two ways up lead to different places."""
    return _build_row_triggers(name, table, columns, message, f"NOT EXISTS (SELECT 1 FROM {query})")  # noqa: S608


TRIGGERS = (
    Trigger(
        "result_no_update",
        Result._meta.db_table,
        "update",
        APPEND_ONLY_MESSAGE.format("result"),
        condition=f"NOT ({RESULT_HAS_OTHER_ID})",
    ),
    Trigger(
        "result_no_delete",
        Result._meta.db_table,
        "delete",
        APPEND_ONLY_MESSAGE.format("result"),
        condition=RESULT_NOT_REVOKED_CONDITION,
    ),
    Trigger(
        "event_no_update",
        Event._meta.db_table,
        "update",
        APPEND_ONLY_MESSAGE.format("event"),
        condition=f"{REASON_STAYS_CONDITION} AND NOT ({EVENT_HAS_OTHER_ID}) AND NOT ({EVENT_LOSES_NAME})",
    ),
    Trigger(
        "event_no_delete",
        Event._meta.db_table,
        "delete",
        APPEND_ONLY_MESSAGE.format("event"),
        condition=EVENT_OF_A_CLUB_THAT_STAYS_CONDITION,
    ),
    *_build_membership_triggers(
        "division_in_its_season",
        Division._meta.db_table,
        "season_id, stage_id",
        "A division is in a stage of its season.",
        f"{Stage._meta.db_table} WHERE id = NEW.stage_id AND season_id = NEW.season_id",
    ),
    *_build_membership_triggers(
        "entry_in_its_stage",
        Entry._meta.db_table,
        "season_id, stage_id, division_id",
        "An entry is in a division of its stage and season.",
        f"{Division._meta.db_table} "
        "WHERE id = NEW.division_id AND stage_id = NEW.stage_id AND season_id = NEW.season_id",
    ),
    *_build_membership_triggers(
        "seat_in_its_division",
        Seat._meta.db_table,
        "match_id, entry_id",
        "A seat is that of an entry in the division of its match.",
        f"{Match._meta.db_table} match JOIN {Entry._meta.db_table} entry ON entry.division_id = match.division_id "
        "WHERE match.id = NEW.match_id AND entry.id = NEW.entry_id",
    ),
    *_build_membership_triggers(
        "match_in_its_round",
        Match._meta.db_table,
        "division_id, round_id",
        "A match is in a round of the stage of its division.",
        f"{Round._meta.db_table} round JOIN {Division._meta.db_table} division ON division.stage_id = round.stage_id "
        "WHERE round.id = NEW.round_id AND division.id = NEW.division_id",
    ),
    # Seats say the round and leg of a paired match again, for a constraint; so those of the match stay.
    *_build_membership_triggers(
        "seat_in_its_round",
        Seat._meta.db_table,
        "match_id, round_id, leg",
        "A seat has the round and leg of its match, if that was paired, else no round.",
        f"{Match._meta.db_table} WHERE id = NEW.match_id AND leg = NEW.leg "
        "AND ((paired AND round_id = NEW.round_id) OR (NOT paired AND NEW.round_id IS NULL))",
    ),
    Trigger(
        "paired_match_stays_in_its_round",
        Match._meta.db_table,
        "update OF round_id, leg, paired",
        "A match that has seats keeps its leg, and if it was paired its round.",
        condition="(OLD.paired <> NEW.paired OR OLD.leg <> NEW.leg "  # noqa: S608
        "OR (OLD.paired AND OLD.round_id <> NEW.round_id)) "
        f"AND EXISTS (SELECT 1 FROM {Seat._meta.db_table} WHERE match_id = NEW.id)",
        columns="round_id, leg, paired",
    ),
    *_build_row_triggers(
        "round_after_the_last",
        Round._meta.db_table,
        "stage_id, number, state, pairings",
        "A round is paired and published once the one before it is finished.",
        "NEW.pairings IS NOT NULL AND NEW.number > 1 AND NEW.state <> 'planned' "  # noqa: S608
        f"AND NOT EXISTS (SELECT 1 FROM {Round._meta.db_table} "
        "WHERE stage_id = NEW.stage_id AND number = NEW.number - 1 AND state = 'finished')",
    ),
    *_build_membership_triggers(
        "round_of_divisions",
        Round._meta.db_table,
        "stage_id",
        "A stage without divisions has no rounds.",
        f"{Division._meta.db_table} WHERE stage_id = NEW.stage_id",
    ),
    *_build_membership_triggers(
        "bye_in_its_stage",
        Bye._meta.db_table,
        "round_id, entry_id",
        "A bye is that of an entry in the stage of its round.",
        f"{Round._meta.db_table} round JOIN {Entry._meta.db_table} entry ON entry.stage_id = round.stage_id "
        "WHERE round.id = NEW.round_id AND entry.id = NEW.entry_id",
    ),
    *_build_row_triggers(
        "bye_without_a_match",
        Bye._meta.db_table,
        "round_id, entry_id",
        "An entry with a match in a round has no bye in it.",
        f"EXISTS (SELECT 1 FROM {Seat._meta.db_table} "  # noqa: S608
        "WHERE round_id = NEW.round_id AND entry_id = NEW.entry_id)",
    ),
    *_build_row_triggers(
        "seat_without_a_bye",
        Seat._meta.db_table,
        "round_id, entry_id",
        "An entry with a bye in a round has no match in it.",
        "NEW.round_id IS NOT NULL "  # noqa: S608
        f"AND EXISTS (SELECT 1 FROM {Bye._meta.db_table} "
        "WHERE round_id = NEW.round_id AND entry_id = NEW.entry_id)",
    ),
    *_build_membership_triggers(
        "challenge_in_its_division",
        Challenge._meta.db_table,
        "division_id, challenger_id, challenged_id",
        "A challenge is in a division of both of its entries.",
        f"{Entry._meta.db_table} one JOIN {Entry._meta.db_table} other ON other.division_id = one.division_id "
        "WHERE one.id = NEW.challenger_id AND other.id = NEW.challenged_id AND one.division_id = NEW.division_id",
    ),
    Trigger(
        "season_is_frozen",
        Season._meta.db_table,
        "update",
        "An opened season keeps its game, options, rules and draw seed.",
        condition="OLD.state <> 'draft' AND ("
        + " OR ".join(
            f"CAST(OLD.{field} AS text) <> CAST(NEW.{field} AS text)" for field in (*FROZEN_COLUMNS,)
        )
        + " OR NEW.state = 'draft')",
        columns=", ".join(FROZEN_COLUMNS),
    ),
    Trigger(
        "stage_is_frozen",
        Stage._meta.db_table,
        "update",
        "A stage with matches keeps its format once its season is opened.",
        condition=STAGE_CHANGES_CONDITION,
        columns="format",
    ),
)


# Of a table that had another name: they are dropped before that is migrated.
FORMER_TRIGGERS = (("change_no_update", "league_change"), ("change_no_delete", "league_change"))


def create_triggers(using: str) -> None:
    """Create the triggers, replacing those that exist.

    Tables and columns that have not been migrated yet are left for the next time.
    """
    connection = connections[using]
    drop_triggers(using)
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for guard in TRIGGERS:
            if guard.table in tables and _has_columns(connection, cursor, guard):
                for statement in _build_create_statements(connection, guard):
                    cursor.execute(statement)


def _has_columns(connection: BaseDatabaseWrapper, cursor: CursorWrapper, trigger: Trigger) -> bool:
    wanted = set(filter(None, trigger.columns.split(", ")))
    if not wanted:
        return True
    # Not by Django's introspection: on SQLite it parses the statement of each table, at each migrate.
    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(trigger.table)} WHERE 1 = 0")  # noqa: S608
    return wanted <= {column[0] for column in cursor.description}


def drop_triggers(using: str) -> None:
    connection = connections[using]
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for name, table in [*((guard.name, guard.table) for guard in TRIGGERS), *FORMER_TRIGGERS]:
            if table in tables:
                cursor.execute(_build_drop_statement(connection, name, table))


def _build_create_statements(connection: BaseDatabaseWrapper, trigger: Trigger) -> list[str]:
    condition = trigger.condition.format(**VENDOR_WORDS[connection.vendor])
    if connection.vendor == "sqlite":
        return [
            f"CREATE TRIGGER {trigger.name} BEFORE {trigger.event} ON {trigger.table} WHEN {condition} "
            f"BEGIN SELECT RAISE(ABORT, '{trigger.message}'); END"
        ]
    return [  # on PostgreSQL
        # The condition is in the function: in the trigger it would keep the columns it names from being altered.
        f"CREATE OR REPLACE FUNCTION {trigger.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {condition} THEN RAISE EXCEPTION '{trigger.message}' "
        f"USING ERRCODE = 'integrity_constraint_violation'; END IF; "
        f"RETURN {'OLD' if trigger.event == 'delete' else 'NEW'}; END $$",
        f"CREATE TRIGGER {trigger.name} BEFORE {trigger.event} ON {trigger.table} FOR EACH ROW "
        f"EXECUTE FUNCTION {trigger.name}()",
    ]


def _build_drop_statement(connection: BaseDatabaseWrapper, name: str, table: str) -> str:
    place = "" if connection.vendor == "sqlite" else f" ON {table}"
    return f"DROP TRIGGER IF EXISTS {name}{place}"
