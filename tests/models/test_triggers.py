"""History is not rewritten: not by code that forgets the actions, nor by hand in SQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.sql import emit_pre_migrate_signal
from django.db import DatabaseError, IntegrityError, connection, models, transaction

from league.models import Change, Decision, Match, Result, Season, triggers
from tests.models.rows import a, changed, copied, played_club, spare_match, spare_submission

HISTORY = [Result, Change]


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


REWRITING: dict[str, Callable[[Any], object]] = {
    "update of a queryset": lambda noun: noun.objects.update(id=models.F("id")),
    "update of a row": lambda noun: noun.objects.get().save(),
    "bulk update": lambda noun: noun.objects.bulk_update([noun.objects.get()], [noun._meta.fields[1].name]),
    "update in SQL": lambda noun: sql(f"UPDATE {noun._meta.db_table} SET id = id"),  # noqa: S608
    "delete of a queryset": lambda noun: noun.objects.all()._raw_delete("default"),
    "delete in SQL": lambda noun: sql(f"DELETE FROM {noun._meta.db_table}"),  # noqa: S608
}


def only_the_match_that_was_played() -> None:
    """One result, one change."""
    played_club()
    triggers.drop_triggers("default")
    Change.objects.exclude(action="submit_result").delete()
    triggers.create_triggers("default")
    assert Change.objects.count() == Result.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("way", REWRITING)
@pytest.mark.parametrize("noun", HISTORY, ids=["result", "change"])
def test_history_is_neither_changed_nor_deleted(noun: Any, way: str) -> None:
    only_the_match_that_was_played()
    before = noun.objects.values().get()
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        REWRITING[way](noun)
    assert noun.objects.values().get() == before


def decided_by_closing(*, series: int) -> tuple[Match, Result]:
    """A match, and what closing decided of it in the first of so many series."""
    played_club()
    match = spare_match()
    result = Result(
        match=match, number=1, by_closing=True, submission=spare_submission(), status="void", seats=[]
    )
    result.save()
    match.series = series
    match.save()
    return match, result


@pytest.mark.django_db
def test_what_closing_decided_may_go_once_it_was_taken_back() -> None:
    match, result = decided_by_closing(series=2)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        changed(result, number=2)
    assert Result.objects.count() == 2
    Result.objects.filter(match=match)._raw_delete("default")
    assert [one.by_closing for one in Result.objects.all()] == [False]


@pytest.mark.django_db
def test_what_closing_decided_may_not_go_while_it_counts() -> None:
    match, _result = decided_by_closing(series=1)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        Result.objects.filter(match=match)._raw_delete("default")
    assert Result.objects.count() == 2


@pytest.mark.django_db
def test_what_somebody_decided_may_go_once_it_was_taken_back_and_not_while_it_stands() -> None:
    played_club()
    decision = Decision.objects.get()
    result = Result(
        match=spare_match(),
        number=1,
        decision=decision,
        submission=spare_submission(),
        status="void",
        seats=[],
    )
    result.save()
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        decision.results.all()._raw_delete("default")
    assert decision.results.count() == 1
    changed(decision, undone_at=decision.at, undone_on=decision.on)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        changed(result, number=2)
    decision.results.all()._raw_delete("default")
    assert [one.decision for one in Result.objects.all()] == [None]


@pytest.mark.django_db
def test_what_somebody_entered_may_not_go_whatever_its_series() -> None:
    played_club()
    changed(a(Match), series=2)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        Result.objects.all()._raw_delete("default")
    assert Result.objects.count() == 1


@pytest.mark.django_db
def test_nor_does_it_help_to_take_the_match_away_first() -> None:
    match, _result = decided_by_closing(series=2)
    match.seats.all().delete()
    Match.objects.filter(pk=match.pk)._raw_delete(
        "default"
    )  # the database asks at the end whether that may be
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        Result.objects.filter(by_closing=True)._raw_delete("default")
    match.save(force_insert=True)


FROZEN: dict[str, Any] = {
    "game": "whist",
    "options": {"deals": 5},
    "rules": {"promoted": 9},
    "lot": 7,
    "state": "draft",
}


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["open", "closed"])
@pytest.mark.parametrize("field", FROZEN)
def test_opened_season_keeps_its_game_options_rules_lot_and_never_is_a_draft_again(
    field: str, state: str
) -> None:
    played_club()
    changed(a(Season), state=state)
    wrong = {field: FROZEN[field]} | ({"game": ""} if field == "state" else {})
    with pytest.raises(IntegrityError, match="An opened season keeps"), transaction.atomic():
        changed(a(Season), **wrong)


@pytest.mark.django_db
def test_opened_season_may_be_closed_reopened_and_get_other_dates() -> None:
    played_club()
    changed(a(Season), state="closed", ends_on=date(2026, 3, 1))
    changed(a(Season), state="open", starts_on=date(2026, 1, 1), number=4)
    assert Season.objects.get().number == 4


@pytest.mark.django_db
def test_draft_may_still_change_and_be_opened() -> None:
    played_club()
    copied(a(Season), number=2, state="draft", game="", options={}, rules={})
    draft = Season.objects.get(number=2)
    changed(draft, lot=3, options={"deals": 2})
    changed(draft, state="open", game="skuck", rules={"promoted": 1}, lot=4)
    with pytest.raises(IntegrityError), transaction.atomic():
        changed(draft, lot=5)


def there() -> set[str]:
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


GUARDS = {guard.name for guard in triggers.TRIGGERS}


@pytest.mark.django_db
def test_migrate_leaves_them_all() -> None:
    assert there() == GUARDS


ALTERED = [(Result, "status"), (Change, "noun"), *((Season, name) for name in ("state", "game"))]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("noun", "column"), ALTERED, ids=lambda value: getattr(value, "__name__", value))
def test_table_that_a_migration_alters_is_guarded_again(noun: Any, column: str) -> None:
    old = noun._meta.get_field(column)
    new = old.clone()
    new.max_length = 250
    new.set_attributes_from_name(column)
    new.model = noun
    for before, after in ((old, new), (new, old)):
        with connection.schema_editor() as editor:
            editor.alter_field(noun, before, after, strict=True)
        if connection.vendor == "sqlite":  # which has made a new table
            assert there() < GUARDS
        call_command("migrate", verbosity=0)
        assert there() == GUARDS


@pytest.mark.django_db(transaction=True)
def test_they_are_out_of_the_way_while_the_table_that_one_of_them_asks_is_migrated() -> None:
    emit_pre_migrate_signal(0, False, "default")
    assert there() == set()
    old = Match._meta.get_field("status")
    new = old.clone()
    new.max_length = 250
    new.set_attributes_from_name("status")
    new.model = Match
    for before, after in ((old, new), (new, old)):
        with connection.schema_editor() as editor:
            editor.alter_field(Match, before, after, strict=True)
    call_command("migrate", verbosity=0)
    assert there() == GUARDS


@pytest.mark.django_db(transaction=True)
def test_flush_needs_them_out_of_the_way_and_brings_them_back() -> None:
    played_club()
    if connection.vendor == "sqlite":  # PostgreSQL truncates, which no row trigger sees
        with pytest.raises((CommandError, DatabaseError)):
            call_command("flush", interactive=False, verbosity=0)
        assert Result.objects.exists()
    triggers.drop_triggers("default")
    assert there() == set()
    call_command("flush", interactive=False, verbosity=0)
    assert not Result.objects.exists()
    assert there() == GUARDS
