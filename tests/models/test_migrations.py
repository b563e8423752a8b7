"""The tables can be created, removed and created again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.concurrency.installation import ROOT, Installation, create_installation
from tests.models.replaced_migrations import REPLACING, make_old_tables, migrate_league

# Of migrations that one replaces by now. Nobody changes them any more, and test_upgrade.py begins behind them.
replaced = pytest.mark.full
# Nobody changes these either; test_upgrade.py carries an old club through them, forth, back and forth again.
carried = pytest.mark.full


@pytest.fixture(scope="module")
def riverside_installation(
    migrated_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    with create_installation(tmp_path_factory.mktemp("riverside"), original=migrated_installation) as house:
        house.run_manage("import_club", str(ROOT / "league/demo/riverside.json"))
        yield house


def migrate_to(house: Installation, migration: str) -> None:
    """Migrate back to one of the league's migrations, or to "zero", and forth again."""
    migrate_league(house, migration)
    house.run_manage("migrate", "--verbosity", "0")


@pytest.mark.full  # the next one goes back to the first ones
def test_migrations_go_back_to_nothing_and_forth_again(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=migrated_installation) as scratch:
        migrate_to(scratch, "zero")
        matches = scratch.run_task("make_league_matches", club="riverside")
        assert scratch.run_task("submit_results", matches=matches)[0].startswith("result")
        assert scratch.run_task("summarise_club", club="riverside")["differences"] == []


PRINT_TABLES = """
import json
from django.db import connection
DJANGOS = ("league_", "__", "fk_")
with connection.cursor() as cursor:
    tables = {}
    for table in sorted(name for name in connection.introspection.table_names(cursor) if name.startswith("league_")):
        described = connection.introspection.get_table_description(cursor, table)
        rules = connection.introspection.get_constraints(cursor, table)
        # What Django names by itself has other names where a table had another one before.
        named = {name: rule for name, rule in rules.items() if not name.startswith(DJANGOS)}
        unnamed = [rule for name, rule in rules.items() if name.startswith(DJANGOS)]
        tables[table] = [
            sorted(list(map(str, column)) for column in described),
            {name: str({**rule, "definition": None}) for name, rule in sorted(named.items())},
            sorted(map(str, unnamed)),
        ]
    if connection.vendor == "postgresql":
        cursor.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype IN ('c', 'u') "
            "AND conrelid::regclass::text LIKE 'league_%' AND conname NOT LIKE 'league_%' ORDER BY 1"
        )
        tables["checks"] = [*map(list, cursor.fetchall())]
print(json.dumps(tables))
"""


@replaced
def test_tables_are_the_same_from_the_replaced_migrations_and_from_the_one_that_replaces_them(
    tmp_path: Path,
) -> None:
    made = []
    for name in ("replaced", "replacing"):
        (tmp_path / name).mkdir()
        with create_installation(tmp_path / name) as scratch:
            if name == "replaced":
                make_old_tables(scratch, "0036")
            else:
                scratch.run_manage("migrate", "league", REPLACING[1], "--verbosity", "0")
            made.append(json.loads(scratch.run_manage("shell", "-c", PRINT_TABLES).splitlines()[-1]))
    replaced, replacing = made
    assert len(replaced) > 20
    assert replaced == replacing


@pytest.mark.django_db
def test_migrations_make_the_tables_of_the_models(
    migrated_installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    """Most tests run on tables that are made from the models, which is quicker (`dev.py`)."""
    call_command("shell", "-c", PRINT_TABLES, verbosity=0)
    of_the_models = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (
        json.loads(migrated_installation.run_manage("shell", "-c", PRINT_TABLES).splitlines()[-1])
        == of_the_models
    )


@replaced
def test_movements_and_figures_that_were_not_kept_yet_are_worked_out_after(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=riverside_installation) as scratch:
        migrate_to(scratch, "0005")
        missing = " ".join(map(str, scratch.run_task("summarise_club", club="riverside")["differences"]))
        # Movements are missing from standings; figures are no difference, because a job is to compute them.
        assert ".movement" in missing and ".figures" not in missing
        assert scratch.run_task("run_due_jobs") > 0
        assert scratch.run_task("summarise_club", club="riverside")["differences"] == []


MAKE_DECISIONS = """
from league.actions.decisions.void import void_match
from league.actions.season import close_season
from league.actions.decisions.revocation import revoke_decision
from league.models import Match, Result, Season
from league.principals import CONSOLE
season = Season.objects.select_related("competition__club").get(state="open")
for number, match in enumerate(Match.objects.filter(division__season=season, status="scheduled")[:2]):
    made = void_match(match=match, reason="Played with 51 cards", by=CONSOLE, base=0)
    if number == 0:
        revoke_decision(decision=made, by=CONSOLE)
close_season(season=season, by=CONSOLE, missing="forfeit")
Season.objects.filter(pk=season.pk).update(state="open", closed_on=None)  # as a file opened it before
print(sorted(Result.objects.exclude(status="played").values_list("status", "by_closing")))
"""
PRINT_RESULTS = """
from league.models import Club, Competition, Match, Player, Result, Submission
from league.rules.names import fold_name
assert Club.objects.get().folded_name == "rlversldecardclub"  # filled in for those that were there before
assert Competition.objects.get().folded_name == "skuckleague"
players = Player.objects.values_list("folded_name", "name")
assert players and all(folded == fold_name(name) for folded, name in players)
print(sorted(Result.objects.exclude(status="played").values_list("status", "by_closing")))
assert not Submission.objects.filter(verdict="accepted", result=None).exists()
"""


@replaced
def test_what_was_undone_does_not_come_back_with_tables_that_know_no_decisions(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    """Nor do results of a closing come back after the season was reopened."""
    with create_installation(tmp_path, original=riverside_installation) as scratch:
        before = scratch.run_manage("shell", "-c", MAKE_DECISIONS).splitlines()[-1]
        migrate_to(scratch, "0010")
        after = scratch.run_manage("shell", "-c", PRINT_RESULTS).splitlines()[-1]
    assert before.count("void") == 2 and "True" in before
    assert after.count("void") == 1 and "True" not in after
    assert after.count("forfeit") == before.count("forfeit")


MAKE_ROWS_TO_LOOK_AT = """
from django.contrib.auth.models import Permission
from league.models import Club, User
user = User.objects.create_user("staff@example.org", is_staff=True)
user.user_permissions.add(Permission.objects.get(codename="view_event"))
club = Club.objects.create(slug="pond", name="Pond")
club.events.create(at="2026-01-01T00:00Z", action="found_club", noun="club", key="pond")
"""
PRINT_WHAT_IS_SEEN = """
from league.models import Event, User
print(list(Event.objects.values_list("key", "version")), User.objects.get().has_perm("league.view_event"))
"""


@replaced
def test_audit_log_is_kept_under_its_new_name_with_the_right_to_see_it(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=migrated_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_ROWS_TO_LOOK_AT)
        migrate_to(scratch, "0028")
        shown = scratch.run_manage("shell", "-c", PRINT_WHAT_IS_SEEN).splitlines()[-1]
    assert shown == "[('pond', 0)] True"


def select(installation: Installation, query: str) -> list[list[Any]]:
    """Run a query as the tables are, whatever the models say."""
    program = f"""
import json
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute({f"SELECT {query}"!r})
    print(json.dumps(cursor.fetchall()))
"""
    rows: list[list[Any]] = json.loads(installation.run_manage("shell", "-c", program).splitlines()[-1])
    return rows


MAKE_REASONS = """
from league.actions.decisions.void import void_match
from league.actions.decisions.penalty import penalise_entry
from league.actions.decisions.remark import remove_remark
from league.models import Entry, Match, Season
from league.principals import CONSOLE
season = Season.objects.select_related("competition__club").get(state="open")
entry = Entry.objects.filter(season=season)[0]
penalise_entry(entry=entry, points=0, score=2, reason="Came late", note="Again", by=CONSOLE)
for number, match in enumerate(Match.objects.filter(division__season=season, status="scheduled")[:2]):
    made = void_match(match=match, reason=f"Reason {number}", by=CONSOLE, base=0)
remove_remark(decision=made, by=CONSOLE)
"""
PRINT_REASONS = """
from league.models import Decision, Remark
reasons = Decision.objects.order_by("pk").values_list("remark__text", "remark__note")
print(list(reasons), Remark.objects.count())
"""


MAKE_CLUB_OF_A_FILE = """
import json
from league.actions.club import import_club
from league.principals import CONSOLE
entries = [{"player": "ann"}, {"player": "bob", "penalties": [{"score": 1, "reason": "Rang"}, {"points": 0}]},
           {"player": "cleo", "left": True}]
matches = [{"id": "w1", "seats": ["ann", "bob"], "status": "void", "revision": 2},
           {"id": "w2", "seats": ["bob", "cleo"], "due_on": "2026-01-13", "status": "forfeit", "absent": ["cleo"]}]
season = {"number": 1, "state": "open", "lot": 7,
          "divisions": [{"level": 1, "entries": entries, "matches": matches}]}
file = {"format": "boolie-club/1", "club": {"slug": "willow", "name": "Willow Lane"},
        "players": [{"id": key, "name": key} for key in ("ann", "bob", "cleo")],
        "competitions": [{"slug": "cup", "name": "Cup", "game": "skuck", "rules": {"promoted": 0},
                          "seasons": [season]}]}
import_club(json.dumps(file).encode(), by=CONSOLE)
"""
PRINT_DECISIONS_OF_FILES = """
from league.models import Decision
print(sorted(Decision.objects.filter(origin="file").values_list("kind", "player__key", "match__key")))
"""


@replaced
def test_what_files_say_becomes_decisions_and_the_club_stays_the_same(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=riverside_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_REASONS + MAKE_CLUB_OF_A_FILE)
        before = [scratch.run_manage("export_club", club) for club in ("riverside", "willow")]
        of_files = scratch.run_manage("shell", "-c", PRINT_DECISIONS_OF_FILES).splitlines()[-1]
        assert all(f"('{kind}'" in of_files for kind in ("penalty", "forfeit", "void", "withdrawal"))
        migrate_league(scratch, "0030")
        column = select(scratch, "CAST(penalties AS text) FROM league_entry")
        stored = [penalty for (penalties,) in column for penalty in json.loads(penalties)]
        assert len(stored) == of_files.count("('penalty'") + 1
        assert select(scratch, "count(*) FROM league_decision") == [[3]]
        assert [penalty["reason"] for penalty in stored if "decision" in penalty] == ["Came late"]
        scratch.run_manage("migrate", "--verbosity", "0")
        assert scratch.run_manage("shell", "-c", PRINT_DECISIONS_OF_FILES).splitlines()[-1] == of_files
        assert [scratch.run_manage("export_club", club) for club in ("riverside", "willow")] == before
        for club in ("riverside", "willow"):
            assert json.loads(scratch.run_manage("verify", club, "--json"))["differences"] == []


MAKE_SECOND_STAGE = """
from league.models import Division, Entry, Season, Stage
season = Season.objects.get(state="open")
stage = Stage.objects.create(season=season, number=2)
final = Division.objects.create(season=season, stage=stage, level=1, name="Final")
for seed, first in enumerate(Entry.objects.filter(season=season, seed=1).order_by("division"), 1):
    Entry.objects.create(season=season, stage=stage, division=final, seed=seed, player=first.player)
"""


@carried
def test_stages_are_numbers_in_older_tables_and_rows_again_after(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=riverside_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_SECOND_STAGE)
        before = scratch.run_manage("export_club", "riverside")
        migrate_league(scratch, "0038")
        assert select(scratch, "count(*) FROM league_entry WHERE stage = 2") == [[4]]
        scratch.run_manage("migrate", "--verbosity", "0")
        assert scratch.run_manage("export_club", "riverside") == before
        assert '"stage": 2' in before
        assert select(scratch, "count(*) FROM league_stage") == [[4]]


PRINT_ENTRIES_OF_DECISIONS = """
from league.models import Decision
decisions = Decision.objects.exclude(player=None).order_by("pk")
print(list(decisions.values_list("kind", "entry__player__key", "entry__season")))
"""


@carried
def test_decisions_are_about_the_entries_that_their_players_had(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=riverside_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_REASONS + MAKE_CLUB_OF_A_FILE)
        before = scratch.run_manage("shell", "-c", PRINT_ENTRIES_OF_DECISIONS).splitlines()[-1]
        migrate_to(scratch, "0036")
        after = scratch.run_manage("shell", "-c", PRINT_ENTRIES_OF_DECISIONS).splitlines()[-1]
    assert before == after
    assert before.count("'penalty'") == 3 and "None" not in before


MAKE_PENALTIES_THAT_A_FILE_REPLACED = """
from league.actions.decisions.penalty import penalise_entry
from league.actions.decisions.revocation import revoke_decision
from league.models import Division, Entry, Season, Stage
from league.principals import CONSOLE
season = Season.objects.select_related("competition__club").get(state="open")
entry, other = Entry.objects.filter(season=season)[:2]
made = [penalise_entry(entry=entry, points=0, score=score, reason="Late", by=CONSOLE) for score in (2, 3)]
revoke_decision(decision=made[1], by=CONSOLE)
stage = Stage.objects.create(season=season, number=2)
final = Division.objects.create(season=season, stage=stage, level=1, name="Final")
Entry.objects.create(division=final, season=season, stage=stage, seed=1, player=other.player, left=True)
Entry.objects.filter(pk=other.pk).update(left=True)
"""
AS_STORED_BEFORE = """
from django.db import connection
of_a_file = '[{"points": 0, "score": 9, "reason": "Late"}]'
replaced = '{"points": 0, "score": 3, "replaced": true}'
with connection.cursor() as cursor:
    cursor.execute("UPDATE league_entry SET penalties = %s WHERE CAST(penalties AS text) <> '[]'", [of_a_file])
    decisions = "UPDATE league_decision SET undone_on = '2030-01-01', detail = %s WHERE undone_at IS NOT NULL"
    cursor.execute(decisions, [replaced])
"""


@replaced
def test_decisions_that_a_file_had_replaced_count_on_no_day_and_come_back(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    def list_decisions() -> list[tuple[Any, ...]]:
        columns = "kind, CAST(undone_on AS text), CAST(detail AS text)"
        rows = select(scratch, f"{columns} FROM league_decision ORDER BY id")
        return [(kind, day, json.loads(detail)) for kind, day, detail in rows]

    with create_installation(tmp_path, original=riverside_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_PENALTIES_THAT_A_FILE_REPLACED)
        migrate_league(scratch, "0030")
        scratch.run_manage("shell", "-c", AS_STORED_BEFORE)
        before = list_decisions()
        migrate_league(scratch, "0031")
        (first, second, *of_files) = list_decisions()
        days = select(scratch, 'count(*) FROM league_decision WHERE "on" = undone_on')
        migrate_league(scratch, "0030")
        assert list_decisions() == before
    assert first[2]["replaced"] and second[2]["taken back on"] == "2030-01-01" and days == [[2]]
    assert [(kind, detail.get("score")) for kind, _day, detail in of_files] == [
        ("penalty", 9),
        ("withdrawal", None),  # one, though the player had left both stages
    ]


@replaced
def test_reasons_become_rows_of_their_own_and_the_club_stays_the_same(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=riverside_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_REASONS)
        before = scratch.run_manage("export_club", "riverside")
        migrate_league(scratch, "0029")
        kept = select(scratch, "reason FROM league_decision ORDER BY id")
        assert kept == [["Came late"], ["Reason 0"], ["–"]]
        scratch.run_manage("migrate", "--verbosity", "0")
        reasons = scratch.run_manage("shell", "-c", PRINT_REASONS).splitlines()[-1]
        assert scratch.run_manage("export_club", "riverside") == before
        assert scratch.run_manage("verify", "riverside") == "All scores and standings match the sheets.\n"
    assert reasons == "[('Came late', ''), ('Reason 0', ''), ('–', '')] 3"


MAKE_ACCOUNTS = """
from allauth.account.models import EmailAddress
from league.models import User
User.objects.create_user("ann@example.org", "a good long pass phrase")
EmailAddress.objects.update(verified=True)  # by a code of an earlier version
User.objects.create(email="Bob@example.org")
"""
PRINT_ADDRESSES = """
from allauth.account.models import EmailAddress
from league.models import User
print(sorted(EmailAddress.objects.values_list("email", "verified", "primary")))
assert User.objects.get(email="ann@example.org").check_password("a good long pass phrase")
"""


@replaced
def test_accounts_from_before_have_an_address_that_is_not_proved(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=migrated_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_ACCOUNTS)
        migrate_to(scratch, "0018")
        shown = scratch.run_manage("shell", "-c", PRINT_ADDRESSES).splitlines()[-1]
    assert shown == "[('ann@example.org', False, True), ('bob@example.org', False, True)]"
