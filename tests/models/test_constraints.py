"""What must never be, the database refuses: every constraint of every noun, each shown refusing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from league.models import (
    Award,
    Club,
    Competition,
    Decision,
    Division,
    Entry,
    Invitation,
    Job,
    Match,
    Membership,
    Player,
    Result,
    Season,
    Seat,
    Standing,
    Statistics,
    Submission,
    User,
    Variant,
)
from tests.models.rows import a, changed, copied, played_club, spare_match, spare_submission

pytestmark = pytest.mark.django_db


def player(key: str) -> Player:
    return Player.objects.get(key=key)


def entry(key: str) -> Entry:
    return Entry.objects.get(player__key=key)


def job(**fields: Any) -> None:
    Job.objects.create(kind="nothing", created_at=timezone.now(), due_at=timezone.now(), **fields)


def invitation(**fields: Any) -> None:
    now = timezone.now()
    Invitation.objects.create(
        **{"club": a(Club), "role": "scorer", "made_at": now, "expires_at": now, **fields}
    )


def result(**fields: Any) -> None:
    """One more result of the match that was played: results are never changed, so wrong ones are new ones."""
    copied(a(Result), **{"number": 2, "submission": spare_submission(), **fields})


def successors(*numbers: int) -> None:
    """Seasons that the first one was rolled over into, which closed it, too."""
    for number in numbers:
        copied(a(Season), number=number, rolled_from=a(Season), closed_before=True)


WRONG: dict[str, list[Callable[[], object]]] = {
    "user_email_unique": [lambda: User.objects.create(email="ORGANISER@Riverside.example")],
    "club_is_named": [lambda: changed(a(Club), slug=""), lambda: changed(a(Club), name="")],
    "membership_once_a_club": [lambda: copied(a(Membership), role="scorer")],
    "membership_role_is_known": [lambda: changed(a(Membership), role="treasurer")],
    "invitation_role_is_known": [lambda: invitation(role="treasurer")],
    "invitation_is_accepted_or_withdrawn": [
        lambda: invitation(accepted_at=timezone.now(), withdrawn_at=timezone.now())
    ],
    "competition_slug_unique": [lambda: copied(a(Competition), name="Another")],
    "competition_kind_is_known": [lambda: changed(a(Competition), kind="friendly")],
    "competition_is_named": [
        lambda: changed(a(Competition), slug=""),
        lambda: changed(a(Competition), name=""),
        lambda: changed(a(Competition), game=""),
    ],
    "variant_key_unique": [lambda: copied(a(Variant), name="Another")],
    "variant_name_unique": [lambda: copied(a(Variant), key="another")],
    "variant_is_named": [
        lambda: changed(a(Variant), key=""),
        lambda: changed(a(Variant), name=""),
        lambda: changed(a(Variant), game=""),
    ],
    "player_key_unique": [lambda: copied(a(Player), name="Namesake")],
    "player_is_named": [lambda: changed(a(Player), key=""), lambda: changed(a(Player), name="")],
    "statistics_once": [lambda: copied(a(Statistics))],
    "statistics_add_up": [lambda: changed(a(Statistics), played=1)],
    "season_number_unique": [lambda: copied(a(Season), state="draft", game="")],
    "season_number_from_1": [lambda: changed(a(Season), number=0)],
    "season_state_is_known": [lambda: changed(a(Season), state="cancelled")],
    "season_keeps_its_own_rules_once_opened": [
        lambda: copied(a(Season), number=2, game=""),
        lambda: copied(a(Season), number=2, state="closed", game=""),
        lambda: copied(a(Season), number=2, state="draft"),
    ],
    "season_ends_after_it_starts": [
        lambda: changed(a(Season), starts_on=date(2026, 1, 2), ends_on=date(2026, 1, 1))
    ],
    "season_closed_only_what_it_came_from": [lambda: changed(a(Season), closed_before=True)],
    "division_level_unique": [lambda: copied(a(Division), name="Another")],
    "division_counts_from_1": [
        lambda: changed(a(Division), level=0),
        lambda: changed(a(Division), stage=0),
    ],
    "entry_once_a_season": [lambda: copied(a(Entry), seed=9)],
    "entry_seed_from_1": [lambda: changed(a(Entry), seed=0)],
    "standing_rank_from_1": [lambda: changed(a(Standing), rank=0)],
    "standing_adds_up": [lambda: changed(a(Standing), played=7)],
    "standing_movement_is_known": [lambda: changed(a(Standing), movement="sideways")],
    "match_key_unique": [lambda: copied(spare_match(), key=a(Match).key)],
    "match_has_a_key": [lambda: changed(a(Match), key="")],
    "match_status_is_known": [lambda: changed(a(Match), status="postponed")],
    "match_counts_from_1": [lambda: changed(a(Match), round=0), lambda: changed(a(Match), table=0)],
    "match_is_scheduled_or_has_a_result": [
        lambda: changed(a(Match), current=None),
        lambda: changed(a(Match), revision=0),
        lambda: changed(a(Match), status="scheduled"),
        lambda: changed(spare_match(), status="void"),
        lambda: changed(spare_match(), revision=1),
    ],
    "seat_number_unique": [
        lambda: copied(a(Seat), entry=entry("p2"), player=player("substitute")),
    ],
    "seat_entry_once": [lambda: copied(a(Seat), number=2, player=player("substitute"))],
    "seat_player_once": [lambda: copied(a(Seat), number=2, entry=entry("p2"))],
    "seat_outcome_is_known": [lambda: changed(a(Seat), outcome="glory")],
    "seat_makes_no_more_than_it_bids": [lambda: changed(a(Seat), bids=3, bids_made=4)],
    "submission_key_unique": [lambda: copied(a(Submission), content="{}")],
    "submission_verdict_is_known": [lambda: changed(a(Submission), verdict="pending")],
    "result_number_unique": [lambda: result(number=1)],
    "result_number_from_1": [lambda: result(number=0)],
    "result_status_is_known": [lambda: result(status="scheduled", sheet=None)],
    "result_played_has_a_sheet": [
        lambda: result(sheet=None),
        lambda: result(played_on=None),
        lambda: result(status="forfeit"),
        lambda: result(status="void"),
    ],
    "decision_kind_is_known": [lambda: changed(a(Decision), kind="caning")],
    "decision_has_a_reason": [lambda: changed(a(Decision), reason="")],
    "decision_is_undone_on_a_day": [
        lambda: changed(a(Decision), undone_at=timezone.now()),
        lambda: changed(a(Decision), undone_on=date(2026, 3, 9)),
    ],
    "award_once": [lambda: copied(a(Award), category="master", value="4")],
    "award_place_from_1": [lambda: changed(a(Award), place=0)],
    "job_state_is_known": [lambda: job(state="forgotten")],
}  # fmt: skip
WRONG_TWINS: dict[str, Callable[[], object]] = {
    "league_club.slug": lambda: copied(a(Club)),
    "league_match.current_id": lambda: changed(spare_match(), status="played", revision=1, current=a(Result)),
    "league_result.submission_id": lambda: copied(a(Result), number=2),
    "league_season.rolled_from_id": lambda: successors(2, 3),
    "league_standing.entry_id": lambda: Standing.objects.create(entry=a(Entry), rank=1),
}


def column(field: Any) -> str:
    return f"{field.model._meta.db_table}.{field.column}"


NEVER_ALONE = {"league_user.email"}  # user_email_unique refuses whatever this would
NOUNS = list(apps.get_app_config("league").get_models())
CONSTRAINTS = [(noun, constraint) for noun in NOUNS for constraint in noun._meta.constraints]
FIELDS = [field for noun in NOUNS for field in noun._meta.concrete_fields]
COUNTS = [
    field
    for field in FIELDS
    if isinstance(field, models.PositiveIntegerField | models.PositiveSmallIntegerField)
]
UNIQUE = [
    field
    for field in FIELDS
    if field.unique and not isinstance(field, models.AutoField) and column(field) not in NEVER_ALONE
]


def as_the_database_calls(model: type[models.Model], constraint: models.BaseConstraint) -> str:
    """SQLite names the columns of a broken unique constraint, not the constraint."""
    if (
        connection.vendor == "sqlite"
        and isinstance(constraint, models.UniqueConstraint)
        and constraint.fields
    ):
        return ", ".join(column(model._meta.get_field(name)) for name in constraint.fields)
    return constraint.name


@pytest.mark.parametrize(
    ("model", "constraint"), CONSTRAINTS, ids=[constraint.name for _noun, constraint in CONSTRAINTS]
)
def test_constraint_refuses(model: type[models.Model], constraint: models.BaseConstraint) -> None:
    played_club()
    for write in WRONG[constraint.name]:
        with pytest.raises(IntegrityError) as refusal, transaction.atomic():
            write()
        assert as_the_database_calls(model, constraint) in str(refusal.value)


def test_every_wrong_row_is_of_a_constraint_that_is_there() -> None:
    assert set(WRONG) == {constraint.name for _noun, constraint in CONSTRAINTS}


@pytest.mark.parametrize("field", UNIQUE, ids=column)
def test_unique_field_refuses_a_second_row(field: models.Field[Any, Any]) -> None:
    played_club()
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        WRONG_TWINS[column(field)]()
    told = f"({field.column})=" if connection.vendor == "postgresql" else column(field)
    assert told in str(refusal.value)


def test_row_that_breaks_no_constraint_is_taken() -> None:
    """The rows above are refused for what they name: without it they are taken."""
    played_club()
    job(state="waiting")
    result()
    copied(a(Season), number=2)
    copied(a(Season), number=3, state="draft", game="")
    successors(4)
    copied(spare_match(), key="another")
    copied(a(Variant), key="another", name="Another")
    copied(a(Variant), key="another-yet", game="hucklebuck")
    copied(a(Seat), number=2, entry=entry("p2"), player=player("substitute"))
    copied(a(Submission), key=uuid4())
    copied(a(Membership), user=User.objects.create(email="somebody.else@riverside.example"))
    copied(a(Decision), kind="forfeit", undone_at=timezone.now(), undone_on=date(2026, 3, 9))
    copied(a(Award), player=player("p2"))
    copied(a(Award), place=2)


@pytest.mark.parametrize("field", COUNTS, ids=column)
def test_count_is_never_negative(field: models.Field[Any, Any]) -> None:
    played_club()
    job()
    wrong = {field.name: -1}
    with pytest.raises(IntegrityError), transaction.atomic():
        result(**wrong) if field.model is Result else changed(a(field.model), **wrong)
