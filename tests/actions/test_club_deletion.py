"""Deleted clubs: hidden at once, restored for 30 days, then gone from every table."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.utils import timezone

from league.actions import club_deletion
from league.actions.cleanup import clean_up
from league.actions.club import create_club, import_club
from league.actions.club_deletion import delete_club, erase_deleted_clubs, restore_club
from league.actions.decisions.void import void_match
from league.actions.demo import DEMO_FILES
from league.actions.errors import ActionError
from league.actions.invitation import invite_member
from league.actions.limits import LimitReached
from league.actions.membership import add_member
from league.actions.report import report_problem
from league.actions.rollover import roll_over_season
from league.actions.suspension import suspend_club
from league.actions.variant import save_variant
from league.models import (
    BoardSet,
    Bye,
    Challenge,
    Club,
    Entry,
    Event,
    JoinRequest,
    Match,
    Player,
    PlayerMerge,
    Registration,
    Reply,
    Result,
    RetiredSlug,
    Role,
    Season,
    SheetDraft,
    Submission,
    User,
)
from league.models.club import RESTORE_PERIOD
from league.models.match import MatchStatus
from league.models.screen_link import ScreenLink
from league.principals import CONSOLE, Person, Principal, Visitor
from league.queries.club import export_club_file
from league.tasks import run_jobs
from tests.actions.clubs import build_club_file, list_matches, make_club, make_member
from tests.actions.refusals import list_codes
from tests.actions.submissions import enter_result
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> Person:
    return make_member(club, Role.OWNER)


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_deletion, "PAUSE", 0)


def delete(club: Club, by: Principal = CONSOLE) -> Club:
    delete_club(club=club, name=club.name, by=by)
    return Club.objects.get(pk=club.pk)


def clean_up_later(**period: Any) -> None:
    later = timezone.now() + RESTORE_PERIOD + timedelta(**period)
    with patch.object(timezone, "now", return_value=later):
        clean_up()


# --- deleting, and bringing back


def test_owner_deletes_the_club_and_every_owner_is_told(club: Club, owner: Principal) -> None:
    make_member(club, Role.OWNER, "other@example.org")
    make_member(club, Role.ORGANISER)
    delete_club(club=club, name="  RIVERSIDE ", by=owner)
    assert Club.objects.get(pk=club.pk).is_hidden
    assert Event.objects.get(action="delete_club").by == owner.user
    run_jobs()
    assert sorted(message.to[0] for message in mail.outbox) == [
        "other@example.org",
        "owner@riverside.example",
    ]
    assert "/-/clubs/riverside/restore/" in mail.outbox[0].body


@pytest.mark.parametrize("name", ["", "River side", "riverside2"])
def test_another_name_is_refused(club: Club, owner: Principal, name: str) -> None:
    with pytest.raises(ActionError) as refused:
        delete_club(club=club, name=name, by=owner)
    assert list_codes(refused) == [("name", "other-name")]
    assert not Club.objects.get(pk=club.pk).is_hidden


def test_nobody_but_owners_and_administrators_deletes(club: Club) -> None:
    for role in (Role.ORGANISER, Role.SCORER, Role.PLAYER):
        with pytest.raises(PermissionDenied):
            delete_club(club=club, name=club.name, by=make_member(club, role))


def test_owner_of_a_suspended_club_neither_deletes_nor_restores_it(club: Club, owner: Principal) -> None:
    suspend_club(club=club, reason="Abuse", by=CONSOLE)
    with pytest.raises(PermissionDenied):
        delete_club(club=club, name=club.name, by=owner)
    delete(club)
    with pytest.raises(PermissionDenied):
        restore_club(club=club, by=owner)
    restore_club(club=club, by=CONSOLE)
    assert Club.objects.get(pk=club.pk).is_hidden  # as it is suspended


def test_deleting_twice_is_refused(club: Club) -> None:
    deleted = delete(club)
    with pytest.raises(ActionError) as refused:
        delete_club(club=deleted, name=club.name, by=CONSOLE)
    assert list_codes(refused) == [("", "deleted-already")]


def test_owner_restores_it_as_it_was(club: Club, owner: Principal) -> None:
    before = export_club_file(club)
    restore_club(club=delete(club, owner), by=owner)
    club.refresh_from_db()
    assert not club.is_hidden and export_club_file(club) == before
    run_jobs()
    assert [message.subject for message in mail.outbox] == ["Your club has been restored"]
    with pytest.raises(ActionError) as refused:
        restore_club(club=club, by=owner)
    assert list_codes(refused) == [("", "not-deleted")]


def test_others_do_not_restore_it(club: Club, owner: Principal) -> None:
    organiser, stranger = (
        make_member(club, Role.ORGANISER),
        Person(User.objects.create(email="x@example.org")),
    )
    delete(club, owner)
    for by in (organiser, stranger):
        with pytest.raises(PermissionDenied):
            restore_club(club=club, by=by)


def test_it_is_too_late_after_thirty_days(club: Club, owner: Principal) -> None:
    delete(club)
    Club.objects.filter(pk=club.pk).update(deleted_at=timezone.now() - RESTORE_PERIOD)
    for by in (owner, CONSOLE):
        with pytest.raises(ActionError) as refused:
            restore_club(club=club, by=by)
        assert list_codes(refused) == [("", "too-late")]


def test_deleting_again_and_again_is_limited(club: Club, owner: Principal) -> None:
    for _ in range(5):
        restore_club(club=delete(club, owner), by=owner)
    with pytest.raises(LimitReached):
        delete(club, owner)


def test_nothing_in_it_changes_meanwhile(club: Club) -> None:
    delete(club)
    for by in (CONSOLE, Person(User.objects.create(email="a@example.org", is_superuser=True))):
        with pytest.raises(ActionError) as refused:
            add_member(club=club, email="new@example.org", role="player", by=by)
        assert list_codes(refused) == [("club", "club-deleted")]


def test_who_waits_while_somebody_else_deletes_it_is_told(club: Club, owner: Person) -> None:
    scorer = make_member(club, Role.SCORER)
    for waiting in (owner, scorer):
        assert waiting.roles[club.pk]  # as they were when their request came
    delete(club)
    with pytest.raises(ActionError) as refused:
        add_member(club=club, email="new@example.org", role="player", by=owner)
    assert list_codes(refused) == [("club", "club-deleted")]
    with pytest.raises(ActionError) as refused:
        delete(club, owner)
    assert list_codes(refused) == [("", "deleted-already")]
    for never_had_it in (scorer, Visitor(), make_member(make_club(slug="another"), Role.OWNER)):
        with pytest.raises(PermissionDenied):
            add_member(club=club, email="new@example.org", role="player", by=never_had_it)
        with pytest.raises(PermissionDenied):
            delete(club, never_had_it)


# --- its address


def test_its_address_is_refused_like_any_that_is_taken(club: Club) -> None:
    somebody = Person(User.objects.create(email="new@example.org"))
    said = []
    for step in (lambda: None, lambda: delete(club), lambda: clean_up_later(days=1)):
        step()
        with pytest.raises(ActionError) as refused:
            create_club(name="Entirely other", slug="Riverside", zone="UTC", by=somebody)
        said.append(
            [(problem.path, problem.code, str(problem.message)) for problem in refused.value.problems]
        )
    assert said[0] == said[1] == said[2] and said[0][0][:2] == ("slug", "taken")
    assert not Club.objects.filter(pk=club.pk).exists()
    assert create_club(name="Riverside", slug="", zone="UTC", by=somebody).slug == "riverside-2"


def test_its_file_is_taken_in_under_another_address_only(club: Club) -> None:
    content = export_club_file(club)
    delete(club)
    with pytest.raises(ActionError) as refused:
        import_club(content, by=CONSOLE)
    assert list_codes(refused) == [("club", "club-deleted")]
    clean_up_later(days=1)
    with pytest.raises(ActionError) as refused:
        import_club(content, by=CONSOLE)
    assert list_codes(refused) == [("club.slug", "slug-retired")]
    assert not Club.objects.exists()
    file = json.loads(content)
    file["club"]["slug"] = "riverside-again"
    import_club(json.dumps(file).encode(), by=CONSOLE)
    assert Club.objects.get().slug == "riverside-again"


def test_address_of_the_administration_is_no_new_clubs() -> None:
    with pytest.raises(ActionError) as refused:
        create_club(name="Admin", slug="admin", zone="UTC", by=CONSOLE)
    assert list_codes(refused) == [("slug", "taken")]
    with pytest.raises(ActionError) as refused:
        make_club(build_club_file(slug="Admin"))
    assert list_codes(refused) == [("club.slug", "slug-retired")]
    somebody = Person(User.objects.create(email="new@example.org"))
    assert create_club(name="Admin", slug="", zone="UTC", by=somebody).slug == "admin-2"


# --- for good


PEOPLE = {"User", "EmailAddress", "UserSession", "Session"}  # accounts stay
LEFT_BEHIND = {"RetiredSlug", "Usage"}


def fetch_all_rows() -> dict[str, list[Any]]:
    """Return every row of every table but those of people, and those that a deletion is to leave something in."""
    return {
        model.__name__: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models(include_auto_created=True)
        if model.__name__ not in PEOPLE | LEFT_BEHIND
    }


def list_tables_of_clubs() -> list[type[Model]]:
    """Return the models whose rows belong to a club: those that lead there by what they refer to."""
    found: list[type[Model]] = [Club]
    models = list(apps.get_app_config("league").get_models())
    for _step in models:
        for model in models:
            leads = {
                field.related_model for field in model._meta.fields if field.many_to_one or field.one_to_one
            }
            if model not in found and leads & set(found):
                found.append(model)
    return found


def make_full_club(content: bytes) -> Club:
    """Make a club that has rows in every table that clubs have."""
    file = json.loads(content)
    import_club(content, by=CONSOLE)
    club = Club.objects.get(slug=file["club"]["slug"])
    owner = make_member(club, Role.OWNER)
    Player.objects.filter(pk=Player.objects.filter(club=club).values("pk")[:1]).update(user=owner.user)
    player = Player.objects.filter(club=club, user=None).first()
    invite_member(club=club, email="guest@example.org", role="player", player=player, by=owner)
    waiting = Match.objects.filter(
        club=club, status=MatchStatus.SCHEDULED, division__season__state="open"
    ).first()
    if waiting:
        void_match(match=waiting, reason="Nobody had the key.", by=owner, base=0)
        roll_over_season(season=waiting.division.season, missing="forfeit", by=owner)
    game = Season.objects.filter(competition__club=club).exclude(game="").values_list("game", flat=True)[0]
    save_variant(club=club, name="Ours", game=game, options={}, by=owner)
    entered = Submission.objects.filter(match__club=club)[0]
    Reply.objects.create(submission=entered, kind="confirmed", at=timezone.now())
    entry = Entry.objects.filter(season__competition__club=club)[0]
    Bye.objects.create(round=entry.stage.rounds.create(number=99), entry=entry, kind="full")
    other = Entry.objects.filter(division=entry.division_id).exclude(pk=entry.pk)[0]
    Challenge.objects.create(
        division_id=entry.division_id,
        number=99,
        challenger=entry,
        challenged=other,
        made_on=timezone.localdate(),
        match=Match.objects.filter(division=entry.division_id)[0],
    )
    Registration.objects.create(season=entry.season, player=entry.player, state="entered")
    SheetDraft.objects.create(
        match=Match.objects.filter(division=entry.division_id)[0], bids={"0": {"0": [1]}}
    )
    BoardSet.objects.get_or_create(season=entry.season, defaults={"digest": "0" * 64})
    ScreenLink.objects.create(season=entry.season, made_at=timezone.now())
    PlayerMerge.objects.create(
        club=club, kept=entry.player, number=0, key="gone", name="Gone", visibility="name", at=timezone.now()
    )
    run_jobs()
    assert owner.user
    JoinRequest.objects.create(club=club, user=owner.user, name="Ann", made_at=timezone.now())
    for model in list_tables_of_clubs():
        row = model._base_manager.order_by("-pk").first()
        assert row, f"The full club has no {model.__name__}: make one in make_full_club."
        LogEntry.objects.create(
            user=owner.user,
            content_type=ContentType.objects.get_for_model(model),
            object_id=str(row.pk),
            object_repr="x",
            action_flag=CHANGE,
        )
    report_problem(page=f"/{club.slug}/players/", text="Rude", email="", sender="192.0.2.1")
    return club


@pytest.mark.parametrize("path", DEMO_FILES, ids=lambda path: path.stem)
def test_nothing_of_a_club_remains_and_others_are_untouched(path: Any) -> None:
    other = make_club(slug="lakeside")
    enter_result(list_matches(other)[0])
    run_jobs()
    others_file, before = export_club_file(other), fetch_all_rows()
    club = make_full_club(path.read_bytes())
    delete(club)
    run_jobs()
    erase_deleted_clubs(timezone.now() + RESTORE_PERIOD)
    noted = LogEntry.objects.values_list("content_type__model", flat=True)
    assert not noted, f"Notes of the admin site stay of {list(noted)}: add their rows to _list_rows."
    assert fetch_all_rows() == before
    assert export_club_file(other) == others_file
    assert list(RetiredSlug.objects.values_list("slug", flat=True)) == [path.stem]
    connection.check_constraints()


def test_it_goes_on_where_it_was_stopped(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_deletion, "BATCH_SIZE", 2)
    enter_result(list_matches(club)[0])
    delete(club)
    with (
        patch.object(RetiredSlug.objects, "get_or_create", side_effect=OSError("no more disk")),
        pytest.raises(OSError, match="disk"),
    ):
        clean_up_later(days=1)
    assert not Match.objects.exists()
    with pytest.raises(ActionError) as refused:
        restore_club(club=club, by=CONSOLE)
    assert list_codes(refused) == [("", "too-late")]
    clean_up_later(days=2)
    assert not Club.objects.exists()


def test_it_stays_until_its_time_is_over(club: Club) -> None:
    delete(club)
    clean_up_later(minutes=-1)
    assert Match.objects.exists() and Club.objects.get().erasing_since is None


def test_history_of_a_deleted_club_is_guarded_until_it_is_erased(club: Club) -> None:
    result = enter_result(list_matches(club)[0])
    delete(club)
    for rows in (Event.objects.filter(club=club), Result.objects.filter(pk=result.pk)):
        with pytest.raises(DatabaseError, match="never changed or deleted"), transaction.atomic():
            rows._raw_delete(rows.db)
    Club.objects.filter(pk=club.pk).update(erasing_since=timezone.now())
    Event.objects.filter(club=club)._raw_delete("default")
    with pytest.raises(DatabaseError, match="never changed or deleted"), transaction.atomic():
        Result.objects.filter(pk=result.pk).update(number=2)
