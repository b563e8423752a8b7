"""History is not rewritten: neither by code that bypasses the actions, nor by hand in SQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.sql import emit_pre_migrate_signal
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from django.utils import timezone

from league.models import (
    Bye,
    Challenge,
    Club,
    Decision,
    Division,
    Entry,
    Event,
    Match,
    Player,
    Remark,
    Result,
    Round,
    Season,
    Seat,
    Stage,
    triggers,
)
from tests.models.rows import (
    build_pairings,
    get_row,
    get_spare_match,
    get_spare_submission,
    insert_copy,
    make_paired_match,
    make_played_club,
    update_row,
)

APPEND_ONLY_MODELS = [Result, Event]


def execute_sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


REWRITES: dict[str, Callable[[Any], object]] = {
    "update of a queryset": lambda noun: noun.objects.update(id=models.F("id")),
    "update of a row": lambda noun: noun.objects.get().save(),
    "bulk update": lambda noun: noun.objects.bulk_update([noun.objects.get()], [noun._meta.fields[1].name]),
    "update in SQL": lambda noun: execute_sql(f"UPDATE {noun._meta.db_table} SET id = id"),  # noqa: S608
    "delete of a queryset": lambda noun: noun.objects.all()._raw_delete("default"),
    "delete in SQL": lambda noun: execute_sql(f"DELETE FROM {noun._meta.db_table}"),  # noqa: S608
}


def make_one_result_and_change() -> None:
    """Make a club with exactly one result and one change."""
    make_played_club()
    triggers.drop_triggers("default")
    Event.objects.exclude(action="submit_result").delete()
    triggers.create_triggers("default")
    assert Event.objects.count() == Result.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("way", REWRITES)
@pytest.mark.parametrize("noun", APPEND_ONLY_MODELS, ids=["result", "change"])
def test_history_is_neither_changed_nor_deleted(noun: Any, way: str) -> None:
    make_one_result_and_change()
    before = noun.objects.values().get()
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        REWRITES[way](noun)
    assert noun.objects.values().get() == before


def make_decision_with_older_event(*, reason: str) -> tuple[Decision, Event]:
    """Make a decision whose event holds the reason itself, as all did once."""
    make_played_club()
    decision = Decision.objects.get()
    event = Event.objects.create(
        club=Club.objects.get(),
        at=timezone.now(),
        action="decide_void",
        noun="season",
        key="league/1",
        after={"decision": decision.pk, "kind": "void"},
        why=reason,
    )
    return decision, event


@pytest.mark.django_db
@pytest.mark.parametrize(
    "update",
    [{"why": ""}, {"why": "Another"}, {"why": "", "key": "league/2"}, {"why": "", "after": None}],
    ids=str,
)
@pytest.mark.parametrize("is_removed", [True, False], ids=["removed", "kept"])
def test_event_loses_nothing_but_a_reason_that_was_removed(is_removed: bool, update: dict[str, Any]) -> None:
    decision, event = make_decision_with_older_event(reason="Played with 51 cards")
    if is_removed:
        Remark.objects.get(decisions=decision).delete()
    if is_removed and update == {"why": ""}:
        Event.objects.filter(pk=event.pk).update(**update)
    else:
        with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
            Event.objects.filter(pk=event.pk).update(**update)
    others = Event.objects.exclude(pk=event.pk)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        others.update(why="")


UPDATES_OF_IDS: list[tuple[Any, dict[str, Any], bool]] = [
    (Result, {"seats": ["new", "p4"]}, True),
    (Result, {"seats": ["p4", "new"]}, False),
    (Result, {"seats": ["new", "p2"]}, False),
    (Result, {"seats": ["new", "p4"], "played_on": date(2026, 1, 1)}, False),
    (Event, {"key": "new", "after": {"players": ["new", "p2"]}}, True),
    (Event, {"after": {"players": ["new"]}}, False),
    (Event, {"key": "new", "action": "another"}, False),
    (Event, {"why": "Another"}, False),
]


@pytest.mark.django_db
@pytest.mark.parametrize("is_exchanged", [True, False], ids=["exchanged", "kept"])
@pytest.mark.parametrize(
    ("noun", "update", "is_id"), UPDATES_OF_IDS, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_history_has_another_id_while_a_players_is_exchanged_and_no_other_change(
    noun: Any, update: dict[str, Any], is_id: bool, is_exchanged: bool
) -> None:
    make_one_result_and_change()
    assert Result.objects.get().seats == ["p1", "p4"]
    Event.objects.create(
        club=Club.objects.get(),
        at=timezone.now(),
        action="anything",
        noun="player",
        key="p1",
        after={"players": ["p1", "p2"]},
    )
    row = noun.objects.order_by("-pk")[0]
    if is_exchanged:
        Player.objects.filter(key="p1").update(next_key="new")
    if is_id and is_exchanged:
        noun.objects.filter(pk=row.pk).update(**update)
    else:
        with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
            noun.objects.filter(pk=row.pk).update(**update)


@pytest.mark.django_db
@pytest.mark.parametrize("why", ["Former player 1 typed", "Max typed wrong", ""])
@pytest.mark.parametrize("is_anonymised", [True, False], ids=["anonymised", "kept"])
def test_reason_loses_a_name_while_its_player_is_anonymised(is_anonymised: bool, why: str) -> None:
    make_one_result_and_change()
    event = Event.objects.create(
        club=Club.objects.get(), at=timezone.now(), action="a", noun="match", key="m1", why="Max typed"
    )
    Player.objects.filter(key="p1").update(name="Max", to_erase=is_anonymised)
    if is_anonymised and "Max" not in why:
        Event.objects.filter(pk=event.pk).update(why=why)
    else:
        with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
            Event.objects.filter(pk=event.pk).update(why=why)


def make_closing_result(*, generation: int) -> tuple[Match, Result]:
    """Return a match with a result that closing made in generation 1.

    `generation` is the match's current generation.
    """
    make_played_club()
    match = get_spare_match()
    result = Result(
        match=match, number=1, by_closing=True, submission=get_spare_submission(), status="void", seats=[]
    )
    result.save()
    match.generation = generation
    match.save()
    return match, result


@pytest.mark.django_db
def test_what_closing_decided_may_go_once_it_was_undone() -> None:
    match, result = make_closing_result(generation=2)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        update_row(result, number=2)
    assert Result.objects.count() == 2
    Result.objects.filter(match=match)._raw_delete("default")
    assert [result.by_closing for result in Result.objects.all()] == [False]


@pytest.mark.django_db
def test_what_closing_decided_may_not_go_while_it_counts() -> None:
    match, _result = make_closing_result(generation=1)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        Result.objects.filter(match=match)._raw_delete("default")
    assert Result.objects.count() == 2


@pytest.mark.django_db
def test_what_somebody_decided_may_go_once_it_was_undone_and_not_while_it_stands() -> None:
    make_played_club()
    decision = Decision.objects.get()
    result = Result(
        match=get_spare_match(),
        number=1,
        decision=decision,
        submission=get_spare_submission(),
        status="void",
        seats=[],
    )
    result.save()
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        decision.results.all()._raw_delete("default")
    assert decision.results.count() == 1
    update_row(decision, revoked_at=decision.at, revoked_on=decision.on)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        update_row(result, number=2)
    decision.results.all()._raw_delete("default")
    assert [result.decision for result in Result.objects.all()] == [None]


@pytest.mark.django_db
def test_what_somebody_entered_may_not_go_whatever_its_series() -> None:
    make_played_club()
    update_row(get_row(Match), generation=2)
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        Result.objects.all()._raw_delete("default")
    assert Result.objects.count() == 1


@pytest.mark.django_db
def test_nor_does_it_help_to_take_the_match_away_first() -> None:
    match, _result = make_closing_result(generation=2)
    match.seats.all().delete()
    Match.objects.filter(pk=match.pk)._raw_delete(
        "default"
    )  # the database asks at the end whether that may be
    with pytest.raises(IntegrityError, match="is never changed or deleted"), transaction.atomic():
        Result.objects.filter(by_closing=True)._raw_delete("default")
    match.save(force_insert=True)


FROZEN_FIELDS: dict[str, Any] = {
    "game": "whist",
    "game_version": 2,
    "options": {"deals": 5},
    "rules": {"promoted": 9},
    "draw_seed": 7,
    "state": "draft",
}


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["open", "closed"])
@pytest.mark.parametrize("field", FROZEN_FIELDS)
def test_opened_season_keeps_its_game_options_rules_lot_and_never_is_a_draft_again(
    field: str, state: str
) -> None:
    make_played_club()
    update_row(get_row(Season), state=state)
    wrong = {field: FROZEN_FIELDS[field]} | ({"game": ""} if field == "state" else {})
    with pytest.raises(IntegrityError, match="An opened season keeps"), transaction.atomic():
        update_row(get_row(Season), **wrong)


@pytest.mark.django_db
def test_opened_season_may_be_closed_reopened_and_get_other_dates() -> None:
    make_played_club()
    update_row(get_row(Season), state="closed", ends_on=date(2026, 3, 1))
    update_row(get_row(Season), state="open", starts_on=date(2026, 1, 1), number=4)
    assert Season.objects.get().number == 4


@pytest.mark.django_db
def test_stage_with_matches_of_an_opened_season_keeps_its_format() -> None:
    make_played_club()
    with pytest.raises(IntegrityError, match="A stage with matches keeps"), transaction.atomic():
        update_row(get_row(Stage), format="tables")
    update_row(get_row(Stage), name="Final", making={"dates": None, "tables": None, "rounds": None})


@pytest.mark.django_db
def test_stage_of_a_draft_or_without_matches_may_get_another_format() -> None:
    season = make_other_season()
    update_row(season.stages.get(), format="tables")
    update_row(season, state="open", game="skuck")
    update_row(season.stages.get(), format="round-robin")
    assert season.stages.get().format == "round-robin"


# --- rows whose two ways up lead to different places


def make_other_season() -> Season:
    """Make a second season with a division and an entry of its own, of the player of the first entry."""
    make_played_club()
    season = Season.objects.create(competition=Season.objects.get().competition, number=2)
    stage = Stage.objects.create(season=season)
    division = Division.objects.create(season=season, stage=stage, level=1, name="A")
    player = Entry.objects.order_by("pk")[0].player
    Entry.objects.create(season=season, stage=stage, division=division, player=player, seed=1)
    return season


def seat_own_entry_in(match: Match, season: Season) -> None:
    entry = season.entries.get()
    Seat.objects.create(match=match, number=9, entry=entry, player=entry.player)


MISPLACED_ROWS: dict[str, Callable[[Season], object]] = {
    "new division": lambda other: Division.objects.create(
        season=other, stage=Stage.objects.exclude(season=other).get(), level=9, name="Z"
    ),
    "division moved": lambda other: other.divisions.update(season=Season.objects.get(number=1)),
    "division's stage": lambda other: other.divisions.update(stage=Stage.objects.exclude(season=other).get()),
    "new entry": lambda other: Entry.objects.create(
        season=other,
        stage=other.stages.get(),
        division=Division.objects.exclude(season=other).order_by("pk")[0],
        player=Player.objects.order_by("-pk")[0],
        seed=9,
    ),
    "entry's season": lambda other: other.entries.update(season=Season.objects.get(number=1)),
    "entry's division": lambda other: other.entries.update(
        division=Division.objects.exclude(season=other).order_by("pk")[0]
    ),
    "match's round": lambda other: Match.objects.update(round=other.stages.get().rounds.create(number=1)),
    "match's division": lambda other: Match.objects.update(division=other.divisions.get()),
    "bye's entry": lambda other: Bye.objects.create(
        round=Round.objects.order_by("pk")[0], entry=other.entries.get(), kind="full"
    ),
    "challenge's entry": lambda other: Challenge.objects.update(challenged=other.entries.get()),
    "challenge's division": lambda other: Challenge.objects.update(division=other.divisions.get()),
    "new seat": lambda other: seat_own_entry_in(get_spare_match(), other),
    "seat's entry": lambda other: Seat.objects.filter(match=get_spare_match(), number=0).update(
        entry=other.entries.get()
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("way", MISPLACED_ROWS)
def test_rows_of_different_seasons_are_not_joined(way: str) -> None:
    other = make_other_season()
    with pytest.raises(IntegrityError, match=r"is in a|is that of an entry"), transaction.atomic():
        MISPLACED_ROWS[way](other)


# --- paired rounds


def get_bye() -> Bye:
    return Bye.objects.get()


def create_bye(match: Match) -> None:
    Bye.objects.create(round=match.round, entry=match.seats.all()[0].entry, kind="half")


def create_match_beside(match: Match, entry: Entry, **seat: Any) -> None:
    """Create another match of the round, in which this entry sits."""
    beside = Match.objects.create(
        club=match.club, division=match.division, key="f2", round=match.round, table=2, paired=True
    )
    beside.seats.create(number=0, entry=entry, player=entry.player, **{"round": match.round, **seat})


def get_free_entry() -> Entry:
    return Entry.objects.order_by("pk").last() or get_bye().entry


def create_round(match: Match, number: int, state: str, **more: Any) -> Round:
    return match.round.stage.rounds.create(
        number=number, state=state, **{"pairings": build_pairings(2), **more}
    )


def leave_a_round_out(match: Match) -> None:
    update_row(match.round, state="finished")
    create_round(match, 3, "paired")


def pair_planned_round(match: Match) -> None:
    update_row(create_round(match, 2, "planned", pairings=None), state="paired", pairings=build_pairings(2))


def move_to_next_round(match: Match) -> None:
    update_row(match, round=create_round(match, 2, "planned", pairings=None))


IMPOSSIBLE_ROUNDS: dict[str, tuple[Callable[[Match], object], str]] = {
    "paired before the last is finished": (lambda match: create_round(match, 2, "paired"), "is finished"),
    "published before the last is finished": (
        lambda match: create_round(match, 2, "published"),
        "is finished",
    ),
    "without one before": (leave_a_round_out, "is finished"),
    "paired later": (pair_planned_round, "is finished"),
    "stage without divisions": (
        lambda match: match.round.stage.season.stages.create(number=3).rounds.create(number=1),
        "without divisions",
    ),
    "bye of a player with a match": (create_bye, "has no bye"),
    "bye moved to a player with a match": (
        lambda match: update_row(get_bye(), entry=match.seats.all()[0].entry),
        "has no bye",
    ),
    "match of a player with a bye": (
        lambda match: create_match_beside(match, get_bye().entry),
        "has no match",
    ),
    "seat without its round": (
        lambda match: create_match_beside(match, get_free_entry(), round=None),
        "round and leg",
    ),
    "seat of another leg": (
        lambda match: create_match_beside(match, get_free_entry(), leg=2),
        "round and leg",
    ),
    "seat that leaves its round": (lambda match: match.seats.update(round=None), "round and leg"),
    "league seat with a round": (
        lambda match: get_row(Seat).match.seats.update(round=get_row(Match).round),
        "round and leg",
    ),
    "paired match that changes its round": (move_to_next_round, "keeps its leg"),
    "match that changes its leg": (lambda match: update_row(match, leg=2), "keeps its leg"),
    "match that is paired no more": (lambda match: update_row(match, paired=False), "keeps its leg"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("way", IMPOSSIBLE_ROUNDS)
def test_paired_round_stays_whole(way: str) -> None:
    make_played_club()
    match = make_paired_match()
    write, refusal = IMPOSSIBLE_ROUNDS[way]
    with pytest.raises(IntegrityError, match=refusal), transaction.atomic():
        write(match)


@pytest.mark.django_db
def test_next_round_may_be_paired_once_the_last_is_finished() -> None:
    make_played_club()
    match = make_paired_match()
    update_row(match.round, state="finished")
    create_round(match, 2, "paired")
    update_row(match.round.stage.rounds.get(number=2), state="published")


@pytest.mark.django_db
def test_draft_may_still_change_and_be_opened() -> None:
    make_played_club()
    insert_copy(get_row(Season), number=2, state="draft", game="", options={}, rules={})
    draft = Season.objects.get(number=2)
    update_row(draft, draw_seed=3, options={"deals": 2})
    update_row(draft, state="open", game="skuck", rules={"promoted": 1}, draw_seed=4)
    with pytest.raises(IntegrityError), transaction.atomic():
        update_row(draft, draw_seed=5)


def list_triggers() -> set[str]:
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


GUARD_NAMES = {guard.name for guard in triggers.TRIGGERS}


@pytest.mark.django_db
def test_migrate_leaves_them_all() -> None:
    assert list_triggers() == GUARD_NAMES


ALTERED_COLUMNS = [(Result, "status"), (Event, "noun")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("noun", "column"), ALTERED_COLUMNS, ids=lambda value: getattr(value, "__name__", value)
)
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
            assert list_triggers() < GUARD_NAMES
        call_command("migrate", verbosity=0)
        assert list_triggers() == GUARD_NAMES


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("noun", "column"),
    [(Match, "status"), (Season, "state"), (Season, "game")],
    ids=["Match", "state", "game"],
)
def test_they_are_out_of_the_way_while_the_table_that_one_of_them_asks_is_migrated(
    noun: Any, column: str
) -> None:
    emit_pre_migrate_signal(0, False, "default")
    assert list_triggers() == set()
    old = noun._meta.get_field(column)
    new = old.clone()
    new.max_length = 250
    new.set_attributes_from_name(column)
    new.model = noun
    for before, after in ((old, new), (new, old)):
        with connection.schema_editor() as editor:
            editor.alter_field(noun, before, after, strict=True)
    call_command("migrate", verbosity=0)
    assert list_triggers() == GUARD_NAMES


@pytest.mark.django_db(transaction=True)
def test_flush_needs_them_out_of_the_way_and_brings_them_back() -> None:
    make_played_club()
    if connection.vendor == "sqlite":  # PostgreSQL truncates, which no row trigger sees
        with pytest.raises((CommandError, DatabaseError)):
            call_command("flush", interactive=False, verbosity=0)
        assert Result.objects.exists()
    triggers.drop_triggers("default")
    assert list_triggers() == set()
    call_command("flush", interactive=False, verbosity=0)
    assert not Result.objects.exists()
    assert list_triggers() == GUARD_NAMES
