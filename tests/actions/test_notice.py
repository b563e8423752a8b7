"""Mails about corrections: who gets one, what it says, and that it is still true when it is sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.actions.notice import mail_correction
from league.models import Job, Match, Player, Role, User
from league.tasks import run_jobs
from tests.actions.clubs import (
    OTHER_SHEET,
    PRINTED_SHEET,
    build_club_file,
    list_matches,
    make_club,
    make_member,
)
from tests.actions.submissions import enter_result, get_player_actor, restore_version
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def match() -> Match:
    """Return a match of the first round, whose two players have accounts."""
    match = list_matches(make_club())[0]
    for seat in (0, 1):
        get_player_actor(match, seat)
    return match


def list_notices() -> list[dict[str, Any]]:
    return list(Job.objects.filter(kind="mail-correction").order_by("pk").values_list("arguments", flat=True))


def get_user_pk(match: Match, seat: int) -> int:
    user = get_player_actor(match, seat).user
    assert user
    return user.pk


def test_first_result_is_told_to_nobody(match: Match) -> None:
    enter_result(match)
    assert list_notices() == []


def test_correction_leaves_a_job_for_each_player_with_ids_only(match: Match) -> None:
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1, why="Typed wrongly")
    users = sorted(get_user_pk(match, seat) for seat in (0, 1))
    assert list_notices() == [{"match": match.pk, "number": 2, "user": user} for user in users]


def test_taking_back_is_told_too(match: Match) -> None:
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    Job.objects.all().delete()
    restore_version(match, 1, base=2)
    assert [arguments["number"] for arguments in list_notices()] == [3, 3]


def test_whoever_did_it_gets_none(match: Match) -> None:
    enter_result(match, by=get_player_actor(match, 1))
    enter_result(match, OTHER_SHEET, base=1, by=get_player_actor(match, 1))
    assert [arguments["user"] for arguments in list_notices()] == [get_user_pk(match, 0)]


def test_player_without_an_account_gets_none() -> None:
    match = list_matches(make_club())[0]
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    assert list_notices() == []


def test_substitute_and_whoever_they_sat_for_are_both_told() -> None:
    file = build_club_file()
    first = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    first |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    first["sat"] = ["substitute", first["seats"][1]]
    club = make_club(file)
    for key in ("substitute", first["seats"][0]):
        Player.objects.filter(club=club, key=key).update(user=User.objects.create(email=f"{key}@x.example"))
    enter_result(Match.objects.get(key=first["id"]), OTHER_SHEET, base=1)
    assert len(list_notices()) == 2


def test_notices_are_left_in_one_query(match: Match) -> None:
    club = match.club
    enter_result(match)
    by = make_member(club, Role.SCORER)
    with CaptureQueriesContext(connection) as captured:
        enter_result(match, OTHER_SHEET, base=1, by=by)
    jobs = [query["sql"] for query in captured if query["sql"].startswith('INSERT INTO "league_job"')]
    assert len(jobs) == 2  # the statistics', and these


# --- what it says


def test_mail_says_what_it_was_what_it_is_why_and_where(match: Match, settings: Any) -> None:
    settings.SITE_URL = "https://cards.example"
    scorer = make_member(match.club, Role.SCORER)
    enter_result(match, by=scorer)
    enter_result(match, OTHER_SHEET, base=1, by=scorer, why="Misread on the sheet")
    run_jobs()
    assert sorted(to for message in mail.outbox for to in message.to) == sorted(
        player.user.email for player in Player.objects.filter(user__isnull=False) if player.user
    )
    text = str(mail.outbox[0].body)
    first, second = (seat.player.name for seat in match.seats.order_by("number").select_related("player"))
    assert mail.outbox[0].subject == "A result of yours has been changed"
    assert f"{first} – {second}" in text
    assert f"It was: {first} -3 (win), {second} -3 (loss)" in text
    assert f"It is: {first} 10 (draw), {second} 10 (draw)" in text
    assert f"- Game 1, {first}, Bid: 16 → 14" in text
    assert "The reason given: Misread on the sheet" in text
    assert f"https://cards.example/riverside/matches/{match.key}/" in text
    assert "scorer" not in text.replace("tell a scorer or organiser", "")  # who did it is for helpers
    assert "changed again since" not in text


def test_forfeit_is_told_in_words() -> None:
    file = build_club_file()
    first = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    first |= {"status": "forfeit", "absent": [first["seats"][0]]}
    make_club(file)
    match = Match.objects.get(key=first["id"])
    get_player_actor(match, 1)
    enter_result(match, base=1)
    run_jobs()
    (message,) = mail.outbox
    assert "It was: forfeit, Player p1 absent" in message.body
    assert "No reason was given." in message.body


def test_mail_that_leaves_late_says_that_it_was_changed_again(match: Match) -> None:
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    restore_version(match, 1, base=2)
    mail_correction(match=match.pk, number=2, user=get_user_pk(match, 0))
    (message,) = mail.outbox
    assert "changed again since" in message.body


def test_nothing_in_a_name_or_reason_becomes_markup_or_a_header(match: Match) -> None:
    Player.objects.filter(seats__match=match, seats__number=0).update(name="A & <b>B</b>")
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1, why="<3 & more")
    mail_correction(match=match.pk, number=2, user=get_user_pk(match, 0))
    (message,) = mail.outbox
    assert "A & <b>B</b> 10 (draw)" in message.body and "<3 & more" in message.body
    assert message.subject == "A result of yours has been changed"


@pytest.mark.parametrize("gone", ["user", "player", "inactive", "address"])
def test_nobody_who_is_gone_gets_it(match: Match, gone: str) -> None:
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    user = get_user_pk(match, 0)
    if gone == "user":
        User.objects.filter(pk=user).delete()
    elif gone == "player":
        Player.objects.filter(user=user).update(user=None)
    elif gone == "inactive":
        User.objects.filter(pk=user).update(is_active=False)
    else:
        User.objects.filter(pk=user).update(email="")
    mail_correction(match=match.pk, number=2, user=user)
    assert mail.outbox == []


def test_mail_server_that_is_away_leaves_the_job_for_later(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)

    def away(**_mail: str) -> None:
        raise OSError("no mail server")

    monkeypatch.setattr("league.actions.notice.deliver_mail", away)
    run_jobs()
    assert set(Job.objects.filter(kind="mail-correction").values_list("state", flat=True)) == {"waiting"}
    assert Match.objects.get(pk=match.pk).revision == 2
