"""What a new club still has to do stands on its page *Manage* until its first result is in."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from league.models import Match, Role
from tests.actions.clubs import make_club, make_member
from tests.actions.submissions import enter_result
from tests.web.log_ins import log_in


def read_steps(client: Client, club: str) -> dict[str, str]:
    """Return the steps, each with its state."""
    page = client.get(f"/{club}/-/manage/").content.decode()
    part = page.partition('id="first-steps"')[2].partition("</section>")[0]
    return {
        title: state
        for state, title in re.findall(r'<li class="(\w+)">.*?<a href="[^"]+">([^<]+)<', part, re.S)
    }


def test_new_club_is_told_what_to_do(founder: Client, sixteen: Client) -> None:
    assert read_steps(founder, "foxes") == {
        "Add players": "done",
        "Create a league or tournament": "missing",
        "Invite members": "missing",
    }


def test_list_goes_with_the_first_result(db: None, django_assert_max_num_queries: Any) -> None:
    club = make_club(slug="steps")
    owner = log_in(make_member(club, Role.OWNER))
    with django_assert_max_num_queries(14):
        steps = read_steps(owner, "steps")
    assert steps == {
        "Add players": "done",
        "Create a league or tournament": "done",
        "Start the season": "done",
        "Invite members": "missing",
        "Enter the first result": "missing",
    }
    make_member(club, Role.SCORER)
    assert read_steps(owner, "steps")["Invite members"] == "done"
    assert "Invite members" not in read_steps(log_in(make_member(club, Role.ORGANISER)), "steps")
    assert read_steps(log_in(make_member(club, Role.SCORER, "another@steps.example")), "steps") == {}
    enter_result(Match.objects.filter(division__season__state="open")[0])
    assert read_steps(owner, "steps") == {}
