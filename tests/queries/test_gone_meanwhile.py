"""What is deleted between two statements of one query: whoever asks is told that it is not there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from league.actions.club_deletion import erase_club
from league.models import Club, Match
from league.queries.match import find_match
from league.queries.night import find_following
from league.queries.page_versions import get_club_version
from tests.actions.clubs import list_matches, make_club
from tests.actions.submissions import enter_result
from tests.scenarios import scenario

GUEST = AnonymousUser()


@scenario
def club() -> Club:
    return make_club()


@pytest.fixture
def match(club: Club) -> Match:
    """A match with a result."""
    match = list_matches(club)[0]
    enter_result(match)
    return match


@contextmanager
def erase_before_second_statement(club: Club) -> Iterator[None]:
    """Delete a club for good, once one statement inside has been executed and another is about to be."""
    turns = iter((False, True))

    def execute(go_on: Any, sql: str, *rest: Any) -> Any:
        if next(turns, False):
            erase_club(club)
        return go_on(sql, *rest)

    with connection.execute_wrapper(execute):
        yield
    assert not Club.objects.filter(pk=club.pk).exists()


def test_match_whose_result_is_gone_is_gone(club: Club, match: Match) -> None:
    assert find_match(club.slug, match.key, viewer=GUEST)
    with erase_before_second_statement(club):
        assert find_match(club.slug, match.key, viewer=GUEST) is None


def test_match_that_would_follow_is_gone(club: Club, match: Match) -> None:
    match.refresh_from_db()
    assert find_following(match)
    with erase_before_second_statement(club):
        assert find_following(match) is None


def test_club_that_is_gone_has_no_version(club: Club) -> None:
    assert get_club_version(club.slug)
    erase_club(club)
    assert get_club_version(club.slug) is None
