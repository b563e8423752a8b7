"""What is written to the database, row by row: noted by triggers, so that what is rolled back was never there."""

from __future__ import annotations

from collections import Counter
from types import TracebackType

from django.db import connection

# What was done to rows of a table, such as ("league_club", "UPDATE").
Write = tuple[str, str]
VERBS = ("INSERT", "UPDATE", "DELETE")
SQLITE_TRIGGER = """
CREATE TEMP TRIGGER "fuzzer_{verb}_{table}" AFTER {verb} ON main."{table}"
BEGIN INSERT INTO fuzzer_journal VALUES ('{table}', '{verb}'); END
"""
NOTE_FUNCTION = """
CREATE FUNCTION fuzzer_note() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN INSERT INTO fuzzer_journal VALUES (TG_TABLE_NAME, TG_OP); RETURN NULL; END $$
"""


class Journal:
    """Notes what is written while it is entered, by every table that there is then."""

    def __enter__(self) -> Journal:
        tables = [name for name in connection.introspection.table_names() if name != "django_migrations"]
        if connection.vendor == "sqlite":
            self._run("CREATE TEMP TABLE fuzzer_journal (name text, verb text)")
            for table in tables:
                for verb in VERBS:
                    self._run(SQLITE_TRIGGER.format(table=table, verb=verb))
        else:
            self._run("CREATE TABLE fuzzer_journal (name text, verb text)")
            self._run(NOTE_FUNCTION)
            for table in tables:
                self._run(
                    f'CREATE TRIGGER fuzzer_note AFTER INSERT OR UPDATE OR DELETE ON "{table}"'
                    " FOR EACH ROW EXECUTE FUNCTION fuzzer_note()"
                )
        self._tables = tables
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if connection.vendor == "sqlite":
            for table in self._tables:
                for verb in VERBS:
                    self._run(f'DROP TRIGGER "fuzzer_{verb}_{table}"')
        else:
            self._run("DROP FUNCTION fuzzer_note CASCADE")
        self._run("DROP TABLE fuzzer_journal")

    def collect(self) -> Counter[Write]:
        """Return how many rows were written since the last time; 1 query, 2 if there were any."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, verb, count(*) FROM fuzzer_journal GROUP BY name, verb")
            written = Counter({(name, verb): count for name, verb, count in cursor.fetchall()})
        if written:
            self._run("DELETE FROM fuzzer_journal")
        return written

    @staticmethod
    def _run(sql: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql)
