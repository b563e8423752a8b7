"""Taking an earlier version of a result back, through its pages."""

import json
import re
from itertools import product
from typing import Any

from django.test import Client

from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.models import Club, Match, Player, Result, Season, Submission, User
from league.principals import CONSOLE
from tests.scenarios import discard_changes, scenario
from tests.web.sheets import (
    DESTINATION,
    MATCH,
    build_fields,
    cell,
    get_message,
    marks,
    sent_again,
    summary,
    text,
    value,
)

ADDRESS = MATCH + "restore/1/"


@scenario
def corrected(scorer: Client) -> Client:
    """A scorer, and a match with two versions."""
    scorer.post(DESTINATION, build_fields())
    scorer.post(DESTINATION, build_fields(base=1, deals_0_bids_0="15", why="Misread on the sheet"))
    scorer.get(MATCH)  # shows the messages, with their forms
    return scorer


def sent(client: Client, *, why: str = "It was right before", address: str = ADDRESS) -> Any:
    page = client.get(address)
    return client.post(address, {"key": value(page, "key"), "base": value(page, "base"), "why": why})


def test_match_offers_to_undo_the_correction_to_those_who_may(
    corrected: Client, client: Client, stranger: Client
) -> None:
    page = corrected.get(MATCH)
    assert f'href="{ADDRESS}"' in page.content.decode()
    assert "Undo this correction" in text(page)
    assert text(page).count("Restore version") == 1
    for other in (client, stranger):
        assert "restore" not in other.get(MATCH).content.decode()


def test_page_says_what_will_happen_and_marks_the_cells_that_differ(corrected: Client) -> None:
    page = corrected.get(ADDRESS)
    told = text(page)
    assert "Undo this correction" in told and "Version 3 will be a copy of version 1." in told
    assert re.findall(r"<mark>(.*?)<", page.content.decode()) == ["15", "16"]
    assert "Dev Dhar −2 (win)" in told and "Dev Dhar −3 (win)" in told
    assert "Reason: Misread on the sheet" in told
    assert Match.objects.get(key="m53").revision == 2


def test_earlier_version_counts_again_with_its_reason(corrected: Client, client: Client) -> None:
    response = sent(corrected)
    assert response.status_code == 302 and response.headers["Location"] == MATCH
    assert "Version 1 restored." in text(corrected.get(MATCH))
    page = text(client.get(MATCH))
    assert "Dev Dhar −3 win" in page
    assert "Version 1 was restored. Reason: It was right before" in page


def test_version_that_there_is_not_is_not_found_whoever_asks(corrected: Client, client: Client) -> None:
    for somebody in (client, corrected):
        for number in (3, 999):
            address = f"{MATCH}restore/{number}/"
            assert somebody.get(address).status_code == 404
            assert somebody.post(address, {"why": "It was right before"}).status_code == 404


def test_reason_is_needed_and_told_at_its_field(corrected: Client) -> None:
    response = sent(corrected, why=" ")
    assert summary(response) == [("why", "Reason: Enter a reason for the change.")]
    assert marks(response) == ["why"] and get_message(response, "why") == "Enter a reason for the change."
    assert Match.objects.get(key="m53").revision == 2
    assert corrected.post(ADDRESS, sent_again(response) | {"why": "Now"}).status_code == 302


def test_reason_that_cannot_be_read_comes_back(corrected: Client) -> None:
    response = sent(corrected, why="x" * 201)
    assert summary(response) == [("why", "Reason: Can't be longer than 200 characters.")]
    assert "x" * 201 in cell(response, "why")


def test_somebody_else_came_first_and_the_reason_is_kept(corrected: Client, submit: Any) -> None:
    page = corrected.get(ADDRESS)
    submit(build_fields(base=2, deals_0_bids_0="14"))
    late = {"key": value(page, "key"), "base": value(page, "base"), "why": "It was right before"}
    response = corrected.post(ADDRESS, late)
    assert "Another user has just saved this match" in text(response)
    assert value(response, "base") == "3" and 'value="It was right before"' in cell(response, "why")
    assert Match.objects.get(key="m53").revision == 3
    assert corrected.post(ADDRESS, sent_again(response)).status_code == 302
    assert Match.objects.get(key="m53").revision == 4


def test_same_form_sent_twice_is_one_version(corrected: Client) -> None:
    page = corrected.get(ADDRESS)
    form = {"key": value(page, "key"), "base": value(page, "base"), "why": "Once"}
    assert corrected.post(ADDRESS, form).status_code == corrected.post(ADDRESS, form).status_code == 302
    assert Result.objects.filter(match__key="m53").count() == 3


def test_version_that_counts_already_cannot_be_chosen(corrected: Client) -> None:
    page = corrected.get(MATCH + "restore/2/")
    assert (
        "This is already the current version." in text(page)
        and "<form" not in page.content.decode().partition("<main")[2].partition("</main>")[0]
    )
    response = corrected.post(MATCH + "restore/2/", {"base": "2", "why": "x"})
    assert summary(response) == [("", "This is already the current version.")]


def test_version_that_seated_others_is_not_offered_and_says_why(riverside: Club, scorer: Client) -> None:
    document = json.loads(RIVERSIDE.read_bytes())
    matches = [
        match
        for division in document["competitions"][0]["seasons"][2]["divisions"]
        for match in division["matches"]
    ]
    (match,) = [match for match in matches if match["id"] == "m50"]
    match |= {"seats": list(reversed(match["seats"])), "revision": 2}
    import_club(json.dumps(document).encode(), by=CONSOLE)
    assert "restore" not in scorer.get("/riverside/matches/m50/").content.decode()
    page = scorer.get("/riverside/matches/m50/restore/1/")
    assert "This version can't be restored: it has other players." in text(page)
    assert "<form" not in page.content.decode().partition("<main")[2].partition("</main>")[0]


def test_closed_season_stays_as_it_is(corrected: Client) -> None:
    Season.objects.filter(divisions__matches__key="m53").update(state="closed")
    assert "restore" not in corrected.get(MATCH).content.decode()
    assert "The season is closed: its results can't be changed." in text(corrected.get(ADDRESS))
    response = corrected.post(ADDRESS, {"base": "2", "why": "x"})
    assert "The season is closed" in summary(response)[0][1]


def test_correction_of_a_forfeit_is_undone_beside_its_sheet(riverside: Club, scorer: Client) -> None:
    document = json.loads(RIVERSIDE.read_bytes())
    matches = [
        match
        for division in document["competitions"][0]["seasons"][2]["divisions"]
        for match in division["matches"]
    ]
    (match,) = [match for match in matches if match["id"] == "m53"]
    match |= {"status": "forfeit", "absent": ["dev"], "revision": 1}
    import_club(json.dumps(document).encode(), by=CONSOLE)
    scorer.post(DESTINATION, build_fields(base=1))
    page = text(scorer.get(ADDRESS))
    assert "No sheet: forfeit" in page and "Dev Dhar (absent)" in page
    assert sent(scorer).status_code == 302
    assert "Forfeit" in text(scorer.get(MATCH))


# --- who may


def test_others_find_no_such_page_and_visitors_are_asked_to_log_in(
    corrected: Client, stranger: Client, client: Client
) -> None:
    assert stranger.get(ADDRESS).status_code == stranger.post(ADDRESS, {"why": "x"}).status_code == 404
    assert "/-/log-in/?next=" in client.get(ADDRESS).headers["Location"]
    assert "Log in and your entries will be back" in text(client.post(ADDRESS, {"why": "Mine"}))
    assert Submission.objects.filter(match__key="m53").count() == 2
    assert 'value="Mine"' in cell(corrected.get(ADDRESS + "?why=Mine"), "why")


def test_player_takes_their_own_correction_back_and_nobody_elses(riverside: Club, corrected: Client) -> None:
    user = User.objects.create_user("bob@example.org", "a good long pass phrase")
    Player.objects.filter(club=riverside, key="bob").update(user=user)
    bob = Client()
    bob.force_login(user)
    assert bob.get(ADDRESS).status_code == 404
    other = "/riverside/matches/m54/"
    Player.objects.filter(club=riverside, key="jo").update(user=user)
    for base in (0, 1):
        assert bob.post(other + "enter/", build_fields(base=base)).status_code == 302
    bob.get(other)  # shows the messages, with their forms
    assert sent(bob, address=other + "restore/1/").status_code == 302


def test_version_that_was_never_there_is_not_found(corrected: Client) -> None:
    for number in ("0", "3", "99999999999999999999999999"):
        address = f"{MATCH}restore/{number}/"
        assert corrected.get(address).status_code == 404, number
        assert corrected.post(address, {"why": "x"}).status_code == 404, number


def test_garbage_is_no_error_of_ours(corrected: Client) -> None:
    garbage = ["\0", "x" * 90_000, "\N{PILE OF POO}", "<script>", "", "1\n2"]
    for name, junk in product(["why", "base", "key"], garbage):
        with discard_changes():
            response = corrected.post(ADDRESS, {"base": "2", "why": "x", "key": "0" * 32} | {name: junk})
        assert response.status_code in (200, 302), (name, junk[:9])


def test_page_takes_as_many_queries_however_many_versions(
    corrected: Client, submit: Any, django_assert_num_queries: Any
) -> None:
    for base in (2, 3, 4):
        submit(build_fields(base=base))
    with django_assert_num_queries(3 + 3):  # session, user, roles; the match, its result, its versions
        corrected.get(ADDRESS)
