"""Somebody comes into a season that runs: the matches they would get are shown first."""

from datetime import date
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.actions.club import import_club
from league.demo.large import build_club_file
from league.models import Club, Decision, Division, Entry, Event, Player, Role, Stage
from league.principals import CONSOLE
from league.rules.pairing.nights import Weekly
from league.rules.pairing.schedule_source import ScheduleSource, source_to_json
from tests.actions.clubs import make_club, make_member
from tests.scenarios import discard_changes, scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text, value
from tests.web.untidy import (
    GARBAGE,
    NOT_OPEN,
    SEASON,
    chosen,
    entry,
    in_state,
    name,
    of,
    options,
    owner_of,
    play,
)

PAGE = SEASON + "late-entry/"


@scenario
def club() -> Club:
    """Two divisions of three; one player of the club is in neither."""
    return make_club(divisions=2, entries=3)


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def sent(**other: str) -> dict[str, str]:
    division = Division.objects.get(level=2)
    return {"player": "substitute", "division": str(division.pk), "reason": "New in the club"} | other


def shown(client: Client, **other: str) -> Any:
    return client.post(PAGE, sent(show="1", **other))


# --- shown first


def test_players_who_are_not_in_the_season_are_offered_for_its_divisions(organiser: Client) -> None:
    Entry.objects.filter(player__key="p6").update(left=True)
    page = organiser.get(PAGE)
    assert options(page, "player") == ["Choose …", "Player substitute"]
    assert options(page, "division") == ["Choose …", "Division 1, 3 players", "Division 2, 2 players"]
    assert "Preview" in text(page) and "Add late entry" not in text(page)


NOT_MADE_HERE = "This season's schedule wasn't created here."


def test_preview_says_where_matches_go_in_a_schedule_that_came_in_a_file(organiser: Client) -> None:
    assert NOT_MADE_HERE in text(shown(organiser))


def test_preview_says_nothing_of_a_schedule_that_was_made_here(organiser: Client) -> None:
    making = source_to_json(ScheduleSource(Weekly(0, date(2026, 1, 5)), None))
    Stage.objects.update(making=making)
    assert NOT_MADE_HERE not in text(shown(organiser))


def test_namesakes_are_told_apart(organiser: Client, club: Club) -> None:
    Player.objects.create(club=club, key="other", name="Player substitute")
    page = organiser.get(PAGE)
    assert options(page, "player")[1:] == ["Player substitute (other)", "Player substitute (substitute)"]


def test_namesakes_are_told_apart_in_what_they_would_get_too(organiser: Client) -> None:
    for player in ("substitute", "p4"):
        name(player, "Kim Lee")
    page = shown(organiser)
    assert "Kim Lee (substitute) gets 3 matches" in text(page)
    both = {"Kim Lee (p4) – Kim Lee (substitute)", "Kim Lee (substitute) – Kim Lee (p4)"}
    assert any(pair in text(page) for pair in both)
    assert "Kim Lee (substitute) added to division Division 2." in text(
        organiser.post(PAGE, sent(), follow=True)
    )


def test_player_who_is_gone_since_they_were_offered_loses_nobody_a_word(organiser: Client) -> None:
    with patch("league.web.manage.late_entry.find_player", return_value=None):
        page = organiser.post(PAGE, sent())
    assert summary(page) == [
        ("", "Something has changed since your preview. Check the new preview, then try again.")
    ]
    assert value(page, "reason") == "New in the club"


def test_only_division_is_chosen_already(db: None) -> None:
    organiser = log_in(make_member(make_club(), Role.ORGANISER))
    assert options(organiser.get(PAGE), "division") == ["Division 1, 4 players"]


def test_club_without_anybody_else_is_led_to_adding_players(organiser: Client) -> None:
    Player.objects.filter(key="substitute").delete()
    page = organiser.get(PAGE)
    assert "All players of the club are already in this season." in text(page)
    main = page.content.decode().partition("<main")[2].partition("</main>")[0]
    assert 'href="/riverside/-/players/add/"' in main and "<form" not in main
    page = organiser.post(PAGE, sent())
    assert "All players of the club are already in this season. " in text(page)
    assert "You entered: Reason New in the club" in text(page)


def test_matches_they_would_get_are_shown_and_nothing_is_done(organiser: Client) -> None:
    before = Event.objects.count()
    page = shown(organiser)
    said = text(page)
    assert "Player substitute gets 3 matches in division Division 2" in said
    for other in ("p4", "p5", "p6"):
        assert f"Player {other} – Player substitute" in said or f"Player substitute – Player {other}" in said
    assert Event.objects.count() == before and not Entry.objects.filter(player__key="substitute").exists()


# --- done


def test_plan_that_was_looked_at_is_what_comes_of_it(organiser: Client) -> None:
    page = shown(organiser)
    done = organiser.post(PAGE, sent(seen=value(page, "seen")), follow=True)
    assert "Player substitute added to division Division 2." in text(done)
    assert done.redirect_chain[-1][0] == SEASON + "decisions/"
    assert len(of("substitute")) == 3 and entry("substitute").division.level == 2
    assert "Player substitute" in text(organiser.get(SEASON))


def test_plan_that_would_be_another_is_shown_anew_with_what_was_typed(organiser: Client) -> None:
    looked = shown(organiser)
    Entry.objects.filter(player__key="p6").update(left=True)
    page = organiser.post(PAGE, sent(seen=value(looked, "seen")))
    ((place, said),) = summary(page)
    assert not place and said.startswith(
        "Something has changed since your preview. Check the new preview, then try again."
    )
    assert "gets 2 matches" in text(page) and value(page, "reason") == "New in the club"
    assert organiser.post(PAGE, sent(seen=value(page, "seen"))).status_code == 302
    assert len(of("substitute")) == 2


def test_other_division_than_the_one_looked_at_is_shown_first(organiser: Client) -> None:
    seen = value(shown(organiser), "seen")
    first = str(Division.objects.get(level=1).pk)
    page = organiser.post(PAGE, sent(division=first, seen=seen))
    assert len(summary(page)) == 1 and "in division Division 1" in text(page)
    assert not Decision.objects.exists()


@pytest.mark.parametrize(
    ("other", "place", "said"),
    [
        ({"player": ""}, "id_player", "Player: Please make a choice."),
        ({"player": "p1"}, "id_player", "Player: Please make a choice."),
        ({"division": ""}, "id_division", "Division: Please make a choice."),
        ({"division": "0"}, "id_division", "Division: Please make a choice."),
        ({"reason": ""}, "id_reason", "Reason: Enter a reason. It is shown with the decision."),
        ({"reason": "x" * 201}, "id_reason", "Reason: Can't be longer than 200 characters."),
    ],
)
def test_refused_entry_comes_back_filled_in(
    organiser: Client, other: dict[str, str], place: str, said: str
) -> None:
    page = organiser.post(PAGE, sent(**other))
    assert summary(page) == [(place, said)] and not Decision.objects.exists()
    for field in ("player", "division"):
        assert chosen(page, field) == sent()[field] or field in other
    assert not sent(**other)["reason"] or value(page, "reason") == sent(**other)["reason"]


def test_division_in_which_nobody_is_left_is_refused_once(organiser: Client) -> None:
    Entry.objects.filter(division__level=2).update(left=True)
    for page in (shown(organiser), organiser.post(PAGE, sent())):
        assert summary(page) == [("", "No opponents left in this division.")]
        assert "Add late entry" not in text(page)


def test_results_do_not_stand_in_the_way(organiser: Client) -> None:
    play(*of("p4"), of("p5")[-1])
    assert organiser.post(PAGE, sent(seen=value(shown(organiser), "seen"))).status_code == 302
    assert len(of("substitute")) == 3


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_nobody_comes_late_into_another_season_than_an_open_one(db: None, state: str) -> None:
    organiser = log_in(make_member(in_state(state, divisions=2), Role.ORGANISER))
    said = NOT_OPEN[state]
    page = organiser.get(PAGE, follow=True)
    assert page.redirect_chain == [(SEASON, 302)] and said in text(page)
    assert f"{said} You entered: Reason New in the club" in text(organiser.post(PAGE, sent()))
    assert not Decision.objects.exists()


def test_garbage_is_never_too_much(organiser: Client) -> None:
    for field in ("player", "division", "reason", "seen", "show"):
        for garbage in GARBAGE:
            with discard_changes():
                answer = organiser.post(PAGE, sent(**{field: garbage}))
            assert answer.status_code in (200, 302), (field, garbage)
            assert organiser.get(PAGE, {field: garbage}).status_code == 200, (field, garbage)


@pytest.mark.parametrize("slug", ["large-4", "large-100"])
def test_number_of_queries_does_not_grow(
    organiser: Client, django_assert_num_queries: Any, slug: str
) -> None:
    import_club(build_club_file(int(slug.removeprefix("large-"))), by=CONSOLE)
    club = Club.objects.get(slug=slug)
    owner_of(organiser, club)
    Player.objects.create(club=club, key="late", name="Late")
    page = f"/{slug}/league/1/late-entry/"
    with django_assert_num_queries(7):  # session, user, season, role; the page's own 3
        assert organiser.get(page).status_code == 200
    division = str(Division.objects.filter(season__competition__club=club)[0].pk)
    with django_assert_num_queries(11):  # division, player; the plan's 2
        assert organiser.post(page, {"player": "late", "division": division, "show": "1"}).status_code == 200


def test_names_stand_as_text_of_their_own(organiser: Client) -> None:
    for player in ("substitute", "p4"):
        name(player, '<b onclick="x">Ann</b>')
    page = shown(organiser).content.decode()
    assert "<b onclick" not in page and "&lt;b onclick=&quot;x&quot;&gt;Ann" in page
