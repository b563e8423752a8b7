"""Browsers of people who have logged in."""

from django.test import Client

from league.actions.actor import Actor


def log_in(by: Actor) -> Client:
    """Return a browser in which this person has logged in."""
    client = Client()
    assert by.account
    client.force_login(by.account)
    return client
