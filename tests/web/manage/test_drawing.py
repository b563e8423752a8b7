"""The pages of a schedule of games for more than two: the number it is drawn from, its rounds, how even it is."""

import re
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.actions.season import open_season
from league.models import Match, Role, Season
from league.principals import CONSOLE
from tests.actions.clubs import make_club, make_member
from tests.actions.seasons import get_latest_season, reload_season
from tests.actions.table_drafts import build_table_league_file, list_tables, make_table_league_draft
from tests.fuzzer.hostile import GARBAGE
from tests.scenarios import discard_changes, scenario
from tests.web.entry.test_garbage import sent
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text

SET_UP = "/club/league/1/set-up/"
PAGE = SET_UP + "schedule/"
WEEKLY = {"how": "weekly", "start": "2026-01-05"}


@scenario
def draft() -> Season:
    """Two divisions of seven, each at a table of four and one of three."""
    return make_table_league_draft(7, 7)


@scenario
def organiser(draft: Season) -> Client:
    return log_in(make_member(draft.competition.club, Role.ORGANISER))


def shown(client: Client, **sent: str) -> Any:
    return client.post(PAGE, {"show": "1"} | WEEKLY | sent)


def save_schedule(client: Client, **sent: str) -> Any:
    return client.post(PAGE, {"keep": "1"} | WEEKLY | sent)


def number_on(response: Any) -> str:
    """That stands in the form."""
    [found] = re.findall(r'name="lot" value="([^"]*)"', response.content.decode())
    return str(found)


def test_form_proposes_a_number_and_the_usual_rounds(organiser: Client) -> None:
    page = organiser.get(PAGE)
    assert "2 divisions · 14 players · tables of 4" in text(page)
    assert "Leave blank for the usual number: 3." in text(page)
    assert f"Draw number {number_on(page)} – the same number gives the same schedule" in text(page)
    assert int(number_on(page)) > 0 and number_on(page) != number_on(organiser.get(PAGE))


def test_schedule_is_shown_with_its_number_and_how_even_it_is_and_nothing_is_kept(
    organiser: Client, draft: Season
) -> None:
    said = text(shown(organiser, lot="77"))
    assert "3 rounds, 12 matches. 3 nights, from Monday 5 January 2026" in said
    assert "Draw number 77." in said
    assert "Each pair meets" in said and "Pairs" in said and "ideal" not in said
    assert "No byes." in said
    assert not Match.objects.exists() and reload_season(draft).draw_seed == 0


def test_what_is_kept_is_what_was_shown_and_the_number_with_it(organiser: Client, draft: Season) -> None:
    preview = text(shown(organiser, lot="77", rounds="2")).partition("Preview – not saved yet")[2]
    assert save_schedule(organiser, lot="77", rounds="2").headers["Location"] == SET_UP
    assert reload_season(draft).draw_seed == 77
    seated = list_tables(draft)
    assert len(seated) == 8
    for level, _round, table, players in seated:
        names = " – ".join(player.title() for player in players)
        assert f"{names} {'AB'[level - 1]}, table {table}" in preview


def test_another_number_is_drawn_when_asked_for(organiser: Client, draft: Season) -> None:
    page = organiser.post(PAGE, {"draw": "1", "lot": "77"} | WEEKLY)
    assert number_on(page) != "77" and f"Draw number {number_on(page)}." in text(page)
    assert not Match.objects.exists()


@pytest.mark.parametrize("button", ["show", "keep"])
def test_where_no_number_is_written_one_is_drawn(organiser: Client, draft: Season, button: str) -> None:
    page = organiser.post(PAGE, {button: "1", "lot": " "} | WEEKLY)
    assert int(number_on(page)) > 0 if button == "show" else reload_season(draft).draw_seed > 0


def test_number_that_was_kept_stands_in_the_form_and_on_the_season(organiser: Client) -> None:
    save_schedule(organiser, lot="77", rounds="5")
    page = organiser.get(PAGE)
    assert number_on(page) == "77" and 'name="rounds" value="5"' in page.content.decode()
    season = text(organiser.get(SET_UP))
    assert "Draw number 77." in season
    assert "Each pair meets" in season and "Pairs" in season and "Ideal" not in season


def test_what_would_be_best_stands_beside_it_where_there_are_tables_enough(db: None) -> None:
    season = make_table_league_draft(16)
    said = text(shown(log_in(make_member(season.competition.club, Role.ORGANISER)), lot="77"))
    assert "Each pair meets once; the ideal is once." in said and "Pairs Ideal" in said


@pytest.mark.parametrize(
    ("sent", "place", "said"),
    [
        ({"rounds": "0"}, "id_rounds", "Can't be less than 1."),
        ({"rounds": "61"}, "id_rounds", "Can't be more than 60."),
        ({"rounds": "1_0"}, "id_rounds", "Enter a whole number."),
        ({"rounds": "few"}, "id_rounds", "Enter a whole number."),
        ({"rounds": "9" * 5000}, "id_rounds", "Enter a whole number."),
        ({"lot": "0"}, "id_lot", "Can't be less than 1."),
        ({"lot": str(2**63)}, "id_lot", "Can't be more than"),
        ({"lot": "9" * 5000}, "id_lot", "Enter a whole number."),
        ({"lot": "lucky"}, "id_lot", "Enter a whole number."),
        ({"tables": "0"}, "id_tables", "Can't be less than 1."),
        ({"how": "listed", "days": "2026-01-05\n2026-01-12"}, "id_days", "takes 3 nights"),
    ],
)
def test_what_is_wrong_is_told_at_the_field_and_nothing_is_kept(
    organiser: Client, sent: dict[str, str], place: str, said: str
) -> None:
    refused = organiser.post(PAGE, {"keep": "1", "lot": "5"} | WEEKLY | sent)
    response = organiser.post(PAGE, {"show": "1", "lot": "5"} | WEEKLY | sent)
    assert refused.status_code == response.status_code == 200
    assert summary(refused) == summary(response)
    assert {where for where, _said in summary(response)} == {place}
    assert said in text(response)
    assert ("<details open>" in response.content.decode()) is (place == "id_lot")
    for name, typed in sent.items():
        assert name == "how" or typed.splitlines()[0] in response.content.decode()
    assert not Match.objects.exists()


def test_schedule_of_another_number_than_was_looked_at_is_shown_first(organiser: Client) -> None:
    [seen] = re.findall(r'name="seen" value="(\w+)"', shown(organiser, lot="77").content.decode())
    again = save_schedule(organiser, lot="78", seen=seen)
    assert (
        "Something has changed since your preview. Check the new preview, then try again." in text(again)
        and not Match.objects.exists()
    )
    assert save_schedule(organiser, lot="77", seen=seen).status_code == 302


def test_open_season_says_that_its_number_stays_and_takes_no_other(organiser: Client, draft: Season) -> None:
    save_schedule(organiser, lot="77")
    open_season(season=reload_season(draft), by=CONSOLE)
    page = organiser.get(PAGE)
    assert "Draw number 77. It can't be changed any more." in text(page)
    assert 'name="lot"' not in page.content.decode()
    assert "Draw again" not in text(shown(organiser, lot="garbage"))
    assert save_schedule(organiser, lot="5", rounds="1").status_code == 302
    assert (reload_season(draft).draw_seed, Match.objects.count()) == (77, 4)


def test_division_without_a_table_is_told_before_the_season_is_opened(
    organiser: Client, draft: Season
) -> None:
    for entry in draft.entries.filter(division__level=2)[2:]:
        entry.delete()
    sentence = (
        "A division needs at least 3 players for this game; this one has 2. Add players to it, or move them"
    )
    assert f"Division B: {sentence}" in text(organiser.get(SET_UP))
    assert f"Division B: {sentence}" in text(organiser.get(SET_UP + "divisions/"))
    assert "Division B needs at least 3 players; it has 2." in text(shown(organiser))


def test_score_sheets_of_each_night_can_be_printed(organiser: Client) -> None:
    save_schedule(organiser)
    page = organiser.get("/club/league/1/nights/").content.decode()
    for day in ("2026-01-05", "2026-01-12", "2026-01-19"):
        assert f'href="/club/league/1/paper/?day={day}"' in page
    assert "P001" in text(organiser.get("/club/league/1/nights/"))


def test_number_of_queries_does_not_grow(db: None, django_assert_num_queries: Any) -> None:
    for slug, sizes in (("few", (4, 4)), ("many", (8,) * 4)):
        file = build_table_league_file(*sizes)
        file["club"]["slug"] = slug
        season = get_latest_season(make_club(file))
        organiser = log_in(make_member(season.competition.club, Role.ORGANISER))
        address = PAGE.replace("/club/", f"/{slug}/")
        with django_assert_num_queries(10):  # one more than for two: how large the divisions are
            assert organiser.get(address).status_code == 200
        with django_assert_num_queries(12):
            assert "Preview – not saved yet" in text(organiser.post(address, {"show": "1"} | WEEKLY))
        kept_there = organiser.post(address, {"keep": "1"} | WEEKLY)
        assert kept_there.status_code == 302
        with django_assert_num_queries(11):
            organiser.get(address.replace("schedule/", ""))


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_anything_is_taken_or_refused(organiser: Client, data: Any) -> None:
    typed = st.one_of(st.sampled_from(GARBAGE), st.integers(-9, 99).map(str))
    names = st.sampled_from(["rounds", "lot", "tables", "draw", "show", "keep"])
    fields = data.draw(st.dictionaries(names, st.lists(typed, min_size=1, max_size=2)))
    with discard_changes():
        assert organiser.post(PAGE, WEEKLY | sent(fields)).status_code in (200, 302, 413)
        assert organiser.get(PAGE).status_code == 200
