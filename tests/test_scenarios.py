"""Changes of one test to shared rows are invisible to others, and a test that could leak any fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONFTEST_SOURCE = "pytest_plugins = ['tests.conftest']\n"
HEAD_SOURCE = """
import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from league.models import Club, Membership, Player, Role, User
from tests.actions.clubs import make_club
from tests.scenarios import discard_changes, scenario

BUILT = []


@scenario
def club():
    BUILT.append("club")
    return make_club(entries=4)


@scenario
def player(club):
    BUILT.append("player")
    club.name = "Not theirs"
    return Player.objects.get(club=club, key="p1")


@scenario
def scorer(club):
    BUILT.append("scorer")
    user = User.objects.create_user("sam@example.org")
    Membership.objects.create(user=user, club=club, role=Role.SCORER)
    client = Client()
    client.force_login(user)
    return client
"""
KEPT_SOURCE = """
def test_rows(club):
    Player.objects.filter(key="p1").update(name="Changed")
    Player.objects.filter(key="substitute").delete()

def test_rows_again(club):
    assert Player.objects.get(key="p1").name == "Player p1" and Player.objects.count() == 5

def test_objects(club, player):
    club.name, player.name = "Changed", "Changed"

def test_objects_again(club, player):
    assert (club.name, player.name) == ("Riverside", "Player p1")

def test_log_ins(scorer):
    scorer.logout()

def test_log_ins_again(scorer):
    assert scorer.get("/-/my/").status_code == 200

@pytest.fixture
def by_hand(db):
    return make_club(entries=2)

def test_another_world(by_hand):
    assert Player.objects.count() == 3

def test_no_world(db):
    assert not Club.objects.exists()

def test_first_world_again(club):
    with discard_changes():
        Player.objects.update(name="Changed")
    assert not Player.objects.filter(name="Changed").exists()

def test_each_was_built_once_in_a_row():
    assert BUILT == ["club", "player", "scorer"]
"""
LEFT_SOURCE = """
def test_transaction_left_open(club):
    transaction.atomic().__enter__()
    Player.objects.update(name="Changed")

def test_after_transaction_left_open(club):
    assert not Player.objects.filter(name="Changed").exists()

def test_transaction_ended(club):
    Player.objects.update(name="Changed")
    transaction.atomic().__exit__(None, None, None)
    Player.objects.update(name="Changed again")

def test_after_transaction_ended(club):
    assert not Player.objects.filter(name__startswith="Changed").exists()

def test_broken_constraint(player):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_player SET club_id = 0")

def test_after_broken_constraint(player):
    assert Player.objects.filter(club__slug="riverside").count() == 5

def test_waits_for_commit(club):
    transaction.on_commit(lambda: pytest.fail("Never."))

def test_after_waits_for_commit(club, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True) as calls:
        pass
    assert calls == [] and connection.run_on_commit == []

def test_page(club, client):
    Club.objects.update(name="Changed")
    assert b"Changed" in client.get("/riverside/").content
    cache.set("left", 1)

def test_after_page(club, client):
    assert b"Changed" not in client.get("/riverside/").content
    assert cache.get("left") is None
"""
REFUSED_SOURCE = """
@scenario
def broken(club):
    raise RuntimeError("No such club.")

@scenario
def odd(monkeypatch): ...

def test_broken(broken): ...
def test_broken_again(broken): ...
def test_odd(odd): ...
def test_served(club, live_server): ...
def test_flushed(club, transactional_db): ...
@pytest.mark.django_db(transaction=True)
def test_marked(club): ...
def test_other(club): ...
"""
ENDED_SOURCE = """
def test_transaction_ended(club):
    transaction.atomic().__exit__(None, None, None)

def test_rows_after_transaction_ended(db):
    assert not Club.objects.exists()
"""

Outcomes = dict[str, dict[str, str]]  # what became of each test and why, if it failed, by module


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """Run the modules above in a process of their own."""
    folder = tmp_path_factory.mktemp("inner")
    (folder / "conftest.py").write_text(CONFTEST_SOURCE)
    modules = {"kept": KEPT_SOURCE, "left": LEFT_SOURCE, "ended": ENDED_SOURCE, "refused": REFUSED_SOURCE}
    for module, tests in modules.items():
        (folder / f"test_{module}.py").write_text(HEAD_SOURCE + tests)
    options = ["-rA", "--tb=line", "--no-header", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", f"--config-file={ROOT / 'pyproject.toml'}", *options, str(folder)],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{folder}/inner.sqlite3", "COLUMNS": "2000"},
        capture_output=True,
        text=True,
    )
    line = re.compile(r"^(PASSED|FAILED|ERROR) \S*?test_(\w+)\.py::(\w+)(?: - (.*))?$", re.MULTILINE)
    outcomes_by_module: Outcomes = {module: {} for module in modules}
    for word, module, name, why in line.findall(done.stdout):
        reason = [*filter(None, [outcomes_by_module[module].get(name)]), f"{word} {why}".strip()]
        outcomes_by_module[module][name] = ", ".join(reason)
    assert all(outcomes_by_module.values()), done.stdout + done.stderr
    return outcomes_by_module


def test_each_test_finds_a_scenario_as_it_was_built(outcomes: Outcomes) -> None:
    reasons = outcomes["kept"]
    assert set(reasons.values()) == {"PASSED"}, reasons


def test_what_a_test_leaves_fails_it_and_is_gone(outcomes: Outcomes) -> None:
    reasons = outcomes["left"]
    failures = {name: why for name, why in reasons.items() if why != "PASSED"}
    assert sorted(failures) == [
        "test_broken_constraint",
        "test_transaction_ended",
        "test_transaction_left_open",
    ], reasons
    assert "This test has left a transaction open." in failures["test_transaction_left_open"]
    assert "This test has ended a transaction that it did not begin." in failures["test_transaction_ended"]
    assert "IntegrityError" in failures["test_broken_constraint"]


def test_rows_that_could_not_be_taken_back_are_gone_for_tests_without_a_scenario(outcomes: Outcomes) -> None:
    assert outcomes["ended"]["test_rows_after_transaction_ended"] == "PASSED"


def test_scenario_that_cannot_be_built_or_kept_fails_those_that_ask_for_it(outcomes: Outcomes) -> None:
    reasons = outcomes["refused"]
    own_transactions = "ERROR Failed: A test with transactions of its own deletes every row"
    assert reasons["test_broken"] == reasons["test_broken_again"] == "ERROR RuntimeError: No such club."
    assert reasons["test_odd"] == "ERROR TypeError: odd asks for monkeypatch, which is not a scenario."
    assert all(
        reasons[f"test_{name}"].startswith(own_transactions) for name in ("served", "flushed", "marked")
    )
    assert reasons["test_other"] == "PASSED"
