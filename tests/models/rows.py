"""One row of every model, as a club has it after its first match, and two ways to write a wrong one."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db import models
from django.utils import timezone

from league.actions.result import submit_result
from league.models import (
    Award,
    Bye,
    Challenge,
    Club,
    Competition,
    Decision,
    Entry,
    Invitation,
    JoinRequest,
    Match,
    NotificationSwitch,
    Player,
    PlayerMerge,
    Remark,
    Role,
    Round,
    ScreenLink,
    Season,
    Seat,
    SheetDraft,
    Statistics,
    Submission,
    Usage,
    User,
    Variant,
)
from tests.actions.clubs import PRINTED_SHEET, list_matches, make_club, make_member


def make_played_club() -> Club:
    club = make_club()
    played, scheduled = list_matches(club)[:2]
    submit_result(
        match=played, sheet=PRINTED_SHEET, by=make_member(club, Role.ORGANISER), key=uuid4(), base=0
    )
    Submission.objects.create(
        match=scheduled, key=uuid4(), at=timezone.now(), base=0, content="{}", verdict="refused"
    )
    SheetDraft.objects.create(match=scheduled)
    for player in Player.objects.all():
        Statistics.objects.get_or_create(player=player, competition=Competition.objects.get())
    Variant.objects.create(club=club, key="long", name="Long", game="skuck", options={"deals": 8})
    season, now = Season.objects.get(), timezone.now()
    Invitation.objects.create(
        club=club, email="ann@example.org", role=Role.PLAYER, made_at=now, expires_at=now
    )
    JoinRequest.objects.create(club=club, user=User.objects.all()[0], name="Ann", made_at=now)
    remark = Remark.objects.create(club=club, text="Played with 51 cards")
    Decision.objects.create(season=season, kind="void", remark=remark, at=now, on=now.date())
    ScreenLink.objects.create(season=season, made_at=now)
    Usage.objects.create(limit="invitations", key="0" * 64, began_at=now)
    NotificationSwitch.objects.create(user=User.objects.all()[0], kind="match-due", is_on=False)
    one, other = Entry.objects.filter(division=scheduled.division_id).order_by("pk")[:2]
    Challenge.objects.create(
        division_id=scheduled.division_id,
        number=1,
        challenger=one,
        challenged=other,
        made_on=now.date(),
        match=scheduled,
    )
    Award.objects.create(season=season, place=1, category="boolie", player=Player.objects.all()[0], value="1")
    PlayerMerge.objects.create(
        club=club, kept=Player.objects.all()[0], number=0, key="gone", name="Gone", visibility="name", at=now
    )
    return club


def build_pairings(seed: int = 1) -> dict[str, Any]:
    """Return pairings of the first division as a round holds them."""
    table = {"entries": ["ann", "bob"], "reasons": []}
    return {
        "1": {"system": "club", "settings": {}, "seed": seed, "digest": "0", "tables": [table], "byes": []}
    }


def make_paired_match() -> Match:
    """Give the season a second stage with one paired round: a match of two entries, and a bye of the third of four."""
    season = Season.objects.order_by("pk")[0]
    stage = season.stages.create(number=2)
    division = stage.divisions.create(season=season, level=1, name="Final")
    entries = [
        Entry.objects.create(season=season, stage=stage, division=division, player=player, seed=seed)
        for seed, player in enumerate(Player.objects.order_by("pk")[:4], 1)
    ]
    pairing = Round.objects.create(stage=stage, number=1, state="published", pairings=build_pairings())
    match = Match.objects.create(
        club_id=season.competition.club_id, division=division, key="f1", round=pairing, table=1, paired=True
    )
    for number, entry in enumerate(entries[:2]):
        Seat.objects.create(match=match, number=number, entry=entry, player=entry.player, round=pairing)
    Bye.objects.create(round=pairing, entry=entries[2], kind="pairing")
    return match


PLAYED_FILTERS: dict[type[models.Model], dict[str, Any]] = {
    Match: {"status": "played"},
    Seat: {"match__status": "played"},
    Submission: {"verdict": "accepted"},
}


def get_row(model: type[models.Model]) -> Any:
    """Return a row of the model; where it belongs to a match, one of the match that was played."""
    return model._default_manager.filter(**PLAYED_FILTERS.get(model, {})).order_by("pk").first()


def get_spare_match() -> Match:
    return Match.objects.filter(status="scheduled").order_by("pk")[0]


def get_spare_submission() -> Submission:
    return Submission.objects.get(result=None)


def insert_copy(row: Any, **changes: Any) -> None:
    """Insert the row again, with these changes."""
    row.pk = None
    row._state.adding = True
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(force_insert=True)


def update_row(row: Any, **changes: Any) -> None:
    """Change the row in the database."""
    type(row)._default_manager.filter(pk=row.pk).update(**changes)
