"""Rolling a season over and taking that back, through their pages."""

import re
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from league.actions.club import import_club
from league.actions.rollover import roll_over_season
from league.demo.large import build_club_file
from league.models import Club, Entry, Event, Match, Player, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file
from tests.web.sheets import plain, summary, text

CLOSED = "/autumn/mondays/1/"  # twelve players, one of whom has left; four of the club are not in it
OPEN = "/autumn/tuesdays/2/"  # two matches are missing
PLAYED = "/autumn/thursdays/1/"


def divisions(page: Any) -> dict[str, list[list[str]]]:
    """The preview: by division its rows, as player, from, why."""
    found = re.findall(
        r'<h2 id="division-[^>]*>(.*?)</h2>.*?<tbody>(.*?)</tbody>', page.content.decode(), re.S
    )
    return {
        plain(name): [
            [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]
            for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.S)
        ]
        for name, body in found
    }


def seen(page: Any) -> str:
    (digest,) = re.findall(r'name="seen" value="(\w*)"', page.content.decode())
    return str(digest)


def entered(season: Season) -> dict[str, list[str]]:
    """The names by division, in order of seeds."""
    found: dict[str, list[str]] = {}
    for entry in Entry.objects.filter(season=season).order_by("division__level", "seed"):
        found.setdefault(f"Division {entry.division.name}", []).append(entry.player.name)
    return found


def made_from(address: str) -> list[Season]:
    _, _club, competition, number, _ = address.split("/")
    return list(Season.objects.filter(competition__slug=competition, number__gt=int(number)))


# --- the preview


def test_everybody_is_shown_once_with_from_to_and_why(autumn_organiser: Client, autumn: Club) -> None:
    page = autumn_organiser.get(CLOSED + "roll-over/")
    shown = divisions(page)
    rows = [row for division in shown.values() for row in division]
    assert list(shown) == ["Division A", "Division B", "Division C"] and len(rows) == 11
    assert all(came_from in "ABC" and " – " in why for _player, came_from, why in rows)
    assert len({player for player, *_ in rows}) == 11
    assert "Withdrawn, so not in the next season: Daniel Dogwood (division A)." in text(page)
    assert "last season 4" in text(page)  # of a division with another size
    assert made_from(CLOSED) == []


def test_rolling_over_makes_what_was_shown(autumn_organiser: Client, autumn: Club) -> None:
    page = autumn_organiser.get(CLOSED + "roll-over/")
    shown = {
        division: [row[0].rsplit(" ", 1)[0] for row in rows] for division, rows in divisions(page).items()
    }
    done = autumn_organiser.post(CLOSED + "roll-over/", {"seen": seen(page)}, follow=True)
    assert done.redirect_chain == [("/autumn/mondays/2/set-up/", 302)]
    assert "Season 2 created." in text(done)
    (made,) = made_from(CLOSED)
    entries = entered(made)
    assert list(entries) == list(shown)
    for division, names in entries.items():
        assert all(line.startswith(name) for line, name in zip(shown[division], names, strict=True))


def test_newcomers_are_previewed_in_the_lowest_division_and_come_along(
    autumn_organiser: Client, autumn: Club
) -> None:
    page = autumn_organiser.get(CLOSED + "roll-over/")
    assert "4 players of the club are not in this season" in text(page)
    ticked = {"newcomers": ["olga", "peter"]}
    page = autumn_organiser.post(CLOSED + "roll-over/", ticked | {"show": "1", "seen": seen(page)})
    assert made_from(CLOSED) == [] and "2 new" in text(page)
    last = list(divisions(page).values())[-1]
    assert [row[0] for row in last[-2:]] == ["Olga Oak new", "Peter Pine new"]
    assert last[-1][1:] == ["–", "New: starts in the lowest division."]
    assert page.content.decode().count("checked") == 2

    autumn_organiser.post(CLOSED + "roll-over/", ticked | {"seen": seen(page)})
    (made,) = made_from(CLOSED)
    assert entered(made)["Division C"][-2:] == ["Olga Oak", "Peter Pine"]


def test_who_was_ticked_but_not_shown_is_shown_first(autumn_organiser: Client, autumn: Club) -> None:
    before = autumn_organiser.get(CLOSED + "roll-over/")
    page = autumn_organiser.post(CLOSED + "roll-over/", {"seen": seen(before), "newcomers": ["olga"]})
    assert page.status_code == 200 and made_from(CLOSED) == []
    assert "Something has changed since your preview. Check the new preview, then try again." in text(page)
    assert "Olga Oak" in str(divisions(page))
    without = autumn_organiser.post(CLOSED + "roll-over/", {"seen": seen(page)})
    assert made_from(CLOSED) == [] and "Olga Oak" not in str(divisions(without))
    autumn_organiser.post(CLOSED + "roll-over/", {"newcomers": ["olga"], "seen": seen(page)})
    assert len(made_from(CLOSED)) == 1


def test_what_has_changed_since_it_was_looked_at_is_shown_anew(
    autumn_organiser: Client, autumn: Club
) -> None:
    page = autumn_organiser.get(CLOSED + "roll-over/")
    Entry.objects.filter(season__competition__slug="mondays", player__key="edith").update(left=True)
    again = autumn_organiser.post(CLOSED + "roll-over/", {"seen": seen(page)})
    assert made_from(
        CLOSED
    ) == [] and "Something has changed since your preview. Check the new preview, then try again." in text(
        again
    )
    assert "Edith Elm (division B)" in text(again) and seen(again) != seen(page)


def test_newcomer_who_came_into_the_season_meanwhile_is_shown_once(
    autumn_organiser: Client, autumn: Club
) -> None:
    def come_in(**wanted: Any) -> Season:
        entry = Entry.objects.filter(season=wanted["season"], left=False).first()
        assert entry is not None
        Entry.objects.filter(pk=entry.pk).update(player=Player.objects.get(key="olga"))
        return roll_over_season(**wanted)

    ticked = {"newcomers": ["olga", "peter"]}
    page = autumn_organiser.post(CLOSED + "roll-over/", ticked | {"show": "1"})
    with patch("league.web.manage.rollover.roll_over_season", come_in):
        page = autumn_organiser.post(CLOSED + "roll-over/", ticked | {"seen": seen(page)})
    assert made_from(
        CLOSED
    ) == [] and "Something has changed since your preview. Check the new preview, then try again." in text(
        page
    )
    assert str(divisions(page)).count("Olga Oak") == 1 and "1 new" in text(page)
    assert 'value="olga"' not in page.content.decode()


# --- an open season


def test_what_is_missing_in_an_open_season_is_to_be_decided_first(
    autumn_organiser: Client, autumn: Club
) -> None:
    page = autumn_organiser.get(OPEN + "roll-over/")
    assert "2 matches have no result" in text(page) and divisions(page) == {}
    refused = autumn_organiser.post(OPEN + "roll-over/")
    assert "Choose what should happen to the matches without a result." in text(refused)
    page = autumn_organiser.post(OPEN + "roll-over/", {"missing": "void", "show": "1"})
    assert "Season 2 is closed and its tables become final." in text(page)
    assert "2 matches without a result are void." in text(page)
    assert sum(len(rows) for rows in divisions(page).values()) == 16

    autumn_organiser.post(OPEN + "roll-over/", {"missing": "void", "seen": seen(page)})
    (made,) = made_from(OPEN)
    assert made.rolled_from and made.rolled_from.state == "closed" and made.closed_by_rollover
    assert Match.objects.filter(club=autumn, status="void").count() == 2


def test_other_preview_for_another_decision(autumn_organiser: Client, autumn: Club) -> None:
    page = autumn_organiser.post(OPEN + "roll-over/", {"missing": "void", "show": "1"})
    again = autumn_organiser.post(OPEN + "roll-over/", {"missing": "forfeit", "seen": seen(page)})
    assert made_from(OPEN) == [] and "matches without a result: both forfeit." in text(again)


# --- twice, and by whom


def test_second_to_ask_is_told_who_came_first_and_led_there(autumn_organiser: Client, autumn: Club) -> None:
    first = autumn_organiser.get(PLAYED + "roll-over/")
    autumn_organiser.post(PLAYED + "roll-over/", {"seen": seen(first)})
    for page in (
        autumn_organiser.get(PLAYED + "roll-over/"),
        autumn_organiser.post(PLAYED + "roll-over/", {"seen": seen(first)}),
    ):
        assert "Season 2 already exists: Oscar Organ created it on" in text(page)
        assert 'class="button" href="/autumn/thursdays/2/"' in page.content.decode()
        assert divisions(page) == {}
    assert len(made_from(PLAYED)) == 1


def test_when_it_was_made_is_told_where_the_club_is(autumn_organiser: Client, autumn: Club) -> None:
    Club.objects.filter(pk=autumn.pk).update(timezone="Asia/Tokyo")
    roll_over_season(season=Season.objects.get(competition__slug="mondays"), by=CONSOLE)
    made = Event.objects.latest("pk").at.astimezone(ZoneInfo("Asia/Tokyo"))
    said = f"created it on {made.day} {made:%B %Y} at {made:%H:%M}."
    assert said in text(autumn_organiser.get(CLOSED + "roll-over/"))


def test_next_season_that_nobody_rolled_over_is_told_too(autumn_organiser: Client, autumn: Club) -> None:
    page = autumn_organiser.get("/autumn/tuesdays/1/roll-over/")
    assert "Season 2 already exists." in text(page) and "Undo rollover" not in text(page)


def test_the_servers_own_command_is_told_as_well(autumn_organiser: Client, autumn: Club) -> None:
    roll_over_season(season=Season.objects.get(competition__slug="mondays"), by=CONSOLE)
    assert "a site administrator created it" in text(autumn_organiser.get(CLOSED + "roll-over/"))


# --- what cannot be


def test_draft_is_led_to_where_it_is_set_up(autumn_organiser: Client, autumn: Club) -> None:
    response = autumn_organiser.get("/autumn/sundays/1/roll-over/")
    assert response.headers["Location"] == "/autumn/sundays/1/set-up/"


def test_tournament_does_not_roll_over(autumn_organiser: Client, autumn: Club) -> None:
    autumn.competitions.filter(slug="mondays").update(kind="tournament")
    for page in (autumn_organiser.get(CLOSED + "roll-over/"), autumn_organiser.post(CLOSED + "roll-over/")):
        assert "Promotion and relegation exist in leagues only." in text(page)
        assert "/autumn/mondays/new-season/" in page.content.decode()
    assert made_from(CLOSED) == []


def test_nonsense_is_refused_and_nothing_made(autumn_organiser: Client, autumn: Club) -> None:
    nonsense: tuple[dict[str, Any], ...] = (
        {"newcomers": "agnes"},  # is in it
        {"newcomers": "nobody"},
        {"newcomers": ["olga", "\x00"]},
        {"newcomers": "x" * 5000},
        {"missing": "won"},
        {"seen": "x" * 5000},
        {"seen": "\x00"},
        {"seen": "of yesterday"},
    )
    for sent in nonsense:
        page = autumn_organiser.post(CLOSED + "roll-over/", sent)
        assert page.status_code == 200 and made_from(CLOSED) == [], sent
        assert summary(
            page
        ) or "Something has changed since your preview. Check the new preview, then try again." in text(
            page
        ), sent
        assert divisions(page), sent


def test_player_of_another_club_is_no_newcomer(autumn_organiser: Client, autumn: Club) -> None:
    import_club(build_club_file(4), by=CONSOLE)
    page = autumn_organiser.post(CLOSED + "roll-over/", {"newcomers": "p1"})
    assert page.status_code == 200 and made_from(CLOSED) == [] and "p1" not in str(divisions(page))


# --- taking it back


def test_undo_says_what_is_lost_and_gives_back_what_was(autumn_organiser: Client, autumn: Club) -> None:
    before = export_club_file(autumn)
    autumn_organiser.post(OPEN + "roll-over/", {"missing": "forfeit"})
    page = text(autumn_organiser.get("/autumn/tuesdays/3/undo/"))
    assert "Deletes season 3 and everything in it: 4 divisions, 16 players, 0 matches." in page
    assert "Reopens season 2, which was closed when season 3 was created." in page
    done = autumn_organiser.post("/autumn/tuesdays/3/undo/", follow=True)
    assert done.redirect_chain == [(OPEN, 302)] and "Rollover undone. Season 3 is deleted." in text(done)
    assert export_club_file(autumn) == before


def test_undo_leaves_closed_what_was_closed(autumn_organiser: Client, autumn: Club) -> None:
    autumn_organiser.post(CLOSED + "roll-over/")
    assert "Season 1 stays closed." in text(autumn_organiser.get("/autumn/mondays/2/undo/"))
    autumn_organiser.post("/autumn/mondays/2/undo/")
    assert Season.objects.get(competition__slug="mondays").state == "closed"


def test_season_with_results_is_not_undone(autumn_organiser: Client, autumn: Club) -> None:
    first, second = Season.objects.filter(competition__slug="tuesdays").order_by("number")
    Season.objects.filter(pk=second.pk).update(rolled_from=first)
    for page in (autumn_organiser.get(OPEN + "undo/"), autumn_organiser.post(OPEN + "undo/")):
        assert page.status_code == 200 and "results" in text(page).lower()
        assert '<button class="danger">' not in page.content.decode()
    assert Season.objects.filter(pk=second.pk).exists()


def test_season_that_was_not_rolled_over_is_not_undone(autumn_organiser: Client, autumn: Club) -> None:
    page = autumn_organiser.get("/autumn/thursdays/1/undo/")
    assert "This season wasn't created from the season before, so there is nothing to undo." in text(page)
    assert "This season wasn't created from the season before, so there is nothing to undo." in text(page)
    assert "Season 1 was not created from the season before." in text(
        autumn_organiser.post("/autumn/thursdays/1/undo/")
    )
    assert Season.objects.filter(competition__slug="thursdays").exists()


def test_undone_twice_is_told(autumn_organiser: Client, autumn: Club) -> None:
    autumn_organiser.post(CLOSED + "roll-over/")
    autumn_organiser.post("/autumn/mondays/2/undo/")
    page = autumn_organiser.post("/autumn/mondays/2/undo/", follow=True)
    assert page.redirect_chain[0] == ("/autumn/mondays/", 302)
    assert "This season no longer exists: its rollover was undone." in text(page)
    assert autumn_organiser.get("/autumn/mondays/2/undo/").status_code == 404


# --- all of them


def test_looking_changes_nothing(autumn_organiser: Client, autumn: Club) -> None:
    before = Event.objects.count(), export_club_file(autumn)
    for address in (CLOSED, OPEN, PLAYED):
        assert autumn_organiser.get(address + "roll-over/").status_code == 200
        assert (
            autumn_organiser.post(address + "roll-over/", {"show": "1", "missing": "void"}).status_code == 200
        )
    assert (Event.objects.count(), export_club_file(autumn)) == before


@pytest.mark.parametrize("slug", ["large-8", "large-100"])
def test_number_of_queries_does_not_grow(
    autumn_organiser: Client, autumn: Club, django_assert_num_queries: Any, slug: str
) -> None:
    import_club(build_club_file(int(slug.removeprefix("large-"))), by=CONSOLE)
    Club.objects.get(slug=slug).memberships.create(
        user_id=int(autumn_organiser.session["_auth_user_id"]), role="owner"
    )
    with django_assert_num_queries(11):  # session, user, season, role; the page's own 7
        page = autumn_organiser.post(f"/{slug}/league/1/roll-over/", {"missing": "void", "show": "1"})
    assert divisions(page)


def test_names_stand_as_text_of_their_own(autumn_organiser: Client, autumn: Club) -> None:
    for key in ("agnes", "daniel", "olga"):  # one goes on, one has left, one could join
        Player.objects.filter(key=key).update(name=f'<b onclick="x">{key}</b>')
    page = autumn_organiser.post(CLOSED + "roll-over/", {"newcomers": "olga", "show": "1"}).content.decode()
    assert "<b onclick" not in page
    assert all(
        f"<bdi>&lt;b onclick=&quot;x&quot;&gt;{key}&lt;/b&gt;</bdi>" in page for key in ("agnes", "daniel")
    )
    assert page.count("&gt;olga&lt;") == 2


# --- what could not be opened


def test_preview_says_so_where_the_next_season_could_not_be_opened(
    autumn_organiser: Client, autumn: Club
) -> None:
    assert "can't start like this. Change its divisions or the rules first:" not in text(
        autumn_organiser.get(CLOSED + "roll-over/")
    )
    competition = autumn.competitions.get(slug="mondays")
    competition.rules = competition.rules | {"promoted": 3, "relegated": 3}
    competition.save()
    page = autumn_organiser.get(CLOSED + "roll-over/")
    assert "Season 2 can't start like this." in text(page)
    assert "Division B: 3 promoted and 3 relegated, but this division has only 4 players." in text(page)
    autumn_organiser.post(CLOSED + "roll-over/", {"seen": seen(page)})
    assert len(made_from(CLOSED)) == 1


def test_without_anybody_there_is_no_next_season(autumn_organiser: Client, autumn: Club) -> None:
    Entry.objects.filter(season__competition__slug="mondays").update(left=True)
    page = autumn_organiser.get(CLOSED + "roll-over/")
    refused = autumn_organiser.post(CLOSED + "roll-over/", {"seen": seen(page)})
    assert "All players of season 1 have withdrawn." in text(refused) and made_from(CLOSED) == []
