"""Triggers: the database itself refuses to rewrite history.

Results and changes are neither updated nor deleted, but for results that closing or a decision made and that were
taken back; an opened season keeps its game, options, rules and lot. Out of the way while tables are migrated (SQLite
rebuilds them), and created anew after it; tests drop them to flush their database.
"""

from dataclasses import dataclass

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from league.models.change import Change
from league.models.decision import Decision
from league.models.match import Match
from league.models.result import Result
from league.models.season import Season


@dataclass(frozen=True)
class Guard:
    name: str
    table: str
    event: str
    refusal: str
    when: str = "1 = 1"


NEVER = "A {} is never changed or deleted."
FROZEN = ("game", "options", "rules", "lot")
COUNTS = (  # or has been entered by somebody
    f"NOT (OLD.by_closing AND EXISTS (SELECT 1 FROM {Match._meta.db_table} "  # noqa: S608
    "WHERE id = OLD.match_id AND series > OLD.series)) "
    f"AND NOT EXISTS (SELECT 1 FROM {Decision._meta.db_table} "
    "WHERE id = OLD.decision_id AND undone_at IS NOT NULL)"
)
GUARDS = (
    Guard("result_no_update", Result._meta.db_table, "update", NEVER.format("result")),
    Guard("result_no_delete", Result._meta.db_table, "delete", NEVER.format("result"), when=COUNTS),
    Guard("change_no_update", Change._meta.db_table, "update", NEVER.format("change")),
    Guard("change_no_delete", Change._meta.db_table, "delete", NEVER.format("change")),
    Guard(
        "season_is_frozen",
        Season._meta.db_table,
        "update",
        "An opened season keeps its game, options, rules and lot.",
        when="OLD.state <> 'draft' AND ("
        + " OR ".join(f"CAST(OLD.{field} AS text) <> CAST(NEW.{field} AS text)" for field in (*FROZEN,))
        + " OR NEW.state = 'draft')",
    ),
)


def create(using: str) -> None:
    """Make the triggers, replacing those that are there; tables not migrated yet are left for the next time."""
    connection = connections[using]
    drop(using)
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for guard in GUARDS:
            if guard.table in tables:
                for statement in _create(connection, guard):
                    cursor.execute(statement)


def drop(using: str) -> None:
    connection = connections[using]
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for guard in GUARDS:
            if guard.table in tables:
                cursor.execute(_drop(connection, guard))


def _create(connection: BaseDatabaseWrapper, guard: Guard) -> list[str]:
    if connection.vendor == "sqlite":
        return [
            f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} WHEN {guard.when} "
            f"BEGIN SELECT RAISE(ABORT, '{guard.refusal}'); END"
        ]
    return [
        # The condition stands in the function: in the trigger it would forbid to alter the columns it names.
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {guard.when} THEN RAISE EXCEPTION '{guard.refusal}' "
        f"USING ERRCODE = 'integrity_constraint_violation'; END IF; "
        f"RETURN {'OLD' if guard.event == 'delete' else 'NEW'}; END $$",
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} FOR EACH ROW "
        f"EXECUTE FUNCTION {guard.name}()",
    ]


def _drop(connection: BaseDatabaseWrapper, guard: Guard) -> str:
    place = "" if connection.vendor == "sqlite" else f" ON {guard.table}"
    return f"DROP TRIGGER IF EXISTS {guard.name}{place}"
