"""The committee takes points or score away: how they would stand then is shown first."""

from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.actions.club import import_club
from league.actions.season import close_season
from league.demo.large import build_club_file
from league.models import Club, Decision, Entry, Event, Role, Season
from league.principals import CONSOLE
from league.web.manage.penalty import PenaltyForm, PenaltyView
from tests.actions.clubs import build_club_file as small_club
from tests.actions.clubs import make_club, make_member
from tests.actions.decisions import list_penalties
from tests.scenarios import discard_changes, scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text, value
from tests.web.tables import rows
from tests.web.untidy import (
    GARBAGE,
    NOT_OPEN,
    SEASON,
    chosen,
    in_state,
    name,
    of,
    options,
    owner_of,
    play,
    ranked,
)

PAGE = SEASON + "penalty/"
SENT = {"player": "p1", "score": "5", "reason": "Came an hour late"}
POINTS = "Points to deduct"


@scenario
def club() -> Club:
    """p1 has won a match of four deals by -3."""
    club = make_club(entries=5)
    play(of("p1")[0])
    return club


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def by_points() -> Client:
    """An organiser of a club whose league is ranked by points; p1 has won a match."""
    organiser = ranked_by(["points", "average"])
    play(of("p1")[0])
    return organiser


def ranked_by(ranking: list[str]) -> Client:
    """An organiser of a club whose league is ranked by that."""
    document = small_club(entries=5)
    document["competitions"][0]["rules"] |= {"ranking": ranking}
    return log_in(make_member(make_club(document), Role.ORGANISER))


def shown(client: Client, **sent: str) -> Any:
    return client.post(PAGE, SENT | {"show": "1"} | sent)


def penalties(player: str) -> list[tuple[int, int, str]]:
    given = list_penalties(player, Season.objects.get())
    return [(penalty["points"], penalty["score"], penalty["reason"]) for penalty in given]


# --- shown first


def test_nothing_but_looking_is_offered_before_it_is_said_whom_and_how_much(organiser: Client) -> None:
    page = organiser.get(PAGE)
    html = page.content.decode()
    assert "Preview" in html and "Add penalty</button>" not in html
    assert options(page, "player")[1] == "Player p1" and POINTS not in text(page)


def test_player_may_be_said_by_the_address(organiser: Client) -> None:
    assert chosen(organiser.get(PAGE, {"player": "p2"}), "player") == "p2"
    for garbage in GARBAGE:
        page = organiser.get(PAGE, {"player": garbage})
        assert page.status_code == 200 and not chosen(page, "player")


def test_average_now_and_then_is_shown_and_nothing_is_done(organiser: Client) -> None:
    before = Event.objects.count()
    page = shown(organiser)
    assert [row for row in rows(page) if row[0] in ("Average", "Score")] == [
        ["Average", "−0.75", "−2.00"],
        ["Score", "−3", "−8"],
    ]
    own = next(row for row in ranked(page, 1) if row[1] == "Player p1")
    assert own == ["2", "Player p1", "1", "−2.00", "down 1 place"]
    assert Event.objects.count() == before and penalties("p1") == []


def test_table_that_was_shown_is_the_table_that_comes_of_it(organiser: Client) -> None:
    table = ranked(shown(organiser), 1)
    assert organiser.post(PAGE, SENT).status_code == 302
    for row, now in zip(table, ranked(organiser.get(SEASON)), strict=True):
        assert now[0] == row[0] and now[1].startswith(row[1]) and row[3] in now[3:]


def test_points_are_asked_for_where_they_rank(by_points: Client) -> None:
    page = shown(by_points, points="2", score="")
    assert ["Points", "2", "0"] in rows(page) and POINTS in text(page)
    assert by_points.post(PAGE, SENT | {"points": "2", "score": ""}).status_code == 302
    assert penalties("p1") == [(2, 0, "Came an hour late")]


@pytest.mark.parametrize(
    ("ranking", "said"),
    [
        (["points", "average"], "Points decide the table. The average doesn't change."),
        (["average", "points"], "Points break ties in the table. The average doesn't change."),
    ],
)
def test_which_of_points_and_score_ranks_and_which_makes_the_average_is_said(
    db: None, ranking: list[str], said: str
) -> None:
    told = text(ranked_by(ranking).get(PAGE))
    assert said in told and "Lowers the average. Points don't change." in told


def test_score_that_alone_can_be_taken_needs_no_telling_apart(organiser: Client) -> None:
    assert "Lowers the average. Points don't change." not in text(organiser.get(PAGE))


def test_namesakes_are_told_apart_wherever_they_are_named(organiser: Client) -> None:
    name("p1", "Kim Lee")
    name("p2", "Kim Lee")
    page = shown(organiser)
    assert 'id="changes"><bdi>Kim Lee (p1)</bdi>' in page.content.decode()
    assert sorted(row[1] for row in ranked(page, 1))[:2] == ["Kim Lee (p1)", "Kim Lee (p2)"]
    assert "Penalty for Kim Lee (p1) saved." in text(organiser.post(PAGE, SENT, follow=True))


def test_player_who_is_gone_since_they_were_offered_loses_nobody_a_word(organiser: Client) -> None:
    with patch("league.web.manage.penalty.find_entry", return_value=None):
        page = organiser.post(PAGE, SENT)
    assert summary(page) == [
        ("", "Something has changed since your preview. Check the new preview, then try again.")
    ]
    assert (value(page, "score"), value(page, "reason")) == ("5", "Came an hour late")


def test_points_that_are_sent_where_they_do_not_rank_take_nothing(organiser: Client) -> None:
    page = organiser.post(PAGE, SENT | {"points": "2", "score": ""})
    assert summary(page) == [("id_score", "Score to deduct: Enter how much to deduct.")]
    assert penalties("p1") == []


def test_who_has_left_may_be_penalized(organiser: Client) -> None:
    Entry.objects.filter(player__key="p1").update(left=True)
    assert "Player p1" in options(organiser.get(PAGE), "player")
    assert organiser.post(PAGE, SENT).status_code == 302 and len(penalties("p1")) == 1


# --- done


def test_penalty_that_was_looked_at_counts_and_is_told_in_the_table(organiser: Client) -> None:
    seen = value(shown(organiser), "seen")
    done = organiser.post(PAGE, SENT | {"seen": seen}, follow=True)
    assert "Penalty for Player p1 saved." in text(done)
    assert done.redirect_chain[-1][0] == SEASON + "decisions/"
    assert penalties("p1") == [(0, 5, "Came an hour late")]
    assert "Came an hour late" in text(organiser.get(SEASON))


@pytest.mark.parametrize("other", [{"score": "6"}, {"player": "p2"}])
def test_what_was_changed_after_looking_is_shown_first(organiser: Client, other: dict[str, str]) -> None:
    seen = value(shown(organiser), "seen")
    page = organiser.post(PAGE, SENT | other | {"seen": seen})
    assert summary(page) == [
        ("", "Something has changed since your preview. Check the new preview, then try again.")
    ]
    assert value(page, "seen") != seen and not Decision.objects.exists()
    assert value(page, "score") == (SENT | other)["score"]
    assert organiser.post(PAGE, SENT | other | {"seen": value(page, "seen")}).status_code == 302


def test_another_reason_needs_no_other_look(organiser: Client) -> None:
    seen = value(shown(organiser, reason=""), "seen")
    assert organiser.post(PAGE, SENT | {"seen": seen}).status_code == 302


def test_result_that_came_in_since_is_shown_first(organiser: Client) -> None:
    before = shown(organiser)
    play(of("p1")[1])
    page = organiser.post(PAGE, SENT | {"seen": value(before, "seen")})
    assert len(summary(page)) == 1 and penalties("p1") == []
    assert ranked(page, 1) != ranked(before, 1)
    assert value(page, "reason") == "Came an hour late"


def test_refused_penalty_comes_back_filled_in(organiser: Client) -> None:
    for sent, place, said in (
        ({"player": ""}, "id_player", "Player: Please make a choice."),
        ({"player": "substitute"}, "id_player", "Player: Please make a choice."),
        ({"score": ""}, "id_score", "Score to deduct: Enter how much to deduct."),
        ({"score": "0"}, "id_score", "Score to deduct: Enter how much to deduct."),
        ({"score": "-1"}, "id_score", "Score to deduct: Can't be less than 0."),
        ({"score": "100001"}, "id_score", "Score to deduct: Can't be more than 100000."),
        ({"score": "much"}, "id_score", "Score to deduct: Enter a whole number."),
        ({"reason": ""}, "id_reason", "Reason: Enter a reason. It is shown with the decision."),
        ({"reason": "x" * 201}, "id_reason", "Reason: Can't be longer than 200 characters."),
    ):
        page = organiser.post(PAGE, SENT | sent)
        assert summary(page) == [(place, said)] and penalties("p1") == [], sent
        for field in ("score", "reason"):
            typed = (SENT | sent)[field]
            assert not typed or value(page, field) == typed, sent
        assert chosen(page, "player") == ("" if "player" in sent else "p1"), sent


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_only_an_open_season_has_penalties(db: None, state: str) -> None:
    organiser = log_in(make_member(in_state(state), Role.ORGANISER))
    said = NOT_OPEN[state]
    page = organiser.get(PAGE, follow=True)
    assert page.redirect_chain == [(SEASON, 302)] and said in text(page)
    page = organiser.post(PAGE, SENT)
    assert f"{said} You entered: Score to deduct 5 Reason Came an hour late" in text(page)
    assert not Decision.objects.exists()


def test_season_that_was_closed_meanwhile_takes_nothing_and_says_so(organiser: Client) -> None:
    from league.actions.decisions.penalty import penalise_entry

    def late(**asked: Any) -> Any:
        close_season(season=Season.objects.get(), by=CONSOLE, missing="void")
        return penalise_entry(**asked)

    with patch("league.web.manage.penalty.penalise_entry", late):
        page = organiser.post(PAGE, SENT)
    said = NOT_OPEN["closed"]
    assert f"{said} You entered: Score to deduct 5 Reason Came an hour late" in text(page)
    assert penalties("p1") == []


def test_who_has_lost_the_right_meanwhile_finds_no_page(organiser: Client) -> None:
    with patch("league.web.manage.penalty.penalise_entry", side_effect=PermissionDenied):
        assert organiser.post(PAGE, SENT).status_code == 404


def test_garbage_is_never_too_much(by_points: Client) -> None:
    for field, garbage in product([*SENT, "points", "seen", "show"], GARBAGE):
        with discard_changes():
            response = by_points.post(PAGE, SENT | {field: garbage})
        assert response.status_code in (200, 302), (field, garbage)


@pytest.mark.parametrize("slug", ["large-4", "large-100"])
def test_number_of_queries_does_not_grow(
    organiser: Client, django_assert_num_queries: Any, slug: str
) -> None:
    import_club(build_club_file(int(slug.removeprefix("large-"))), by=CONSOLE)
    owner_of(organiser, Club.objects.get(slug=slug))
    with django_assert_num_queries(7):  # session, user, season, role; the page's own 3
        assert organiser.get(f"/{slug}/league/1/penalty/").status_code == 200
    with django_assert_num_queries(11):  # the entry, and what it would do: 3
        assert organiser.post(f"/{slug}/league/1/penalty/", SENT | {"show": "1"}).status_code == 200


def test_names_stand_as_text_of_their_own(organiser: Client) -> None:
    name("p1", '<b onclick="x">Ann</b>')
    page = shown(organiser, reason='"><b onclick="y">').content.decode()
    assert "<b onclick" not in page and "&lt;b onclick=&quot;x&quot;&gt;Ann" in page


def test_kind_without_a_template_of_its_own_shows_a_sentence_of_what_it_does(organiser: Client) -> None:
    told = {"effect": "This is what <it> does."}
    with (
        patch.multiple(PenaltyView, template_name="manage/decide.html", intro="What it is."),
        patch.object(PenaltyForm, "preview", return_value=told),
    ):
        assert "<p>What it is.</p>" in organiser.get(PAGE).content.decode()
        page = organiser.post(PAGE, SENT | {"show": "1"}).content.decode()
    assert "Preview – not saved yet</h2>" in page and "<p>This is what &lt;it&gt; does.</p>" in page
    assert "<button>Add penalty</button>" in page
