"""The database refuses what must never be: every constraint of every model is shown to refuse a row."""

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
    BoardSet,
    Bye,
    Challenge,
    Club,
    Competition,
    Decision,
    Division,
    Entry,
    Invitation,
    Job,
    JoinRequest,
    Match,
    Membership,
    NotificationSwitch,
    Player,
    PlayerMerge,
    Registration,
    Remark,
    Reply,
    Report,
    Result,
    RetiredSlug,
    Round,
    Season,
    Seat,
    SheetDraft,
    SiteText,
    Stage,
    Standing,
    Statistics,
    Submission,
    Usage,
    User,
    Variant,
)
from tests.models.rows import (
    get_row,
    get_spare_match,
    get_spare_submission,
    insert_copy,
    make_paired_match,
    make_played_club,
    update_row,
)

pytestmark = pytest.mark.django_db


def get_player(key: str) -> Player:
    return Player.objects.get(key=key)


def get_entry(key: str) -> Entry:
    return Entry.objects.get(player__key=key)


def create_job(**fields: Any) -> None:
    Job.objects.create(**{"kind": "nothing", "created_at": timezone.now(), "due_at": timezone.now()} | fields)


def create_two_clean_ups() -> None:
    create_job(kind="clean-up", state="running")
    create_job(kind="clean-up", state="waiting")


def create_invitation(**fields: Any) -> None:
    now = timezone.now()
    Invitation.objects.create(
        **{"club": get_row(Club), "role": "scorer", "made_at": now, "expires_at": now, **fields}
    )


def create_twice(model: type[models.Model], **fields: Any) -> None:
    for _ in range(2):
        model._default_manager.create(**fields)


def create_reply(**fields: Any) -> None:
    said = {"submission": get_row(Submission), "kind": "confirmed", "at": timezone.now()} | fields
    Reply.objects.create(**said)


def create_two_replies() -> None:
    for _time in range(2):
        create_reply()


def create_twice_waiting() -> None:
    for _time in range(2):
        insert_copy(get_row(Submission), key=uuid4(), verdict="waiting")


def insert_result(**fields: Any) -> None:
    """Insert another result of the match that was played.

    Results are never updated, so a wrong one has to be a new one.
    """
    insert_copy(get_row(Result), **{"number": 2, "submission": get_spare_submission(), **fields})


def insert_successors(*numbers: int) -> None:
    """Insert seasons made by rolling over the first one, and closing it."""
    for number in numbers:
        insert_copy(get_row(Season), number=number, rolled_from=get_row(Season), closed_by_rollover=True)


def get_named_season() -> Season:
    update_row(get_row(Season), name="Spring Open")
    return Season.objects.get()


def build_registration(**fields: Any) -> dict[str, Any]:
    return {"season": get_row(Season), "player": get_row(Player), "state": "entered"} | fields


def register_two(**fields: Any) -> None:
    for player in Player.objects.order_by("pk")[:2]:
        Registration.objects.create(**build_registration(player=player, **fields))


def get_third_entry() -> Entry:
    """Return an entry of the division of the challenge that has none."""
    challenge = get_row(Challenge)
    others = Entry.objects.filter(division=challenge.division_id)
    return others.exclude(pk__in=(challenge.challenger_id, challenge.challenged_id))[0]


def get_third_match() -> Match:
    return Match.objects.filter(challenge=None).order_by("pk")[0]


def make_bye() -> Bye:
    make_paired_match()
    return Bye.objects.get()


def seat_again(match: Match) -> None:
    """Seat an entry of a paired match at another table of the round."""
    seat = match.seats.order_by("number")[0]
    insert_copy(match, key="another", table=2)
    match.seats.create(number=0, entry=seat.entry, player=seat.player, round=match.round)


WRONG_ROWS: dict[str, list[Callable[[], object]]] = {
    "user_email_unique": [lambda: User.objects.create(email="ORGANISER@Riverside.example")],
    "user_deleted_is_empty": [
        lambda: User.objects.create(email="a@example.org", deleted_at=timezone.now()),
        lambda: User.objects.create(
            email="a@example.org", name="Ann", is_active=False, deleted_at=timezone.now()
        ),
    ],
    "club_is_named": [lambda: update_row(get_row(Club), slug=""), lambda: update_row(get_row(Club), name="")],
    "club_is_suspended_for_a_reason": [
        lambda: update_row(get_row(Club), suspended_at=timezone.now()),
        lambda: update_row(get_row(Club), suspension_reason="Abuse"),
    ],
    "club_privacy_is_known": [lambda: update_row(get_row(Club), privacy="secret")],
    "player_merge_visibility_is_known": [lambda: update_row(get_row(PlayerMerge), visibility="secret")],
    "player_visibility_is_known": [lambda: update_row(get_row(Player), visibility="secret")],
    "club_is_deleted_before_it_is_erased": [lambda: update_row(get_row(Club), erasing_since=timezone.now())],
    "sheet_draft_is_saved_or_empty": [
        lambda: update_row(get_row(SheetDraft), content='{"a": "1"}'),
        lambda: update_row(get_row(SheetDraft), revision=1),
        lambda: update_row(get_row(SheetDraft), saved_at=timezone.now()),
    ],
    "board_set_has_a_digest": [lambda: BoardSet.objects.create(season=get_row(Season), digest="")],
    "report_says_something": [lambda: Report.objects.create(text="", made_at=timezone.now())],
    "site_text_kind_is_known": [lambda: SiteText.objects.create(kind="jokes", changed_at=timezone.now())],
    "membership_once_a_club": [lambda: insert_copy(get_row(Membership), role="scorer")],
    "membership_role_is_known": [lambda: update_row(get_row(Membership), role="treasurer")],
    "invitation_role_is_known": [lambda: create_invitation(role="treasurer")],
    "join_request_one_is_open": [lambda: insert_copy(get_row(JoinRequest))],
    "join_request_state_is_known": [
        lambda: update_row(get_row(JoinRequest), state="lost", answered_at=timezone.now())
    ],
    "join_request_is_open_or_answered": [
        lambda: update_row(get_row(JoinRequest), answered_at=timezone.now()),
        lambda: update_row(get_row(JoinRequest), state="approved"),
    ],
    "join_request_names_one": [
        lambda: update_row(get_row(JoinRequest), name=""),
        lambda: update_row(get_row(JoinRequest), player=get_row(Player)),
    ],
    "join_request_reason_is_of_a_refusal": [lambda: update_row(get_row(JoinRequest), reason="No")],
    "invitation_is_accepted_or_withdrawn": [
        lambda: create_invitation(accepted_at=timezone.now(), withdrawn_at=timezone.now())
    ],
    "competition_slug_unique": [lambda: insert_copy(get_row(Competition), name="Another")],
    "competition_kind_is_known": [lambda: update_row(get_row(Competition), kind="friendly")],
    "competition_is_named": [
        lambda: update_row(get_row(Competition), slug=""),
        lambda: update_row(get_row(Competition), name=""),
        lambda: update_row(get_row(Competition), game=""),
    ],
    "usage_key_unique": [lambda: insert_copy(get_row(Usage))],
    "variant_key_unique": [lambda: insert_copy(get_row(Variant), name="Another")],
    "variant_name_unique": [lambda: insert_copy(get_row(Variant), key="another")],
    "variant_is_named": [
        lambda: update_row(get_row(Variant), key=""),
        lambda: update_row(get_row(Variant), name=""),
        lambda: update_row(get_row(Variant), game=""),
    ],
    "player_key_unique": [lambda: insert_copy(get_row(Player), name="Namesake")],
    "player_is_named": [lambda: update_row(get_row(Player), key=""), lambda: update_row(get_row(Player), name="")],
    "statistics_once": [lambda: insert_copy(get_row(Statistics))],
    "statistics_add_up": [lambda: update_row(get_row(Statistics), played=1)],
    "season_number_unique": [lambda: insert_copy(get_row(Season), state="draft", game="")],
    "season_name_unique": [
        lambda: insert_copy(get_named_season(), number=2, state="draft", game=""),
    ],
    "season_number_from_1": [lambda: update_row(get_row(Season), number=0)],
    "season_state_is_known": [lambda: update_row(get_row(Season), state="cancelled")],
    "season_keeps_its_own_rules_once_opened": [
        lambda: insert_copy(get_row(Season), number=2, game=""),
        lambda: insert_copy(get_row(Season), number=2, state="closed", game=""),
        lambda: insert_copy(get_row(Season), number=2, state="draft"),
    ],
    "season_game_version_from_1": [lambda: insert_copy(get_row(Season), number=2, game_version=0)],
    "season_ends_after_it_starts": [
        lambda: update_row(get_row(Season), starts_on=date(2026, 1, 2), ends_on=date(2026, 1, 1))
    ],
    "season_with_unfinished_schedule_is_a_draft": [
        lambda: update_row(get_row(Season), schedule_token=uuid4())
    ],
    "season_open_for_registration_is_a_draft": [
        lambda: update_row(get_row(Season), registration_open=True)
    ],
    "season_registration_limit_from_1": [lambda: update_row(get_row(Season), registration_limit=0)],
    "registration_once_a_season": [lambda: create_twice(Registration, **build_registration())],
    "registration_once_an_address": [lambda: register_two(email="zoe@example.org")],
    "registration_withdrawn_has_no_address": [
        lambda: Registration.objects.create(**build_registration(state="withdrawn", email="zoe@example.org"))
    ],
    "registration_guest_has_no_team": [
        lambda: Registration.objects.create(**build_registration(guest=True, team="Red"))
    ],
    "registration_state_is_known": [
        lambda: Registration.objects.create(**build_registration(state="late"))
    ],
    "season_closed_only_what_it_came_from": [lambda: update_row(get_row(Season), closed_by_rollover=True)],
    "division_level_unique": [lambda: insert_copy(get_row(Division), name="Another")],
    "division_level_from_1": [lambda: update_row(get_row(Division), level=0)],
    "stage_number_unique": [lambda: insert_copy(get_row(Stage))],
    "stage_number_from_1": [lambda: update_row(get_row(Stage), number=0)],
    "round_number_unique": [lambda: insert_copy(get_row(Round))],
    "round_number_from_1": [lambda: update_row(get_row(Round), number=0)],
    "round_state_is_known": [lambda: update_row(get_row(Round), state="cancelled")],
    "round_has_pairings_once_paired": [
        lambda: update_row(get_row(Round), state="paired"),
        lambda: update_row(get_row(Round), state="planned", pairings={}),
    ],
    "round_clock_runs_or_is_paused": [
        lambda: update_row(get_row(Round), clock_ends_at=timezone.now(), clock_left=60)
    ],
    "challenge_number_unique": [lambda: insert_copy(get_row(Challenge), state="ended", match=get_third_match())],
    "challenge_number_from_1": [lambda: update_row(get_row(Challenge), number=0)],
    "challenge_state_is_known": [
        lambda: update_row(get_row(Challenge), state="lost", match=None, settled_on=date(2026, 1, 1))
    ],
    "challenge_of_another": [
        lambda: update_row(get_row(Challenge), challenged=get_row(Challenge).challenger)
    ],
    "challenge_open_once_a_challenger": [
        lambda: insert_copy(
            get_row(Challenge), number=2, challenged=get_third_entry(), match=get_third_match()
        )
    ],
    "challenge_open_once_a_challenged": [
        lambda: insert_copy(
            get_row(Challenge), number=2, challenger=get_third_entry(), match=get_third_match()
        )
    ],
    "challenge_has_a_match_or_was_settled": [
        lambda: update_row(get_row(Challenge), match=None),
        lambda: update_row(get_row(Challenge), state="declined", match=None),
        lambda: update_row(get_row(Challenge), state="declined", settled_on=date(2026, 1, 1)),
    ],
    "bye_once_a_round": [lambda: insert_copy(make_bye())],
    "bye_kind_is_known": [lambda: update_row(make_bye(), kind="double")],
    "bye_origin_is_known": [lambda: update_row(make_bye(), origin="luck")],
    "stage_format_is_known": [lambda: insert_copy(get_row(Stage), number=2, format="knockout")],
    "entry_once_a_stage": [lambda: insert_copy(get_row(Entry), seed=9)],
    "entry_guest_has_no_team": [lambda: update_row(get_row(Entry), guest=True, team="Red")],
    "entry_seed_from_1": [lambda: update_row(get_row(Entry), seed=0)],
    "standing_rank_from_1": [lambda: update_row(get_row(Standing), rank=0)],
    "standing_adds_up": [lambda: update_row(get_row(Standing), played=7)],
    "standing_movement_is_known": [lambda: update_row(get_row(Standing), movement="sideways")],
    "match_key_unique": [lambda: insert_copy(get_spare_match(), key=get_row(Match).key)],
    "match_has_a_key": [lambda: update_row(get_row(Match), key="")],
    "match_status_is_known": [lambda: update_row(get_row(Match), status="postponed")],
    "match_counts_from_1": [
        lambda: update_row(get_row(Match), table=0),
        lambda: insert_copy(get_spare_match(), key="another", leg=0),
    ],
    "match_alone_at_its_table": [lambda: insert_copy(make_paired_match(), key="another")],
    "match_is_scheduled_or_has_a_result": [
        lambda: update_row(get_row(Match), current=None),
        lambda: update_row(get_row(Match), revision=0),
        lambda: update_row(get_row(Match), status="scheduled"),
        lambda: update_row(get_spare_match(), status="void"),
        lambda: update_row(get_spare_match(), revision=1),
    ],
    "seat_number_unique": [
        lambda: insert_copy(get_row(Seat), entry=get_entry("p2"), player=get_player("substitute")),
    ],
    "seat_entry_once": [lambda: insert_copy(get_row(Seat), number=2, player=get_player("substitute"))],
    "seat_player_once": [lambda: insert_copy(get_row(Seat), number=2, entry=get_entry("p2"))],
    "seat_entry_once_a_round": [lambda: seat_again(make_paired_match())],
    "seat_outcome_is_known": [lambda: update_row(get_row(Seat), outcome="glory")],
    "submission_key_unique": [lambda: insert_copy(get_row(Submission), content="{}")],
    "submission_verdict_is_known": [lambda: update_row(get_row(Submission), verdict="pending")],
    "submission_undone_was_accepted": [
        lambda: update_row(get_row(Submission), undone_at=timezone.now()),
        lambda: update_row(
            get_row(Submission), undone_at=timezone.now(), undone_on=date(2026, 1, 6), verdict="refused"
        ),
    ],
    "submission_one_waits": [lambda: create_twice_waiting()],
    "reply_kind_is_known": [lambda: create_reply(kind="praised")],
    "reply_only_disputes_say_more": [
        lambda: create_reply(content="{}"),
        lambda: create_reply(remark=get_row(Remark)),
        lambda: create_reply(settled_at=timezone.now()),
    ],
    "result_number_unique": [lambda: insert_result(number=1)],
    "result_number_from_1": [lambda: insert_result(number=0)],
    "result_status_is_known": [lambda: insert_result(status="scheduled", sheet=None)],
    "result_played_has_a_sheet": [
        lambda: insert_result(sheet=None),
        lambda: insert_result(played_on=None),
        lambda: insert_result(status="forfeit"),
        lambda: insert_result(status="void"),
    ],
    "decision_kind_is_known": [lambda: update_row(get_row(Decision), kind="caning")],
    "remark_has_a_text": [lambda: update_row(get_row(Remark), text="")],
    "decision_has_a_day_unless_a_file_made_it": [
        lambda: update_row(get_row(Decision), on=None),
        lambda: update_row(get_row(Decision), at=None),
        lambda: update_row(get_row(Decision), origin="file"),
        lambda: update_row(get_row(Decision), origin="elsewhere"),
    ],
    "decision_is_revoked_on_a_day": [
        lambda: update_row(get_row(Decision), revoked_at=timezone.now()),
        lambda: update_row(get_row(Decision), revoked_on=date(2026, 3, 9)),
    ],
    "notification_switch_once_a_kind": [lambda: insert_copy(get_row(NotificationSwitch))],
    "award_once": [lambda: insert_copy(get_row(Award), category="master", value="4")],
    "award_place_from_1": [lambda: update_row(get_row(Award), place=0)],
    "job_state_is_known": [lambda: create_job(state="forgotten")],
    "job_cleans_up_once_a_day": [lambda: create_two_clean_ups()],
}  # fmt: skip
DUPLICATE_ROWS: dict[str, Callable[[], object]] = {
    "league_club.slug": lambda: insert_copy(get_row(Club)),
    "league_challenge.match_id": lambda: insert_copy(get_row(Challenge), number=2, state="ended"),
    "league_sheetdraft.match_id": lambda: insert_copy(get_row(SheetDraft)),
    "league_boardset.season_id": lambda: create_twice(BoardSet, season=get_row(Season), digest="1" * 64),
    "league_match.current_id": lambda: update_row(
        get_spare_match(), status="played", revision=1, current=get_row(Result)
    ),
    "league_retiredslug.slug": lambda: create_twice(RetiredSlug, slug="gone", retired_at=timezone.now()),
    "league_sitetext.kind": lambda: create_twice(SiteText, kind="imprint", changed_at=timezone.now()),
    "league_result.submission_id": lambda: insert_copy(get_row(Result), number=2),
    "league_reply.submission_id": lambda: create_two_replies(),
    "league_season.rolled_from_id": lambda: insert_successors(2, 3),
    "league_standing.entry_id": lambda: Standing.objects.create(entry=get_row(Entry), rank=1),
}


def get_column(field: Any) -> str:
    return f"{field.model._meta.db_table}.{field.column}"


SHADOWED_FIELDS = {"league_user.email"}  # user_email_unique refuses whatever this would
MODELS = list(apps.get_app_config("league").get_models())
CONSTRAINTS = [(noun, constraint) for noun in MODELS for constraint in noun._meta.constraints]
FIELDS = [field for noun in MODELS for field in noun._meta.concrete_fields]
COUNT_FIELDS = [
    field
    for field in FIELDS
    if isinstance(field, models.PositiveIntegerField | models.PositiveSmallIntegerField)
]
UNIQUE_FIELDS = [
    field
    for field in FIELDS
    if field.unique and not isinstance(field, models.AutoField) and get_column(field) not in SHADOWED_FIELDS
]


def name_in_database(model: type[models.Model], constraint: models.BaseConstraint) -> str:
    """Return what the database calls the constraint in its error.

    SQLite names the columns of a broken unique constraint instead.
    """
    if (
        connection.vendor == "sqlite"
        and isinstance(constraint, models.UniqueConstraint)
        and constraint.fields
    ):
        return ", ".join(get_column(model._meta.get_field(name)) for name in constraint.fields)
    return constraint.name


@pytest.mark.parametrize(
    ("model", "constraint"), CONSTRAINTS, ids=[constraint.name for _noun, constraint in CONSTRAINTS]
)
def test_constraint_refuses(model: type[models.Model], constraint: models.BaseConstraint) -> None:
    make_played_club()
    assert constraint.name in WRONG_ROWS, f"Say in WRONG_ROWS what {constraint.name} refuses."
    for write in WRONG_ROWS[constraint.name]:
        with pytest.raises(IntegrityError) as refusal, transaction.atomic():
            write()
        assert name_in_database(model, constraint) in str(refusal.value)


def test_every_wrong_row_is_of_a_constraint_that_is_there() -> None:
    assert set(WRONG_ROWS) == {constraint.name for _noun, constraint in CONSTRAINTS}


@pytest.mark.parametrize("field", UNIQUE_FIELDS, ids=get_column)
def test_unique_field_refuses_a_second_row(field: models.Field[Any, Any]) -> None:
    make_played_club()
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        DUPLICATE_ROWS[get_column(field)]()
    expected = f"({field.column})=" if connection.vendor == "postgresql" else get_column(field)
    assert expected in str(refusal.value)


def test_row_that_breaks_no_constraint_is_taken() -> None:
    """The rows above are refused only for what they name: without it they are accepted."""
    make_played_club()
    create_job(state="waiting")
    insert_result()
    insert_copy(get_row(Season), number=2)
    insert_copy(get_row(Season), number=3, state="draft", game="")
    insert_successors(4)
    insert_copy(get_spare_match(), key="another")
    insert_copy(get_row(Usage), key="1" * 64)
    insert_copy(get_row(Variant), key="another", name="Another")
    insert_copy(get_row(Variant), key="another-yet", game="hucklebuck")
    insert_copy(get_row(Seat), number=2, entry=get_entry("p2"), player=get_player("substitute"))
    insert_copy(get_row(Submission), key=uuid4())
    insert_copy(get_row(Membership), user=User.objects.create(email="somebody.else@riverside.example"))
    insert_copy(get_row(Decision), kind="forfeit", revoked_at=timezone.now(), revoked_on=date(2026, 3, 9))
    insert_copy(get_row(Award), player=get_player("p2"))
    insert_copy(get_row(Award), place=2)
    insert_copy(get_row(Challenge), number=2, state="declined", settled_on=date(2026, 1, 1), match=None)
    paired = make_paired_match()
    insert_copy(paired, key="second", leg=2)
    insert_copy(paired, key="beside", table=2, leg=1)
    insert_copy(paired.round, number=2, state="planned", pairings=None)


@pytest.mark.parametrize("field", COUNT_FIELDS, ids=get_column)
def test_count_is_never_negative(field: models.Field[Any, Any]) -> None:
    make_played_club()
    create_job()
    wrong = {field.name: -1}
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_result(**wrong) if field.model is Result else update_row(get_row(field.model), **wrong)
