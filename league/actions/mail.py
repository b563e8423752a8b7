"""Mail: rendered and sent by jobs that hold ids only, so that it says what is true when it leaves."""

from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.template import Context, Engine
from django.urls import reverse


def render_mail(template: str, **context: Any) -> tuple[str, str]:
    """Render a template below templates/mail; return its first line as the subject, and the text after it."""
    plain = Context(context, autoescape=False)  # plain text, so names are not escaped
    subject, _, text = (
        Engine.get_default().get_template(f"mail/{template}").render(plain).strip().partition("\n")
    )
    return subject, text.strip() + "\n"


def deliver_mail(*, to: str, subject: str, text: str) -> None:
    """Hand a mail over to the mail server; its errors are raised. Never call this inside a transaction."""
    one_line = " ".join(subject.split())  # a line break in a name would begin a header of its own
    send_mail(one_line, text, None, [to])


def build_url(name: str, *arguments: object) -> str:
    """Return the absolute address of a page, for links from outside."""
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)
