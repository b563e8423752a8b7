"""Triggers: the database itself refuses to rewrite history.

Results and changes are neither updated nor deleted; an opened season keeps its game, options, rules and lot.
Created anew after every migrate (SQLite loses triggers when it rebuilds a table); `drop` is for tests, which
flush their database.
"""

from dataclasses import dataclass

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from league.models.change import Change
from league.models.result import Result
from league.models.season import Season


@dataclass(frozen=True)
class Guard:
    name: str
    table: str
    event: str
    refusal: str
    when: str = "1 = 1"


FROZEN = ("game", "options", "rules", "lot")
GUARDS = (
    *(
        Guard(f"{noun}_no_{event}", table, event, f"A {noun} is never changed or deleted.")
        for noun, table in (("result", Result._meta.db_table), ("change", Change._meta.db_table))
        for event in ("update", "delete")
    ),
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
        f"USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} FOR EACH ROW "
        f"EXECUTE FUNCTION {guard.name}()",
    ]


def _drop(connection: BaseDatabaseWrapper, guard: Guard) -> str:
    place = "" if connection.vendor == "sqlite" else f" ON {guard.table}"
    return f"DROP TRIGGER IF EXISTS {guard.name}{place}"
