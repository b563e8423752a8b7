"""Database triggers that keep history from being rewritten.

Results and events are neither updated nor deleted, except those of a club that is being erased, and results
that were revoked: those that a decision made that has been undone, those that closing made in a season
that was reopened, and those that were entered and undone. The event of a decision may lose its reason once the
decision has none any more, and nothing else of it changes. An opened season keeps its game, options, rules and
lot. The triggers are dropped while tables are migrated (SQLite rebuilds them) and created again afterwards;
tests drop them to flush their database.
"""

from dataclasses import dataclass

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from league.models.club import Club
from league.models.decision import Decision
from league.models.event import Event
from league.models.match import Match
from league.models.result import Result, Submission
from league.models.season import Season


@dataclass(frozen=True)
class Trigger:
    name: str
    table: str
    event: str
    message: str
    condition: str = "1 = 1"  # {decision} is the number of the decision that an event is about, or null


APPEND_ONLY_MESSAGE = "A {} is never changed or deleted."
FROZEN_COLUMNS = ("game", "options", "rules", "lot")
RESULT_NOT_REVOKED_CONDITION = (  # true of superseded results, too: only revoked ones may be deleted
    f"NOT (OLD.by_closing AND EXISTS (SELECT 1 FROM {Match._meta.db_table} "  # noqa: S608
    "WHERE id = OLD.match_id AND series > OLD.series)) "
    f"AND NOT EXISTS (SELECT 1 FROM {Decision._meta.db_table} "
    "WHERE id = OLD.decision_id AND undone_at IS NOT NULL) "
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
REST_OF_EVENT_STAYS = " AND ".join(
    f"COALESCE(CAST(OLD.{column} AS text), '') = COALESCE(CAST(NEW.{column} AS text), '')"
    for column in (field.column for field in Event._meta.concrete_fields if field.name != "why")
)
REASON_STAYS_CONDITION = (  # true of any update but the one that takes out a reason that was removed
    f"NOT (NEW.why = '' AND {REST_OF_EVENT_STAYS} AND EXISTS (SELECT 1 FROM {Decision._meta.db_table} "  # noqa: S608
    "WHERE id = {decision} AND remark_id IS NULL))"
)
DECISION_OF_EVENT = {
    "sqlite": "json_extract(OLD.after, '$.decision')",
    "postgresql": "CAST(OLD.after ->> 'decision' AS bigint)",
}
TRIGGERS = (
    Trigger("result_no_update", Result._meta.db_table, "update", APPEND_ONLY_MESSAGE.format("result")),
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
        condition=REASON_STAYS_CONDITION,
    ),
    Trigger(
        "event_no_delete",
        Event._meta.db_table,
        "delete",
        APPEND_ONLY_MESSAGE.format("event"),
        condition=EVENT_OF_A_CLUB_THAT_STAYS_CONDITION,
    ),
    Trigger(
        "season_is_frozen",
        Season._meta.db_table,
        "update",
        "An opened season keeps its game, options, rules and lot.",
        condition="OLD.state <> 'draft' AND ("
        + " OR ".join(
            f"CAST(OLD.{field} AS text) <> CAST(NEW.{field} AS text)" for field in (*FROZEN_COLUMNS,)
        )
        + " OR NEW.state = 'draft')",
    ),
)


# Of a table that had another name: they are dropped before that is migrated.
FORMER_TRIGGERS = (("change_no_update", "league_change"), ("change_no_delete", "league_change"))


def create_triggers(using: str) -> None:
    """Create the triggers, replacing those that exist.

    Tables that have not been migrated yet are left for the next time.
    """
    connection = connections[using]
    drop_triggers(using)
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for guard in TRIGGERS:
            if guard.table in tables:
                for statement in _build_create_statements(connection, guard):
                    cursor.execute(statement)


def drop_triggers(using: str) -> None:
    connection = connections[using]
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for name, table in [*((guard.name, guard.table) for guard in TRIGGERS), *FORMER_TRIGGERS]:
            if table in tables:
                cursor.execute(_build_drop_statement(connection, name, table))


def _build_create_statements(connection: BaseDatabaseWrapper, trigger: Trigger) -> list[str]:
    condition = trigger.condition.format(decision=DECISION_OF_EVENT[connection.vendor])
    if connection.vendor == "sqlite":
        return [
            f"CREATE TRIGGER {trigger.name} BEFORE {trigger.event} ON {trigger.table} WHEN {condition} "
            f"BEGIN SELECT RAISE(ABORT, '{trigger.message}'); END"
        ]
    return [
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
