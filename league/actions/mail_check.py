"""A mail by which administrators see whether mails arrive."""

from django.db import transaction

from league.actions.job import enqueue
from league.notifications.delivery import count_mail_of_site, deliver_mail, render_mail
from league.permissions import require, require_person
from league.principals import Principal, read_principal
from league.queries.links import build_url

TEST_JOB = "mail-test"


@transaction.atomic
def send_test_mail(*, by: Principal) -> None:
    """Leave a job that mails to the administrator who asks for it.

    Raises PermissionDenied; LimitReached.
    """
    require(by, "administer")
    count_mail_of_site()
    enqueue(TEST_JOB, user=require_person(by).user_id)


def mail_test(*, user: int) -> None:
    """Send it, as a job. Raises PermissionDenied if they are no administrator any more."""
    by = require_person(read_principal(user))
    require(by, "administer")
    deliver_mail(render_mail("test", to=by.user.email, site=build_url("home")))
