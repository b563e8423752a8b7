"""Mail: rendered and sent by jobs that hold ids only, so that it says what is true when it leaves."""

from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.template import Context, Engine
from django.urls import reverse


def render_mail(template: str, **context: Any) -> tuple[str, str]:
    """Subject and text of the mail in this file below templates/mail: its first line, and what follows it."""
    plain = Context(context, autoescape=False)  # no markup: names stand as they are
    subject, _, text = (
        Engine.get_default().get_template(f"mail/{template}").render(plain).strip().partition("\n")
    )
    return subject, text.strip() + "\n"


def deliver_mail(*, to: str, subject: str, text: str) -> None:
    """Hands one mail over to the mail server; raises what it says against it. Never inside a transaction."""
    one_line = " ".join(subject.split())  # a line break in a name would begin a header of its own
    send_mail(one_line, text, None, [to])


def build_url(name: str, *arguments: object) -> str:
    """The whole address of a page, to be followed from outside."""
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)
