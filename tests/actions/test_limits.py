"""Limits are counted in the database: for each limit and key, and again once the period is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from league.actions.limits import Limit, LimitReached, count_use, require_left
from league.models import Usage

FEW = Limit("few", most=3, period=timedelta(minutes=10))
OTHER = Limit("other", most=3, period=timedelta(minutes=10))


def count_at(moment: datetime, limit: Limit = FEW, key: str = "ann@example.org") -> None:
    with patch("django.utils.timezone.now", return_value=moment):
        count_use(limit, key)


def test_limit_is_reached_after_so_many_uses_and_says_how_long_to_wait(db: None) -> None:
    now = timezone.now()
    for minute in range(3):
        count_at(now + timedelta(minutes=minute))
    with pytest.raises(LimitReached) as reached:
        count_at(now + timedelta(minutes=4))
    assert reached.value.limit == FEW
    assert reached.value.retry_after == 6 * 60


def test_trying_on_does_not_make_the_wait_longer(db: None) -> None:
    now = timezone.now()
    for _ in range(3):
        count_at(now)
    for minute in range(1, 10):
        with pytest.raises(LimitReached):
            count_at(now + timedelta(minutes=minute))
    count_at(now + timedelta(minutes=10))
    assert Usage.objects.get().count == 1


def test_each_limit_and_each_key_is_counted_by_itself(db: None) -> None:
    now = timezone.now()
    for _ in range(3):
        count_at(now)
        count_at(now, OTHER)
        count_at(now, key="bob@example.org")
    assert list(Usage.objects.values_list("count", flat=True)) == [3, 3, 3]


def test_keys_that_strangers_choose_are_forgotten_when_there_are_many(db: None) -> None:
    bounded = replace(FEW, max_keys=5)
    now = timezone.now()
    for number in range(20):
        count_at(now + timedelta(seconds=number), bounded, f"sender {number}")
        count_at(now, OTHER, f"account {number}")
    assert Usage.objects.filter(limit="few").count() == 5
    assert Usage.objects.filter(limit="other").count() == 20
    for _ in range(2):
        count_at(now + timedelta(seconds=20), bounded, "sender 19")
    with pytest.raises(LimitReached):
        count_at(now + timedelta(seconds=20), bounded, "sender 19")


def test_asking_whether_a_limit_is_used_up_counts_nothing(db: None) -> None:
    for _ in range(3):
        require_left(FEW, "ann@example.org")
        count_use(FEW, "ann@example.org")
    with pytest.raises(LimitReached) as reached:
        require_left(FEW, "ann@example.org")
    assert 590 < reached.value.retry_after <= 600
    assert Usage.objects.get().count == 3
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(minutes=10)):
        require_left(FEW, "ann@example.org")


def test_no_key_is_stored_as_it_is(db: None) -> None:
    count_use(FEW, "ann@example.org")
    stored = Usage.objects.get()
    assert "ann" not in f"{stored.limit} {stored.key}" and len(stored.key) == 64
