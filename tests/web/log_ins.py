"""Browsers of people who have logged in."""

from django.test import Client

from league.principals import Principal


def log_in(by: Principal) -> Client:
    """Return a browser in which this person has logged in."""
    client = Client()
    assert by.user
    client.force_login(by.user)
    return client
