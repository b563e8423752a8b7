"""Somebody leaves a season that runs: who, both outcomes side by side, why; then it is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.actions.club import import_club
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.season import close_season
from league.demo.large import build_club_file
from league.models import Club, Decision, Entry, Event, Role, Season, Seat, Standing
from league.principals import CONSOLE
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
    ranked,
    statuses,
)

PAGE = SEASON + "withdraw/"
OF_P1 = PAGE + "?player=p1"
SENT = {"outcome": "stand", "reason": "Moved away"}


@scenario
def club() -> Club:
    """p1 has played one match of four."""
    club = make_club(entries=5)
    play(of("p1")[0])
    return club


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


# --- who


def test_players_of_the_season_are_offered_and_namesakes_told_apart(organiser: Client) -> None:
    name("p2", "Player p3")
    Entry.objects.filter(player__key="p4").update(left=True)
    page = organiser.get(PAGE)
    assert options(page, "player") == [
        "Choose …", "Player p1", "Player p3 (p2)", "Player p3 (p3)", "Player p5",
    ]  # fmt: skip
    assert 'label="Division 1"' in page.content.decode()


def test_whoever_is_not_in_the_season_cannot_be_chosen(organiser: Client) -> None:
    for player in ("", "nobody", "substitute", *GARBAGE):
        page = organiser.get(PAGE, {"player": player})
        assert page.status_code == 200, player
        assert summary(page) == [("id_player", "Player: Please make a choice.")], player
    assert organiser.post(PAGE, SENT).status_code == 200 and not Decision.objects.exists()


def test_whoever_has_left_is_not_asked_about_again(organiser: Client) -> None:
    assert organiser.post(OF_P1, SENT).status_code == 302
    page = organiser.get(OF_P1)
    assert "Player p1 has already withdrawn." in text(page)
    assert "Player p1" not in options(page, "player") and summary(page) == []


# --- both outcomes


def test_both_outcomes_are_told_in_words_and_the_proposed_one_says_why(organiser: Client) -> None:
    page = organiser.get(OF_P1)
    said = text(page)
    assert "1 of 4 matches played, fewer than half: we recommend removing all results." in said
    assert "Player p1 forfeits 3 matches still to play." in said
    assert "4 matches no longer count, for either side. 1 of them was played" in said
    assert "Remove all results recommended" in said and said.count("recommend") == 3
    assert chosen(page, "outcome") == "expunge"


def test_from_half_of_the_matches_on_it_is_proposed_that_they_stand(organiser: Client) -> None:
    play(of("p1")[1])
    page = organiser.get(OF_P1)
    assert "2 of 4 matches played, half or more: we recommend keeping the results." in text(page)
    assert "Keep results, forfeit the rest recommended" in text(page)


@pytest.mark.parametrize(("number", "outcome"), [(0, "stand"), (1, "expunge")])
def test_table_that_was_shown_is_the_table_that_comes_of_it(
    organiser: Client, number: int, outcome: str
) -> None:
    play(of("p3")[-1], of("p2")[-1])
    shown = ranked(organiser.get(OF_P1), number)
    assert organiser.post(OF_P1, SENT | {"outcome": outcome}).status_code == 302
    for (rank, player, played, average, _moved), row in zip(
        shown, ranked(organiser.get(SEASON)), strict=True
    ):
        assert row[:3] == [rank, player.replace(" withdrawn", " (withdrawn)"), played]
        assert average in row[3:]


def test_ranks_are_told_against_those_of_now(organiser: Client) -> None:
    first, *_others = ranked(organiser.get(SEASON))
    rows = ranked(organiser.get(OF_P1), 1)
    assert first[1] == "Player p1"  # who won the only match
    own = next(row for row in rows if row[1] == "Player p1 withdrawn")
    assert own[-1].endswith("down") or own[-1] == "same position"
    assert any(row[-1].endswith("up") or row[-1] == "same position" for row in rows if row is not own)


# --- done


def test_withdrawn_player_keeps_the_place_and_forfeits_what_is_left(organiser: Client) -> None:
    done = organiser.post(OF_P1, SENT, follow=True)
    assert "Player p1 has been withdrawn." in text(done)
    assert done.redirect_chain[-1][0] == SEASON + "decisions/"
    assert sorted(statuses("p1")) == ["forfeit", "forfeit", "forfeit", "played"]
    assert "Player p1 (withdrawn)" in text(organiser.get(SEASON))


def test_none_of_the_matches_counts_where_that_is_chosen(organiser: Client) -> None:
    assert organiser.post(OF_P1, SENT | {"outcome": "expunge"}).status_code == 302
    assert statuses("p1") == ["void"] * 4 and entry("p1").left


def test_refused_withdrawal_comes_back_filled_in(organiser: Client) -> None:
    for sent, place, said in (
        ({"reason": " "}, "id_reason", "Reason: Enter a reason. It is shown with the decision."),
        ({"reason": "x" * 201}, "id_reason", "Reason: Can't be longer than 200 characters."),
        ({"outcome": ""}, "id_outcome", "Choose what happens to their matches: Please make a choice."),
        ({"outcome": "won"}, "id_outcome", "Choose what happens to their matches: Please make a choice."),
    ):
        page = organiser.post(OF_P1, SENT | sent)
        assert summary(page) == [(place, said)] and not entry("p1").left, sent
        assert value(page, "reason") == (SENT | sent)["reason"], sent
        assert chosen(page, "outcome") == ("" if "outcome" in sent else "stand"), sent


def test_tables_that_have_changed_since_are_shown_anew_with_what_was_typed(organiser: Client) -> None:
    looked = organiser.get(OF_P1)
    before = {name: value(looked, name) for name in ("seen_stand", "seen_expunge")}
    play(of("p1")[1])
    page = organiser.post(OF_P1, SENT | before)
    assert summary(page) == [
        ("", "Something has changed since your preview. Check the new preview, then try again.")
    ]
    assert "2 of 4 matches played" in text(page) and not entry("p1").left
    assert value(page, "reason") == "Moved away"
    now = {name: value(page, name) for name in before}
    assert now["seen_stand"] != before["seen_stand"] and now["seen_expunge"] != before["seen_expunge"]
    assert organiser.post(OF_P1, SENT | now).status_code == 302 and entry("p1").left


def test_somebody_who_was_withdrawn_meanwhile_is_not_withdrawn_twice(organiser: Client) -> None:
    with meanwhile():
        page = organiser.post(OF_P1, SENT)
    assert page.status_code == 200 and "Player p1 has already withdrawn." in text(page)
    assert "You entered: Reason Moved away" in text(page) and summary(page) == []
    assert Decision.objects.count() == 1


@pytest.mark.parametrize("player", ["", "nobody"])
def test_reason_is_given_back_where_nobody_is_left_that_it_could_be_about(
    organiser: Client, player: str
) -> None:
    page = organiser.post(PAGE, SENT | {"player": player})
    assert summary(page) == [("id_player", "Player: Please make a choice.")]
    assert "You entered: Reason Moved away" in text(page)
    assert "You entered" not in text(organiser.get(PAGE))
    Entry.objects.update(left=True)
    page = organiser.post(PAGE, SENT | {"player": player})
    assert "This season has no players." in text(page) and "Moved away" in text(page)


def test_season_that_was_closed_meanwhile_is_left_by_nobody(organiser: Client) -> None:
    season = Season.objects.get()
    with meanwhile(lambda: close_season(season=season, by=CONSOLE, missing="void")):
        page = organiser.post(OF_P1, SENT)
    assert page.status_code == 200 and not entry("p1").left
    assert f"{NOT_OPEN['closed']} You entered: Reason Moved away" in text(page)


@contextmanager
def meanwhile(does: Any = None) -> Iterator[None]:
    """Something happens between reading the page and doing what it says."""

    def late(**asked: Any) -> Any:
        does() if does else withdraw_entry(**asked)
        return withdraw_entry(**asked)

    with patch("league.web.manage.withdrawal.withdraw_entry", late):
        yield


def test_only_an_open_season_is_left(db: None) -> None:
    organiser = log_in(make_member(in_state("closed"), Role.ORGANISER))
    said = NOT_OPEN["closed"]
    page = organiser.get(OF_P1, follow=True)
    assert page.redirect_chain == [(SEASON, 302)] and said in text(page)
    page = organiser.post(OF_P1, SENT)
    assert f"{said} You entered: Reason Moved away Back to the season" in text(page)
    assert not Decision.objects.exists()


def test_garbage_is_never_too_much(organiser: Client) -> None:
    for field, garbage in product(("outcome", "seen_stand", "player"), GARBAGE):
        with discard_changes():
            response = organiser.post(OF_P1, SENT | {field: garbage})
        assert response.status_code in (200, 302), (field, garbage)


def test_looking_changes_nothing(organiser: Client) -> None:
    before = Event.objects.count()
    assert organiser.get(OF_P1).status_code == 200
    assert Event.objects.count() == before and not entry("p1").left


@pytest.mark.parametrize("slug", ["large-4", "large-100"])
def test_number_of_queries_does_not_grow(
    organiser: Client, django_assert_num_queries: Any, slug: str
) -> None:
    import_club(build_club_file(int(slug.removeprefix("large-"))), by=CONSOLE)
    owner_of(organiser, Club.objects.get(slug=slug))
    with django_assert_num_queries(8):  # session, user, season, role, entry; the page's own 3
        assert organiser.get(f"/{slug}/league/1/withdraw/").status_code == 200
    with django_assert_num_queries(9):  # the same 5; the page's own 4
        assert organiser.get(f"/{slug}/league/1/withdraw/?player=p1").status_code == 200


def test_namesakes_are_told_apart_wherever_they_are_named(organiser: Client) -> None:
    name("p1", "Kim Lee")
    name("p2", "Kim Lee")
    page = organiser.get(OF_P1)
    assert "Withdraw Kim Lee (p1)?" in text(page) and "Withdraw Kim Lee (p1)" in text(page)
    assert "Kim Lee (p1) forfeits 3 matches" in text(page)
    for number in (0, 1):
        named = [row[1] for row in ranked(page, number) if "Kim" in row[1]]
        assert sorted(named) == ["Kim Lee (p1) withdrawn", "Kim Lee (p2)"]
    assert "Kim Lee (p1) has been withdrawn." in text(organiser.post(OF_P1, SENT, follow=True))
    assert "Kim Lee (p1) has already withdrawn." in text(organiser.get(OF_P1))


@pytest.mark.parametrize(
    ("entries", "played", "said"),
    [
        (
            2,
            1,
            "1 match no longer counts, for either side. It was played and stays on the player page of Player p1.",
        ),
        (
            3,
            2,
            "2 matches no longer count, for either side. All were played and stay on the player page of Player p1.",
        ),
        (
            4,
            2,
            "3 matches no longer count, for either side. 2 of them were played and stay on the player page of",
        ),
    ],
)
def test_what_was_played_and_is_taken_out_is_told_in_so_many_words(
    db: None, entries: int, played: int, said: str
) -> None:
    organiser = log_in(make_member(make_club(entries=entries), Role.ORGANISER))
    play(*of("p1")[:played])
    assert said in text(organiser.get(OF_P1))


def test_names_stand_as_text_of_their_own(organiser: Client) -> None:
    name("p1", '<b onclick="x">Ann</b>')
    for page in (organiser.get(PAGE), organiser.get(OF_P1)):
        assert "<b onclick" not in page.content.decode() and "&lt;b onclick" in page.content.decode()


def test_entry_that_goes_at_the_last_moment_loses_nobody_a_word(organiser: Client) -> None:
    def late(**asked: Any) -> Any:
        Seat.objects.filter(entry__player__key="p1").delete()
        Standing.objects.filter(entry__player__key="p1").delete()
        Entry.objects.filter(player__key="p1").delete()
        return withdraw_entry(**asked)

    with patch("league.web.manage.withdrawal.withdraw_entry", late):
        page = organiser.post(OF_P1, SENT)
    assert page.status_code == 200 and "You entered: Reason Moved away" in text(page)
    assert "This player is no longer entered." in text(page)
