"""Players of a bracket or a ladder arrange the day and the place of a match."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied

from league.actions.arrangement import arrange_match
from league.actions.club import import_club
from league.actions.errors import ActionError
from league.actions.proof import mark_proved
from league.actions.season import close_season
from league.models import Club, Event, Match, Player, Role, Season, User
from league.notifications.arrangements import mail_arrangement
from league.permissions import can
from league.principals import CONSOLE, Person
from league.queries.club import export_club_file, verify_club
from league.tasks import run_jobs
from tests.actions.clubs import make_member
from tests.actions.refusals import list_codes
from tests.actions.test_brackets import play
from tests.actions.test_ladder import challenge, find
from tests.actions.tournaments import begin_round, make_tournament
from tests.scenarios import scenario


@scenario
def four(club: Club) -> Season:
    """A knockout of four whose players have accounts, with its first round."""
    season = make_tournament(club, 4, kind="knockout")
    for player in Player.objects.filter(club=club):
        user = User.objects.create(email=f"{player.key}@players.example", name=player.name)
        mark_proved(user)
        Player.objects.filter(pk=player.pk).update(user=user)
    begin_round(season)
    for _turn in range(2):  # the second sends the mails of the round
        run_jobs()
    return season


def get_person(name: str) -> Person:
    return Person(User.objects.get(name__startswith=name))


def find_match(name: str) -> Match:
    return Match.objects.get(seats__player__name__startswith=name, status="scheduled")


def refuse(match: Match, *, day: Any = None, venue: str = "", by: Any = CONSOLE) -> list[tuple[str, str]]:
    with pytest.raises(ActionError) as refused:
        arrange_match(match=match, arranged_on=day, venue=venue, by=by)
    return [(problem.path, problem.code) for problem in refused.value.problems]


def read_mails() -> dict[str, str]:
    mail.outbox.clear()
    run_jobs()
    return {message.to[0]: f"{message.subject}\n{message.body}" for message in mail.outbox}


def test_a_player_arranges_and_the_opponent_is_told(four: Season) -> None:
    match, today = find_match("Ann"), four.competition.club.today
    arranged = arrange_match(
        match=match, arranged_on=today + timedelta(3), venue=" Ann's kitchen ", by=get_person("Ann")
    )
    assert (arranged.day, arranged.venue, arranged.is_arranged) == (
        today + timedelta(3),
        "Ann's kitchen",
        True,
    )
    event = Event.objects.get(action="arrange_match")
    assert (event.key, event.before) == (match.key, {"arranged_on": None, "venue": False})
    assert event.after == {"arranged_on": (today + timedelta(3)).isoformat(), "venue": True}
    opponent = match.seats.exclude(player__name__startswith="Ann").get().player
    [(to, said)] = read_mails().items()
    assert to == opponent.user.email  # type: ignore[union-attr]
    assert "Day and place: you play Ann Archer" in said and "Place: Ann's kitchen." in said
    assert f"/riverside/matches/{match.key}/" in said
    assert verify_club(four.competition.club) == []


def test_the_same_again_says_nothing_and_organisers_arrange_too(four: Season) -> None:
    match, by = find_match("Ann"), make_member(four.competition.club, Role.ORGANISER)
    arrange_match(match=match, arranged_on=None, venue="Club room", by=by)
    arrange_match(match=match, arranged_on=None, venue="Club room", by=by)
    assert Event.objects.filter(action="arrange_match").count() == 1
    said = "".join(read_mails().values())
    assert said.count("The day is not arranged yet.") == 2  # to both
    arrange_match(match=match, arranged_on=None, venue="", by=by)
    assert "no day and place any more" in "".join(read_mails().values())
    mail_arrangement(match=match.pk, day="2030-01-01", user=get_person("Ann").user_id)  # another by now
    assert len(mail.outbox) == 2


def test_others_and_scorers_may_not(four: Season) -> None:
    match = find_match("Ann")
    other = Match.objects.exclude(pk=match.pk).get().seats.first()
    assert other and other.player.user
    for by in (Person(other.player.user), make_member(four.competition.club, Role.SCORER)):
        with pytest.raises(PermissionDenied):
            arrange_match(match=match, arranged_on=None, venue="Here", by=by)
    assert not can(get_person("Ann"), "run-seasons", four.competition.club_id)


def test_what_is_refused(four: Season) -> None:
    match, today = find_match("Ann"), four.competition.club.today
    assert refuse(match, day=today - timedelta(1)) == [("arranged_on", "past-day")]
    assert refuse(match, day=today.replace(year=today.year + 11)) == [("arranged_on", "too-far")]
    assert refuse(match, venue="x" * 81) == [("venue", "name-length")]
    Match.objects.filter(pk=match.pk).update(due_on=today + timedelta(2))
    assert refuse(match, day=today + timedelta(3)) == [("arranged_on", "after-due")]
    play(four, 1)
    assert refuse(match, venue="Here") == [("", "match-decided")]
    swiss = make_tournament(four.competition.club, 4, names=["W", "X", "Y", "Z"], name="Swiss")
    begin_round(swiss)
    assert refuse(find_match("W"), venue="Here") == [("", "not-arranged")]


def test_nothing_is_arranged_once_the_tournament_has_ended(four: Season) -> None:
    match = find_match("Ann")
    close_season(season=four, missing="void", by=CONSOLE)
    with pytest.raises(ActionError) as refused:
        arrange_match(match=match, arranged_on=None, venue="Here", by=CONSOLE)
    assert list_codes(refused) == [("", "not-open")]
    said = str(refused.value.problems[0].message)
    assert said == "The day and place of this match can't be changed now."


def test_a_challenge_is_arranged_until_its_last_day(club: Club) -> None:
    season = make_tournament(club, 4, kind="ladder", name="Ladder")
    match = challenge(season, "D", "A").match
    assert match and match.due_on
    arrange_match(match=match, arranged_on=match.due_on, venue="", by=CONSOLE)
    assert refuse(match, day=match.due_on + timedelta(1)) == [("arranged_on", "after-due")]
    assert Match.objects.get(pk=match.pk).due_on == match.due_on and find("Dan")


def test_club_file_carries_it(four: Season) -> None:
    club = four.competition.club
    before = export_club_file(club)
    assert b"arranged_on" not in before and b"venue" not in before
    day = club.today + timedelta(1)
    arrange_match(match=find_match("Ann"), arranged_on=day, venue="Ann's kitchen", by=CONSOLE)
    written = export_club_file(club)
    assert f'"arranged_on": "{day}"'.encode() in written and b'"venue": "Ann\'s kitchen"' in written
    copy = written.replace(b'"riverside"', b'"copy"', 1)
    import_club(copy, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="copy")) == copy
    import_club(before, by=CONSOLE)
    assert export_club_file(club) == before
