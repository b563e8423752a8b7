"""Mails about a tournament speak of it by its name, and of no season and division."""

import re

from django.core import mail
from django.utils import timezone

from league.actions.proof import mark_proved
from league.actions.season import close_season
from league.models import Club, Job, Player, Season, User
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.actions.tournaments import make_tournament, play_round, reread
from tests.scenarios import scenario

OF_LEAGUES = re.compile("season|division|league(?! tables)", re.IGNORECASE)


@scenario
def season() -> Season:
    """Four play everyone against everyone; Ann has an account."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    season = make_tournament(club, 4, kind="round-robin")
    user = User.objects.create(email="ann@players.example", name="Ann Archer")
    mark_proved(user)
    Player.objects.filter(club=club, name="Ann Archer").update(user=user)
    return season


def read_mail(subject: str) -> str:
    """Run all jobs, also those that wait, and return the text of the mail with this subject."""
    run_jobs()
    Job.objects.filter(state="waiting").update(due_at=timezone.now())
    run_jobs()
    [message] = [each for each in mail.outbox if each.subject == subject]
    text = str(message.body)
    html = str(message.alternatives[0][0]) if message.alternatives else ""  # type: ignore[attr-defined]
    assert not OF_LEAGUES.search(text.partition("\n-- ")[0]), text
    assert "Division" not in html
    return text


def test_players_learn_that_it_has_started_and_whom_they_meet(season: Season) -> None:
    text = read_mail("The tournament has started")
    assert f"{season.name} at Riverside has started, and you play in it." in text
    assert text.count("Ann Archer – ") + text.count(" – Ann Archer") == 3


def test_players_learn_their_place_when_it_has_ended(season: Season) -> None:
    for number in (1, 2, 3):
        play_round(season, number)
    close_season(season=reread(season), by=CONSOLE)
    text = read_mail("The tournament has ended")
    assert re.search(rf"{season.name} at Riverside has ended. You finished [1-4](st|nd|rd|th) of 4\.", text)
