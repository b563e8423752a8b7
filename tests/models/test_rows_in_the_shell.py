"""What a row is called in the shell and in the log of a failed test."""

import pytest
from django.apps import apps
from django.utils import timezone

from league.models import BoardSet, Bye, Entry, Registration, RegistrationState, Reply, Round, Submission
from league.models.mail_failure import MailFailure
from league.models.round import ByeKind
from tests.models.rows import make_played_club

pytestmark = pytest.mark.django_db


def test_row_is_called_by_more_than_its_number() -> None:
    make_played_club()
    Reply.objects.create(submission=Submission.objects.all()[0], kind="confirmed", at=timezone.now())
    MailFailure.objects.create(problem="Connection refused", at=timezone.now())
    entry = Entry.objects.all()[0]
    BoardSet.objects.create(season=entry.season, digest="d1ge57")
    Registration.objects.create(season=entry.season, player=entry.player, state=RegistrationState.WAITING)
    Bye.objects.create(round=Round.objects.all()[0], entry=entry, kind=ByeKind.HALF)
    found = [model._default_manager.first() for model in apps.get_app_config("league").get_models()]
    called = {type(row).__name__: str(row) for row in found if row}
    assert {"Remark", "Reply", "MailFailure", "Usage", "Standing", "Statistics"} <= set(called)
    assert {"BoardSet", "Bye", "Registration"} <= set(called)
    assert [name for name, text in called.items() if not text or "object (" in text] == []
