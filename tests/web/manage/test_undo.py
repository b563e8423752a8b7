"""Taking back what was decided, through its page: what it says first, and what stands in the way."""

from typing import Any
from unittest.mock import patch

from django.test import Client

from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.substitution import substitute_rest_of_season
from league.models import Club, Decision, Match, Role, Season
from league.principals import CONSOLE
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.actions.decisions import (
    get_entry,
    penalise_player,
    record_void,
    record_walkover,
    revoke,
    withdraw_player,
)
from tests.actions.late_entries import enter_player_late as enter
from tests.actions.late_entries import make_open_table_league
from tests.actions.seasons import export_season_club
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.manage.test_decisions import PAGE, SEASON, back, match_called, one_of_each, player
from tests.web.sheets import text, value
from tests.web.untidy import of, play


@scenario
def club() -> Club:
    return make_club(entries=5)


@scenario
def season(club: Club) -> Season:
    return Season.objects.select_related("competition__club").get(competition__club=club)


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def scorer(club: Club) -> Client:
    return log_in(make_member(club, Role.SCORER))


def test_taking_back_says_first_what_will_be_as_before_and_then_does_it(
    season: Season, organiser: Client
) -> None:
    play("c1d1-m1")
    before = export_season_club(season)
    for decision, said in (
        (record_walkover(match_called("c1d1-m2"), 1), "can be played again."),
        (record_void(match_called("c1d1-m1")), "result restored: −3 to −3"),
        (penalise_player("p1", season, score=3), "The penalty for Player p1 is removed."),
    ):
        page = organiser.get(back(decision))
        assert "Undo this decision?" in text(page) and said in text(page) and decision.reason in text(page)
        decision.refresh_from_db()
        assert decision.revoked_at is None
    for decision in Decision.objects.order_by("-pk"):
        done = organiser.post(back(decision), follow=True)
        assert done.redirect_chain == [(PAGE, 302)]
        assert "Decision undone." in text(done)
    assert export_season_club(season) == before


def test_withdrawal_lists_its_matches_and_gives_them_back(season: Season, organiser: Client) -> None:
    play("c1d1-m1")
    before = export_season_club(season)
    seated = Match.objects.get(key="c1d1-m1").seats.first()
    assert seated
    decision = withdraw_player(seated.entry.player.key, season, "expunge")
    page = text(organiser.get(back(decision)))
    assert "is no longer withdrawn." in page
    assert page.count("can be played again.") == 3 and page.count("result restored:") == 1
    assert organiser.post(back(decision)).status_code == 302 and export_season_club(season) == before


def test_substitute_names_who_sits_there_again(season: Season, organiser: Client) -> None:
    decision = substitute_rest_of_season(
        entry=get_entry("p1", season), substitute=player("substitute"), reason="Broke a leg", by=CONSOLE
    )
    page = text(organiser.get(back(decision)))
    assert page.count("Player p1 plays again.") == 4
    assert organiser.post(back(decision)).status_code == 302
    assert not Match.objects.filter(seats__player__key="substitute").exists()


def must_not_be_offered(page: Any, said: str) -> None:
    """It says why, and neither promises nor offers anything."""
    html = page.content.decode()
    assert said in text(page) and "This decision can't be undone now" in text(page)
    assert "What happens" not in text(page) and "<button>Undo decision" not in html


def test_result_that_came_since_stands_in_the_way_and_is_named(season: Season, organiser: Client) -> None:
    decision = record_walkover(match_called("c1d1-m2"), 1)
    play("c1d1-m2")
    page = organiser.get(back(decision))
    said = "Match Player p3 – Player p4 has been given another result since, which would be lost."
    must_not_be_offered(page, said)
    assert "c1d1-m2" not in text(page)
    refused = organiser.post(back(decision))
    assert refused.status_code == 200 and "Not undone" in text(refused)
    must_not_be_offered(refused, said)
    assert 'href="/riverside/matches/c1d1-m2/"' in refused.content.decode()
    assert "no longer counts" in text(organiser.get(PAGE))
    assert back(decision) not in organiser.get(PAGE).content.decode()
    decision.refresh_from_db()
    assert decision.revoked_at is None


def test_who_left_since_is_named_and_leads_to_what_has_to_be_undone_first(
    season: Season, organiser: Client
) -> None:
    decision = record_void(match_called(of("p1")[0]))
    later = withdraw_player("p1", season, "stand")
    page = organiser.get(back(decision))
    must_not_be_offered(
        page,
        "Player p1 has withdrawn since, and a match of this player would be restored. Undo the withdrawal first.",
    )
    assert f'href="{PAGE}?decision={later.pk}"' in page.content.decode()
    assert f'id="decision-{later.pk}"' in organiser.get(PAGE).content.decode()
    revoke(later)
    assert "Undo this decision?" in text(organiser.get(back(decision)))


def test_substitute_who_has_played_since_is_said_before_anything_is_promised(
    season: Season, organiser: Client
) -> None:
    key = of("p1")[0]
    decision = substitute_rest_of_season(
        entry=get_entry("p1", season), substitute=player("substitute"), reason="Broke a leg", by=CONSOLE
    )
    play(key)
    must_not_be_offered(
        organiser.get(back(decision)), "has been played since. Change its substitute on the match page."
    )
    refused = organiser.post(back(decision))
    must_not_be_offered(refused, "has been played since. Change its substitute on the match page.")
    assert text(refused).count("has been played since") == 1


def test_match_of_somebody_expunged_offers_nothing_and_says_why(season: Season, organiser: Client) -> None:
    key = of("p1")[0]
    play(key)
    decision = withdraw_player("p1", season, "expunge")
    match = f"/riverside/matches/{key}/"
    page = organiser.get(match)
    html = page.content.decode()
    assert "Undo the withdrawal to enter a result." in text(page)
    assert f'href="{PAGE}?decision={decision.pk}"' in html
    for word in ("Edit result", "Restore version", "Overrule the result", "Undo this correction"):
        assert word not in html, word
    for address in ("decide/", "restore/1/"):
        page = organiser.get(match + address)
        assert (
            "A player in this match has withdrawn and all their results were removed. Undo the withdrawal first."
            in text(page)
        )
        assert 'name="base"' not in page.content.decode()
    kept = organiser.post(match + "decide/", {"how": "void", "reason": "Why not", "base": "2"})
    assert "You entered: Reason Why not" in text(kept)
    revoke(decision)
    assert "Edit result" in organiser.get(match).content.decode()


def test_closed_season_is_to_be_opened_first(season: Season, organiser: Client) -> None:
    decision = record_void(match_called("c1d1-m2"))
    Season.objects.update(state="closed")
    page = organiser.get(back(decision))
    must_not_be_offered(page, "The season is closed: its results can't be changed.")
    assert f'href="{SEASON}reopen/"' in page.content.decode()
    assert organiser.post(back(decision)).status_code == 200
    assert back(decision) not in organiser.get(PAGE).content.decode()
    decision.refresh_from_db()
    assert decision.revoked_at is None


def test_what_was_undone_already_leads_to_the_list(season: Season, organiser: Client) -> None:
    decision = record_void(match_called("c1d1-m2"))
    revoke(decision)
    for send in (organiser.get, organiser.post):
        page = send(back(decision), follow=True)
        assert page.redirect_chain == [(PAGE, 302)]
        assert "This decision has already been undone." in text(page)


def test_late_entry_with_a_result_is_not_undone_and_says_why(season: Season, organiser: Client) -> None:
    made = one_of_each(season)
    own = Match.objects.filter(seats__entry__player__key="late", status="scheduled").order_by("pk")[0]
    must_not_be_offered(organiser.get(back(made["late-entry"])), "has a result that would be lost.")
    revoke(made["withdrawal"])  # which had made one of their matches void
    page = text(organiser.get(back(made["late-entry"])))
    assert "no longer takes part." in page and "matches created for this player are deleted." in page
    assert "The player is removed from the table joined; the match stays." not in page
    play(own.key)
    must_not_be_offered(organiser.get(back(made["late-entry"])), "has a result that would be lost.")
    refused = organiser.post(back(made["late-entry"]))
    assert refused.status_code == 200 and "has a result that would be lost." in text(refused)
    assert f'href="/riverside/matches/{own.key}/"' in refused.content.decode()


def test_late_entry_at_tables_leaves_them_and_their_matches_stay(db: None) -> None:
    season = make_open_table_league(12)
    decision = enter(season)
    joined = len(decision.detail["joined"])
    assert joined
    address = f"/{season.competition.club.slug}/{season.competition.slug}/"
    address += f"{season.number}/decisions/{decision.pk}/take-back/"
    organiser = log_in(make_member(season.competition.club, Role.ORGANISER))
    page = text(organiser.get(address))
    assert f"The player is removed from the {joined} tables joined; the matches stay." in page
    assert "matches created for this player are deleted." not in page
    assert organiser.post(address).status_code == 302
    assert not Match.objects.filter(seats__entry__player__key="zoe").exists()


def test_no_other_number_leads_anywhere(season: Season, organiser: Client) -> None:
    record_void(match_called("c1d1-m2"))
    for number in ("0", "999999999", "99999999999", "-1", "x", "1/../2"):
        for send in (organiser.get, organiser.post):
            assert send(f"{PAGE}{number}/take-back/").status_code == 404, number


def test_decision_is_only_below_its_own_season(season: Season, organiser: Client) -> None:
    decision = record_void(match_called("c1d1-m2"))
    Season.objects.create(competition=season.competition, number=2, state="draft")
    assert organiser.get(f"/riverside/league-1/2/decisions/{decision.pk}/take-back/").status_code == 404
    assert organiser.get(f"/riverside/league-1/3/decisions/{decision.pk}/take-back/").status_code == 404


def test_what_has_changed_since_it_was_looked_at_is_shown_first(season: Season, organiser: Client) -> None:
    decision = withdraw_player("p1", season, "stand")
    address = f"{SEASON}decisions/{decision.pk}/take-back/"
    seen = value(organiser.get(address), "seen")
    play(Match.objects.filter(current__decision=decision)[0].key)
    page = organiser.post(address, {"seen": seen})
    assert "Something has changed since your preview. Check the new preview, then try again." in text(
        page
    ) and "Undo" in text(page)
    assert Decision.objects.active().exists()
    assert organiser.post(address, {"seen": value(page, "seen")}).status_code == 302
    assert not Decision.objects.active().exists()


def test_decision_that_a_file_replaces_at_the_last_moment_is_said_to_be_gone(
    season: Season, organiser: Client
) -> None:
    decision = Decision.objects.create(season=season, kind="withdrawal", origin="file", player=player("p1"))

    def meanwhile(**given: Any) -> None:
        Decision.objects.all().delete()
        revoke_decision(**given)

    with patch("league.web.manage.revocation.revoke_decision", meanwhile):
        page = organiser.post(f"{SEASON}decisions/{decision.pk}/take-back/", follow=True)
    assert page.status_code == 200 and "This decision no longer exists." in text(page)


def test_match_that_a_file_forfeits_stays_so_while_its_player_has_left(db: None) -> None:
    file = build_club_file()
    division = file["competitions"][0]["seasons"][0]["divisions"][0]
    division["entries"][0]["left"] = True
    match = next(match for match in division["matches"] if "p1" in match["seats"])
    match |= {"status": "forfeit", "absent": ["p1"]}
    club = make_club(file)
    organiser = log_in(make_member(club, Role.ORGANISER))
    forfeit, left = (Decision.objects.get(kind=kind).pk for kind in ("forfeit", "withdrawal"))
    page = organiser.post(f"{SEASON}decisions/{forfeit}/take-back/")
    assert (
        page.status_code == 200
        and "has withdrawn since, and a match of this player would be restored. Undo the withdrawal first."
        in text(page)
    )
    for decision in (left, forfeit):
        assert organiser.post(f"{SEASON}decisions/{decision}/take-back/").status_code == 302
