"""Databases with many copies of one club, made by SQLite and PostgreSQL themselves, and what they read for a page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Protocol

STEPS = 100  # of SQLite, between two calls that count them
MIN_BLOCKS = (
    100  # of a table that is named: PostgreSQL reads small ones from end to end whatever their indexes
)
# What is different in each copy of the club; {copy} is its number, in five digits.
NAMES = {
    "Club": {"slug": "'club-' || {copy}", "name": "'Club ' || {copy}", "folded_name": "'club ' || {copy}"},
    "Player": {"name": "name || ' ' || {copy}", "folded_name": "folded_name || ' ' || {copy}"},
    "User": {"email": "{copy} || email"},
}


class Engine(Protocol):
    """What the two databases do in ways of their own."""

    unit: str  # of what is read
    five_digits: str  # in SQL, of the number of a copy

    def copy_database(self, connection: Any) -> Any:
        """Return a connection to a copy of the database, whose connections must be closed."""

    def begin(self, cursor: Any) -> None:
        """Let rows be copied quickly, before those that they refer to."""

    def finish(self, cursor: Any) -> None:
        """Leave the database as one that has been in use for long."""

    def read(self, work: Callable[[], None], wrapper: Any) -> tuple[int, set[str]]:
        """Do the work; return how much is read for it, and the tables that are read from end to end."""

    def remove(self, wrapper: Any) -> None:
        """Delete the copy."""


class SQLite:
    unit = "steps"  # of its machine: their number is the same each time
    five_digits = "printf('%05d', copies.copy)"

    def copy_database(self, connection: Any) -> Any:
        made = Path(connection.settings_dict["NAME"])
        return connect(shutil.copy(made, mkdtemp(dir=made.parent)))

    def begin(self, cursor: Any) -> None:
        for pragma in ("foreign_keys=OFF", "synchronous=OFF", "journal_mode=MEMORY"):
            cursor.execute(f"PRAGMA {pragma}")

    def finish(self, cursor: Any) -> None:
        cursor.execute("PRAGMA journal_mode=WAL")

    def read(self, work: Callable[[], None], wrapper: Any) -> tuple[int, set[str]]:
        calls = 0

        def count() -> None:
            nonlocal calls
            calls += 1

        wrapper.ensure_connection()
        wrapper.connection.set_progress_handler(count, STEPS)
        try:
            work()
        finally:
            wrapper.connection.set_progress_handler(None, STEPS)
        plans: set[str] = set()
        with explain(wrapper, "EXPLAIN QUERY PLAN", lambda rows: plans.update(row[3] for row in rows)):
            work()
        return calls * STEPS, {plan.split()[1] for plan in plans if plan.startswith("SCAN")}

    def remove(self, wrapper: Any) -> None:
        wrapper.close()
        shutil.rmtree(Path(wrapper.settings_dict["NAME"]).parent)


class PostgreSQL:
    unit = "blocks"  # that its queries look at, 8 KB each
    five_digits = "to_char(copies.copy, 'FM00000')"

    def __init__(self) -> None:
        self.copies = 0

    def copy_database(self, connection: Any) -> Any:
        made = connection.settings_dict["NAME"]
        self.copies += 1
        name = f"{made}_{self.copies}"
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{made}"')
        return connect(name)

    def begin(self, cursor: Any) -> None:
        cursor.execute("SET session_replication_role = replica")  # no triggers, and so no foreign keys

    def finish(self, cursor: Any) -> None:
        cursor.execute("SET session_replication_role = DEFAULT")
        for model in list_models():
            table, key = model._meta.db_table, model._meta.pk.column
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, key])
            if sequence := cursor.fetchone()[0]:
                cursor.execute(
                    f"SELECT setval('{sequence}', (SELECT coalesce(max({key}), 1) FROM {table}))"  # noqa: S608
                )
        cursor.execute("VACUUM ANALYZE")

    def read(self, work: Callable[[], None], wrapper: Any) -> tuple[int, set[str]]:
        blocks, scanned = 0, set[str]()

        def add(rows: Any) -> None:
            nonlocal blocks
            (plan,) = rows[0][0] if isinstance(rows[0][0], list) else json.loads(rows[0][0])
            blocks += count_blocks(plan["Plan"])
            scanned.update(
                node["Relation Name"]
                for node in list_nodes(plan["Plan"])
                if node["Node Type"] == "Seq Scan" and count_blocks(node) >= MIN_BLOCKS
            )

        with explain(wrapper, "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)", add, changes=False):
            work()
        return blocks, scanned

    def remove(self, wrapper: Any) -> None:
        wrapper.close()
        with wrapper._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{wrapper.settings_dict["NAME"]}"')


def get_engine() -> Engine:
    from django.db import connection

    return PostgreSQL() if connection.vendor == "postgresql" else SQLite()


def connect(name: str | Path) -> Any:
    from django.db import connections

    wrapper = connections.create_connection("default")
    wrapper.settings_dict = {**wrapper.settings_dict, "NAME": str(name)}
    return wrapper


def list_models() -> list[Any]:
    from django.apps import apps

    return list(apps.get_app_config("league").get_models())


def list_nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from list_nodes(part)


def count_blocks(node: dict[str, Any]) -> int:
    found: int = node["Shared Hit Blocks"] + node["Shared Read Blocks"]
    return found


@contextmanager
def explain(wrapper: Any, how: str, take: Callable[[Any], object], *, changes: bool = True) -> Iterator[None]:
    """Hand over what the database says of each query before it runs, and of each change of rows if `changes`."""
    explained = ("SELECT", "UPDATE", "DELETE") if changes else ("SELECT",)

    def explain_first(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(explained):
            cursor = wrapper.create_cursor()
            cursor.execute(f"{how} {sql}", parameters[0] if many else parameters)
            take(cursor.fetchall())
        return execute(sql, parameters, many, context)

    with wrapper.execute_wrapper(explain_first):
        yield


def copy_rows(wrapper: Any, engine: Engine, clubs: int) -> None:
    """Copy all rows of the one club, with other ids and names, until there are so many clubs."""
    # Rows with a text for their key are the site's.
    models = [model for model in list_models() if model._meta.pk.get_internal_type() != "CharField"]
    with wrapper.cursor() as cursor:
        engine.begin(cursor)
        highest = 0
        for model in models:
            cursor.execute(f"SELECT max({model._meta.pk.column}) FROM {model._meta.db_table}")  # noqa: S608
            highest = max(highest, cursor.fetchone()[0] or 0)
        cursor.execute("BEGIN")
        for model in models:
            copy_table(cursor, model, engine, highest + 1, clubs)
        cursor.execute("COMMIT")
        engine.finish(cursor)
    wrapper.close()


def copy_table(cursor: Any, model: Any, engine: Engine, stride: int, clubs: int) -> None:
    own = set(list_models())
    renamed = NAMES.get(model.__name__, {})
    columns, values = [], []
    for each in model._meta.local_concrete_fields:
        column = f'"{each.column}"'
        is_id = each.primary_key or (each.remote_field and each.remote_field.model in own)
        columns.append(column)
        if each.name in renamed:
            values.append(renamed[each.name].format(copy=engine.five_digits))
        elif is_id and each.get_internal_type() != "CharField":
            values.append(f"{column} + copies.copy * {stride}")
        else:
            values.append(column)
    cursor.execute(
        f"""
        WITH RECURSIVE copies(copy) AS (
            SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < {clubs - 1}
        )
        INSERT INTO {model._meta.db_table} ({", ".join(columns)})
        SELECT {", ".join(values)} FROM copies CROSS JOIN {model._meta.db_table}
        WHERE {model._meta.pk.column} < {stride}
        """  # noqa: S608
    )
