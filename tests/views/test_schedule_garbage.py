"""Whatever is posted to the forms of the schedule: never an error of ours."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import Match, Role
from tests.actions.clubs import make_club, make_member
from tests.scenarios import discard_changes, scenario
from tests.views.log_ins import log_in
from tests.views.test_garbage import GARBAGE, sent

DRAFT = "/riverside/league-1/1/"
FORMS = {
    f"{DRAFT}set-up/schedule/": (
        *("how", "start", "days", "first", "every", "remind_days", "holidays", "tables"),
        *("starts_on", "ends_on", "show", "keep"),
    ),
    f"{DRAFT}nights/": ("day", "to"),
    "/riverside/matches/c1d1-m1/move/": ("due_on", "table"),
}
HOWS = st.sampled_from(["weekly", "listed", "deadlines", "without"])
TEXTS = st.one_of(
    st.sampled_from([*GARBAGE, "0001-01-01", "9999-12-31", "2026-1-5", "2026-01-05\n\n2026-01-05"]),
    st.dates().map(str),
    st.lists(st.dates().map(str), min_size=3, max_size=6).map("\n".join),
    st.integers(-9, 99).map(str),
)


@scenario
def organiser() -> Client:
    club = make_club(state="draft")
    Match.objects.update(due_on="2026-01-05")
    return log_in(make_member(club, Role.ORGANISER))


@pytest.mark.full
@pytest.mark.parametrize("address", FORMS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_anything_is_taken_or_refused(organiser: Client, address: str, data: Any) -> None:
    fields = data.draw(
        st.dictionaries(st.sampled_from(FORMS[address]), st.lists(TEXTS, min_size=1, max_size=2))
    )
    if "how" in FORMS[address]:
        fields["how"] = [data.draw(HOWS)]
    with discard_changes():
        response = organiser.post(address, sent(fields))
        assert response.status_code in (200, 302)
        if response.status_code == 302:  # it has been kept
            assert organiser.get(address).status_code == 200
