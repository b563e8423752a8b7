"""What was decided in a season that no sheet says, and what came otherwise: the list of it."""

from typing import Any

from django.test import Client

from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.substitution import substitute_player, substitute_rest_of_season
from league.actions.schedule import make_schedule
from league.actions.season import close_season
from league.models import Club, Decision, DecisionKind, Entry, Event, Match, Player, Role, Season
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.web.manage.decisions import DECISION_VIEWS
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.actions.decisions import (
    get_entry,
    penalise_player,
    record_void,
    record_walkover,
    reload_match,
    revoke,
    withdraw_player,
)
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text
from tests.web.untidy import play

SEASON = "/riverside/league-1/1/"
PAGE = SEASON + "decisions/"
WITHDRAW, PENALTY = SEASON + "withdraw/", SEASON + "penalty/"


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


def match_called(key: str) -> Match:
    return reload_match(Match.objects.get(key=key))


def back(decision: Decision) -> str:
    return f"{PAGE}{decision.pk}/take-back/"


def player(key: str) -> Player:
    return Player.objects.get(key=key)


def one_of_each(season: Season) -> dict[str, Decision]:
    keys = list(Match.objects.order_by("round__number", "table").values_list("key", flat=True))
    first, second, third = (match_called(key) for key in keys[:3])
    made = {"forfeit": record_walkover(first, 1), "void": record_void(second)}
    made["substitute"] = substitute_player(
        match=third, seat=0, substitute=player("substitute"), reason="Is ill", by=CONSOLE, base=0
    )
    made["penalty"] = penalise_player("p1", season, score=3)
    division = season.divisions.get()
    division.season = season
    late = Player.objects.create(club=season.competition.club, key="late", name="Player late")
    made["late-entry"] = add_late_entry(division=division, player=late, reason="Moved here", by=CONSOLE)
    made["withdrawal"] = withdraw_player("p5", season, "expunge")
    return made


# --- the list


def test_everybody_reads_what_was_decided_about_whom_and_why_the_latest_first(season: Season) -> None:
    made = one_of_each(season)
    page = text(Client().get(PAGE))
    told = [
        "Player p5 withdrew: all results removed. Reason: Has moved away",
        "Player late joined division Division 1 after the start. Reason: Moved here",
        "Player p1: Penalty (3 off the score). Reason: Looked at the cards",
        "Player substitute was named as substitute for",  # of who has left by now
        "Match void. Reason: Played with 51 cards",
        ". Reason: Was ill",
    ]
    places = [page.find(sentence) for sentence in told]
    assert "No-show: Player" in page
    assert -1 not in places and places == sorted(places)
    assert len(made) == 6
    html = Client().get(PAGE).content.decode()
    assert "take-back" not in html and WITHDRAW not in html and ", by " not in page


def test_what_was_undone_is_only_for_those_who_help(season: Season, scorer: Client) -> None:
    decision = record_void(match_called("c1d1-m1"), reason="Wrong table")
    revoke(decision)
    assert "No decisions this season." in text(Client().get(PAGE))
    page = text(scorer.get(PAGE))
    assert "Wrong table" in page and "undone on" in page
    assert back(decision) not in scorer.get(PAGE).content.decode()


def test_who_stayed_away_is_not_told_once_the_match_is_gone(season: Season, scorer: Client) -> None:
    revoke(record_walkover(match_called("c1d1-m1"), 1, reason="Overslept"))
    make_schedule(season=season, dates=None, tables=None, remind_days=0, by=CONSOLE)
    assert "No-show. Reason: Overslept" in text(scorer.get(PAGE))


def test_standings_always_lead_there_and_say_how_many_stand(season: Season, scorer: Client) -> None:
    visitor = Client()
    for client in (visitor, scorer):
        page = client.get(SEASON)
        assert f'href="{PAGE}"' in page.content.decode() and "Committee decisions (" not in text(page)
    record_void(match_called("c1d1-m1"))
    revoke(record_void(match_called("c1d1-m2")))
    page = visitor.get(SEASON)
    assert f'href="{PAGE}"' in page.content.decode() and "Committee decisions (1)" in text(page)


def test_kept_pages_change_with_every_decision(season: Season) -> None:
    visitor = Client()
    seen = {visitor.get(address).content for address in (PAGE,)}
    decision = penalise_player("p1", season, score=3)
    seen.add(visitor.get(PAGE).content)
    revoke(decision)
    assert "Penalty (" not in text(visitor.get(PAGE)) and len(seen) == 2


def test_runners_find_all_that_can_be_decided_scorers_what_is_theirs(
    season: Season, organiser: Client, scorer: Client
) -> None:
    ways = [WITHDRAW, PENALTY, SEASON + "substitute/", SEASON + "late-entry/"]
    page = organiser.get(PAGE).content.decode()
    assert all(f'href="{way}"' in page for way in ways)
    assert f'href="{PAGE}"' in organiser.get(SEASON).content.decode()
    assert "Withdrawals, substitutes and penalties" in text(organiser.get(f"{SEASON}manage/"))
    for client in (scorer, Client()):
        page = client.get(PAGE).content.decode()
        assert not any(f'href="{way}"' in page for way in ways)
    assert "matches/?status=scheduled" in scorer.get(PAGE).content.decode()
    Season.objects.update(state="closed")
    assert "Record a decision" not in text(organiser.get(PAGE))
    for client in (organiser, scorer, Client()):
        closed = client.get(PAGE)
        assert ("The season is closed. Reopen it to record or undo a decision." in text(closed)) == (
            client in (organiser, scorer)
        )
        assert (f'href="{SEASON}reopen/"' in closed.content.decode()) == (client is organiser)
        assert f'href="{PAGE}"' in client.get(SEASON).content.decode()


def test_each_role_may_undo_what_it_may_decide(season: Season, organiser: Client, scorer: Client) -> None:
    made = one_of_each(season)
    theirs = {"forfeit", "void", "substitute"}
    overtaken = {
        kind
        for kind, one in made.items()
        if one.match and one.match.seats.filter(entry__player__key="p5").exists()
    }
    for client, may in ((organiser, set(made)), (scorer, theirs)):
        page = client.get(PAGE).content.decode()
        assert {kind for kind, one in made.items() if back(one) in page} | overtaken == may | overtaken
        asked = {kind for kind, one in made.items() if client.get(back(one)).status_code == 200}
        assert asked == may
    assert Client().get(back(made["void"])).headers["Location"].startswith("/-/log-in/")


def test_substitute_for_the_rest_is_not_a_scorers_to_undo(season: Season, scorer: Client) -> None:
    decision = substitute_rest_of_season(
        entry=get_entry("p1", season), substitute=player("substitute"), reason="Broke a leg", by=CONSOLE
    )
    page = scorer.get(PAGE)
    assert "Player substitute substitutes for Player p1 for all remaining matches." in text(page)
    assert back(decision) not in page.content.decode() and scorer.get(back(decision)).status_code == 404
    assert scorer.post(back(decision)).status_code == 404


def test_who_stayed_away_is_told_as_they_sat_there_whoever_sits_there_now(season: Season) -> None:
    key, replaced = match_and_first("p1")
    mine = match_called(key)
    number = mine.seats.get(entry__player__key="p1").number
    record_walkover(mine, number, reason="Overslept")
    said = f"No-show: {replaced.strip()}. Reason: Overslept"
    Match.objects.get(key=key).seats.filter(number=number).update(player=player("substitute"))
    for address in (PAGE, f"/riverside/matches/{key}/"):
        page = text(Client().get(address))
        assert said in page and "No-show: Player substitute" not in page


def match_and_first(key: str) -> tuple[str, str]:
    match = Match.objects.filter(seats__entry__player__key=key).order_by("round__number", "table")[0]
    return match.key, f"Player {key} "


def test_substitute_plays_then_played_and_did_neither_where_the_match_is_void(season: Season) -> None:
    key, _name = match_and_first("p1")
    seat = match_called(key).seats.get(entry__player__key="p1").number
    substitute_player(
        match=match_called(key),
        seat=seat,
        substitute=player("substitute"),
        reason="Is ill",
        by=CONSOLE,
        base=0,
    )
    visitor, match = Client(), f"/riverside/matches/{key}/"
    assert "Player substitute substitutes for Player p1 in this match." in text(visitor.get(PAGE))
    assert "plays for Player p1" in text(visitor.get(match))
    play(key)
    assert "Player substitute substituted for Player p1 in this match." in text(visitor.get(PAGE))
    assert "played for Player p1" in text(visitor.get(match))
    record_void(match_called(key))
    page = text(visitor.get(PAGE))
    assert "Player substitute was named as substitute for Player p1 in this match." in page
    page = text(visitor.get(match))
    assert "plays for Player p1" not in page and "played for Player p1" not in page


# --- what nobody decided there


def test_what_came_by_a_club_file_is_told_without_a_day_and_can_be_undone(db: None) -> None:
    file = build_club_file()
    season = file["competitions"][0]["seasons"][0]
    division = season["divisions"][0]
    division["entries"][0]["left"] = True
    division["entries"][1]["penalties"] = [{"points": 0, "score": 4, "reason": "Shouted"}]
    first, second, third = division["matches"][:3]
    first |= {"status": "void"}
    second |= {"status": "forfeit", "absent": [second["seats"][0]]}
    third |= {"sat": ["substitute", third["seats"][1]]}
    club = make_club(file)
    organiser = log_in(make_member(club, Role.ORGANISER))
    for client in (Client(), organiser):
        page = text(client.get(PAGE))
        assert page.count("imported from a club file") == 4 and "Reason removed" not in page
        assert (
            "Substitutes from a club file" in page
            and "Imported with the club file. Change a substitute on the match page." in page
        )
        for said in (
            "Player p1 withdrew.",
            "Player p2: Penalty (4 off the score). Reason: Shouted",
            "Match void.",
            f"No-show: Player {second['seats'][0]}.",
            f"Player substitute for Player {third['seats'][0]}.",
        ):
            assert said in page, said
    assert organiser.get(PAGE).content.decode().count("/take-back/") == 4
    for decision in Decision.objects.all():
        address = f"{PAGE}{decision.pk}/take-back/"
        assert "imported from a club file" in text(organiser.get(address))
        assert organiser.post(address).status_code == 302
    assert not Decision.objects.active().exists() and verify_club(club) == []
    assert not Entry.objects.filter(left=True).exists()
    assert set(Match.objects.values_list("status", flat=True)) == {"scheduled"}


def test_what_was_decided_here_is_not_told_as_if_a_file_had_brought_it(season: Season) -> None:
    one_of_each(season)
    substitute_rest_of_season(
        entry=get_entry("p2", season), substitute=player("substitute"), reason="Broke a leg", by=CONSOLE
    )
    assert "Substitutes from a club file" not in text(Client().get(PAGE))


def test_what_closing_decided_is_told_as_such(season: Season) -> None:
    play("c1d1-m1")
    close_season(season=season, by=CONSOLE, missing="void")
    page = text(Client().get(PAGE))
    assert "At the end of the season" in page and "Substitutes from a club file" not in page
    assert page.count("Match void.") == Match.objects.count() - 1


# --- all of them


def test_match_says_by_whom_somebody_is_replaced_and_why(season: Season, organiser: Client) -> None:
    key = Match.objects.filter(seats__entry__player__key="p1").order_by("pk")[0].key
    match = f"/riverside/matches/{key}/"
    assert "Player p1" in text(Client().get(match))
    substitute_rest_of_season(
        entry=get_entry("p1", season), substitute=player("substitute"), reason="Broke a leg", by=CONSOLE
    )
    page = text(Client().get(match))
    assert (
        "Player substitute substitutes for Player p1 for all remaining matches. Reason: Broke a leg" in page
    )


def test_looking_changes_nothing(season: Season, organiser: Client) -> None:
    decision = record_void(match_called("c1d1-m2"))
    before = Event.objects.count()
    assert organiser.get(PAGE).status_code == organiser.get(back(decision)).status_code == 200
    assert Event.objects.count() == before


def test_number_of_queries_does_not_grow(
    season: Season, organiser: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    first = record_void(match_called("c1d1-m1"))
    for _more in range(2):
        # the version; the season, the decisions and their number, what came otherwise: of matches, of entries; seats
        with django_assert_num_queries(1 + 5):
            assert Client().get(PAGE).status_code == 200
        with django_assert_num_queries(1 + 5 + 3):  # the session, the user and their roles
            assert organiser.get(PAGE).status_code == 200
        with django_assert_max_num_queries(
            3 + 2 + 15
        ):  # session, user, roles; season, decision; the page's own
            assert organiser.get(back(first)).status_code == 200
        first = (
            withdraw_player("p1", season, "stand") if not season.entries.filter(left=True).exists() else first
        )
        penalise_player("p2", season, score=1)
        record_void(Match.objects.filter(status="scheduled").order_by("-pk")[0])


def test_names_and_reasons_stand_as_text_of_their_own(season: Season, organiser: Client) -> None:
    Player.objects.filter(key="p1").update(name="<b>فاطمة الزهراء</b>")
    decision = penalise_player("p1", season, score=2, reason="מחלה <i>")
    for page in (Client().get(PAGE), organiser.get(back(decision))):
        html = page.content.decode()
        assert "<bdi>&lt;b&gt;فاطمة الزهراء&lt;/b&gt;</bdi>" in html and "<b>فاطمة" not in html
        assert "<q><bdi>מחלה &lt;i&gt;</bdi></q>" in html


def test_every_kind_of_decision_that_is_not_of_a_match_has_a_page() -> None:
    kinds = {view.kind for view in DECISION_VIEWS}
    assert kinds == set(DecisionKind) - {DecisionKind.FORFEIT, DecisionKind.VOID}
