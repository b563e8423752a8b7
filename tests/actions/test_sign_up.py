"""New accounts: made when their address is proved, and let in or refused where the site wants that."""

from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.core.exceptions import PermissionDenied

from league.actions.errors import ActionError
from league.actions.sign_up import approve_account, refuse_account, sign_up
from league.models import Job, User
from league.principals import CONSOLE, Person
from league.queries.proof import is_proved
from league.tasks import run_jobs
from tests.actions.refusals import list_codes

pytestmark = pytest.mark.django_db
ANN = "ann@example.org"
WORDS = "a good long pass phrase"


def sign_ann_up(**other: Any) -> User:
    given: dict[str, Any] = {
        "name": "Ann Archer",
        "email": ANN,
        "password_hash": make_password(WORDS),
        "is_invited": False,
    }
    return sign_up(**given | other)


@pytest.fixture
def waiting(settings: Any) -> User:
    settings.SIGN_UP = "approval"
    user = sign_ann_up()
    assert user.waiting_since
    return user


def test_account_is_proved_and_has_the_password(db: None) -> None:
    user = sign_ann_up(email="Ann@Example.org")
    assert (user.email, user.name, user.waiting_since) == (ANN, "Ann Archer", None)
    assert is_proved(user) and user.check_password(WORDS)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"email": "ANN@example.org"}, ("email", "taken")), ({"name": "a\0b"}, ("name", "control-character"))],
)
def test_address_that_is_taken_and_bad_names_are_refused(
    change: dict[str, str], code: tuple[str, str]
) -> None:
    User.objects.create_user(ANN, "another good phrase", name="Ann")
    with pytest.raises(ActionError) as refused:
        sign_ann_up(**change)
    assert list_codes(refused) == [code]
    assert User.objects.get().check_password("another good phrase")


def test_whom_a_club_has_invited_waits_for_nobody(settings: Any) -> None:
    settings.SIGN_UP = "approval"
    assert sign_ann_up(is_invited=True).waiting_since is None


def test_approval_is_mailed_once(waiting: User) -> None:
    for _again in range(2):
        approve_account(user=waiting, by=CONSOLE)
    assert Job.objects.get().arguments == {"user": waiting.pk}
    run_jobs()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([ANN], "Your account on Boolie is ready")
    assert "http://localhost:8000/-/log-in/" in sent.body
    assert User.objects.get().waiting_since is None


def test_no_approval_is_mailed_to_an_account_that_is_gone(waiting: User) -> None:
    approve_account(user=waiting, by=CONSOLE)
    waiting.delete()
    run_jobs()
    assert mail.outbox == []


def test_refused_account_is_deleted_and_told(waiting: User, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        refuse_account(user=waiting, by=CONSOLE)
    assert not User.objects.exists()
    assert [sent.to for sent in mail.outbox] == [[ANN]]


def test_two_administrators_at_once(waiting: User) -> None:
    approve_account(user=waiting, by=CONSOLE)
    with pytest.raises(ActionError) as refused:
        refuse_account(user=waiting, by=CONSOLE)
    assert list_codes(refused) == [("", "approved")]
    waiting.delete()
    waiting.pk = 0
    for decide in (approve_account, refuse_account):
        with pytest.raises(ActionError) as refused:
            decide(user=waiting, by=CONSOLE)
        assert list_codes(refused) == [("", "gone")]


def test_only_administrators_decide(waiting: User) -> None:
    for decide in (approve_account, refuse_account):
        with pytest.raises(PermissionDenied):
            decide(user=waiting, by=Person(waiting))
    assert User.objects.get().waiting_since
