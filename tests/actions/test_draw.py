"""The draw of groups: shown in the hall, and drawn again in a draft."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils.translation import gettext, override

import games
from league.actions import draw
from league.actions.club import import_club
from league.actions.draft import DivisionAssignment, assign_divisions, divide_players
from league.actions.errors import ActionError
from league.actions.player import forget_player
from league.actions.registration import open_registration
from league.actions.season import close_season, open_season
from league.actions.tournament import create_tournament
from league.models import Club, Competition, Division, Entry, Event, Match, Player, Role, Season, Visibility
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.draw import find_draw
from league.rules.seasons.tournament_plans import PlanKind, build_rules
from tests.actions.clubs import make_member
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import WINS
from tests.actions.test_final import play_all
from tests.actions.tournaments import NAMES, begin_round, make_tournament, reread
from tests.commands.console import run_on_file
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

PAGE = "/riverside/spring-open/1/"


@scenario
def draft(club: Club) -> Season:
    """A draft of twelve in three groups that are drawn."""
    rules = build_rules(games.get("skuck"), "groups", 0, 3) | {"draw_groups": True}
    season = create_tournament(
        club=club, name="Spring Open", game="skuck", rules=rules, names=NAMES[:12], by=CONSOLE
    )
    return reread(season)


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def list_groups(season: Season) -> dict[str, str]:
    entries = Entry.objects.filter(season=season).order_by("pk")
    return dict(entries.values_list("player__name", "division__name"))


def list_pots(season: Season) -> list[set[str]]:
    found = find_draw(reread(season), reader=AnonymousUser())
    assert found
    return [{step.name for step in part.steps} for part in found.parts]


def refuse(action: object, **arguments: object) -> list[tuple[str, str]]:
    assert callable(action)
    with pytest.raises(ActionError) as refused:
        action(by=CONSOLE, **arguments)
    return [(problem.path, problem.code) for problem in refused.value.problems]


def test_a_second_draw_needs_a_reason_and_is_recorded(draft: Season) -> None:
    before, seed, pots = list_groups(draft), draft.groups_seed, list_pots(draft)
    assert pots == [set(NAMES[start : start + 3]) for start in range(0, 12, 3)]
    assert refuse(draw.draw_again, season=draft, why=" ") == [("why", "missing")]
    draw.draw_again(season=draft, why="A name was missing", by=CONSOLE)
    again = reread(draft)
    assert again.groups_seed != seed and list_pots(draft) == pots
    assert list_groups(again).keys() == before.keys()
    event = Event.objects.get(action="draw_again")
    assert event.why == "A name was missing"
    assert event.before and event.after
    assert event.before["digest"] != event.after["digest"] and len(event.after["digest"]) == 64


def test_only_drafts_whose_groups_were_drawn_are_drawn_again(draft: Season, club: Club) -> None:
    open_season(season=draft, by=CONSOLE)
    assert refuse(draw.draw_again, season=reread(draft), why="Why") == [("season", "not-a-draft")]
    other = create_tournament(
        club=club,
        name="By seed",
        game="skuck",
        rules={**draft.competition.rules, "draw_groups": None},
        names=NAMES[:12],
        by=CONSOLE,
    )
    assert refuse(draw.draw_again, season=reread(other), why="Why") == [("season", "not-drawn")]
    with pytest.raises(PermissionDenied):
        draw.show_draw(season=reread(draft), by=make_member(club, Role.SCORER))


def test_the_screen_shows_the_draw_until_the_first_result(
    draft: Season, client: Client, organiser: Client
) -> None:
    assert refuse(draw.show_draw, season=draft) == [("season", "not-open")]
    open_season(season=draft, by=CONSOLE)
    season = reread(draft)
    assert "data-draw" not in client.get(PAGE + "screen/").content.decode()
    assert organiser.post(PAGE + "draw/show/", {"do": "show"}).status_code == 302
    page = client.get(PAGE + "screen/")
    steps = [(step.name, step.place.translate(str)) for part in page.context["pages"] for step in part.rows]
    assert dict(steps) == list_groups(season) and len(steps) == 12
    first = page.context["turn"]
    assert "data-draw" in page.content.decode() and first
    said = text(organiser.post(PAGE + "draw/show/", {"do": "hide"}, follow=True))
    assert "The screen in the hall shows what is played." in said
    draw.hide_draw(season=season, by=CONSOLE)
    assert Event.objects.filter(action="hide_draw").count() == 1
    assert "data-draw" not in client.get(PAGE + "screen/").content.decode()
    assert "data-draw" in client.get(PAGE + "screen/?draw").content.decode()
    draw.show_draw(season=season, by=CONSOLE)
    match = Match.objects.earliest("pk")
    enter_result(match, WINS[0], played_on=season.competition.club.today)
    assert "data-draw" not in client.get(PAGE + "screen/").content.decode()
    assert refuse(draw.show_draw, season=season) == [("season", "has-results")]
    assert "data-draw" in client.get(PAGE + "screen/?draw").content.decode()
    assert play_all(season)


def test_everyone_reads_the_draw_and_how_it_follows(draft: Season, client: Client, organiser: Client) -> None:
    assert client.get(PAGE + "draw/").status_code == 404
    assert "Draw again" in text(organiser.get(PAGE + "draw/show/"))
    assert "Enter a reason." in text(organiser.post(PAGE + "draw/show/", {"do": "again", "why": ""}))
    answer = organiser.post(PAGE + "draw/show/", {"do": "again", "why": "A slip"}, follow=True)
    assert "The groups have been drawn again." in text(answer)
    open_season(season=reread(draft), by=CONSOLE)
    page = text(client.get(PAGE + "draw/"))
    season = reread(draft)
    started = Event.objects.get(action="open_season")
    found = find_draw(season, reader=AnonymousUser())
    assert found and f"number {season.groups_seed}" in page and found.digest in page and "Pot 4" in page
    assert started.after and started.after["draw"] == found.digest
    assert "See the draw" in text(client.get(PAGE))


def test_standings_say_that_groups_were_drawn_whatever_is_looked_for(club: Club, client: Client) -> None:
    names = [f"Player {number:02}" for number in range(1, 25)]
    season = make_tournament(club, names=names, kind="groups", groups=3, draw_groups=True)
    said = f"The groups were drawn by lot, with the number {season.groups_seed}"
    for asked in ("", "?sort=-name", "?find=Player+1", "?as_of=soon"):
        assert said in text(client.get(PAGE + asked)), asked
    assert said not in text(client.get(f"{PAGE}?as_of={club.today}"))


def test_standings_do_not_say_so_of_groups_that_were_changed_by_hand(club: Club, client: Client) -> None:
    rules = build_rules(games.get("skuck"), "groups", 0, 3) | {"draw_groups": True}
    names = [f"Player {number:02}" for number in range(1, 25)]
    season = create_tournament(
        club=club, name="Spring Open", game="skuck", rules=rules, names=names, by=CONSOLE
    )
    swap_first_of_two_groups(season)
    open_season(season=reread(season), by=CONSOLE)
    for asked in ("", "?find=Player+01", "?as_of=soon"):
        assert "drawn by lot" not in text(client.get(PAGE + asked)), asked


@pytest.mark.parametrize(("kind", "more"), [("knockout", {}), ("groups", {"draw_groups": True})])
def test_before_anyone_is_entered_there_is_no_draw(
    club: Club, organiser: Client, kind: PlanKind, more: dict[str, object]
) -> None:
    rules = build_rules(games.get("skuck"), kind, 0, 3 if more else None) | more
    season = create_tournament(club=club, name="Spring Open", game="skuck", rules=rules, names=(), by=CONSOLE)
    assert find_draw(reread(season), reader=AnonymousUser()) is None
    assert organiser.get(PAGE + "draw/").status_code == 404
    assert "have not been drawn yet" in text(organiser.get(PAGE + "draw/show/", follow=True))


def test_too_many_are_drawn_into_no_bracket(club: Club, organiser: Client) -> None:
    rules, names = build_rules(games.get("skuck"), "knockout", 0), [f"Player {n}" for n in range(129)]
    create_tournament(club=club, name="Spring Open", game="skuck", rules=rules, names=names, by=CONSOLE)
    page = organiser.get(PAGE + "draw/")
    assert page.status_code == 200 and page.context["draw"].parts == []


@pytest.mark.parametrize("visibility", [Visibility.SHORT, Visibility.MINOR, Visibility.HIDDEN])
def test_digest_and_number_are_for_those_who_read_all_names(
    draft: Season, client: Client, organiser: Client, visibility: Visibility
) -> None:
    open_season(season=reread(draft), by=CONSOLE)
    Player.objects.filter(key=Entry.objects.filter(season=draft).values("player__key")[:1]).update(
        visibility=visibility
    )
    found = find_draw(reread(draft), reader=AnonymousUser())
    assert found
    for reader, reads_them in ((client, False), (organiser, True)):
        page = text(reader.get(PAGE + "draw/"))
        assert "Pot 4" in page
        assert (found.digest in page, f"number {found.seed}" in page) == (reads_them, reads_them)
    started = Event.objects.get(action="open_season")
    assert started.after and started.after["draw"] == found.digest


def test_draw_is_the_same_in_every_language(draft: Season) -> None:
    """With a player who was anonymised, and groups that are called like cards, which German calls otherwise."""
    forget_player(player=Player.objects.get(entries__season=draft, name=NAMES[0]), by=CONSOLE)
    for division, name in zip(draft.divisions.order_by("level"), ("J", "C {1}"), strict=False):
        Division.objects.filter(pk=division.pk).update(name=name)
    for language in ("en", "de"):
        with override(language):
            found = find_draw(reread(draft), reader=AnonymousUser())
            assert found and found.shows_digest
            places = {step.place.translate(gettext) for part in found.parts for step in part.steps}
        assert {"J", "C {1}"} < places


def test_a_bracket_is_shown_by_seed_with_the_ties_of_its_page(
    club: Club, client: Client, organiser: Client
) -> None:
    season = make_tournament(club, 6, kind="knockout")
    page = text(client.get(PAGE + "draw/"))
    assert "Ann ArcherTie 1, bye" in page and "Dan DyerTie 2 Eve EllisTie 2" in page
    draw.show_draw(season=season, by=CONSOLE)
    assert "data-draw" in client.get(PAGE + "screen/").content.decode()
    begin_round(season)
    assert "Show the draw" in text(organiser.get(PAGE + "run/"))
    swiss = make_tournament(club, 6, name="Swiss", names=[name + "s" for name in NAMES[:6]])
    assert client.get("/riverside/swiss/1/draw/").status_code == 404
    assert refuse(draw.show_draw, season=swiss) == [("season", "no-draw")]


def test_once_a_tournament_has_ended_its_draw_is_not_shown_in_the_hall(
    draft: Season, organiser: Client
) -> None:
    open_season(season=draft, by=CONSOLE)
    close_season(season=reread(draft), missing="void", by=CONSOLE)
    answer = organiser.get(PAGE + "draw/show/", follow=True)
    assert answer.redirect_chain == [(PAGE, 302)] and "The tournament has ended." in text(answer)


def find_season(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["competitions"][0]["seasons"][0]
    return found


def test_the_number_of_the_draw_is_its_own_kept_and_checked(draft: Season, club: Club) -> None:
    seed = draft.groups_seed
    assert seed and draft.draw_seed == 0
    open_season(season=draft, by=CONSOLE)
    season = reread(draft)
    assert season.groups_seed == seed != season.draw_seed
    assert verify_club(club) == []
    written = export_club_file(club)
    draw_of_file = find_season(json.loads(written))["draw"]
    assert draw_of_file["seed"] == seed and list(map(len, draw_of_file["groups"])) == [4, 4, 4]
    copy = written.replace(b'"riverside"', b'"copy"', 1)
    import_club(copy, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="copy")) == copy
    for path, change in (
        ("draw.groups.0", lambda season: season["draw"].update(seed=seed + 1)),
        ("draw.groups.0", lambda season: season["draw"]["groups"].reverse()),
        ("player", lambda season: season["draw"]["groups"][0].append(season["draw"]["groups"][1].pop())),
    ):
        document = json.loads(written)
        change(find_season(document))
        checked = run_on_file("verify", document)
        assert checked.code == 1 and path in checked.out + checked.err, path


def swap_first_of_two_groups(draft: Season) -> None:
    """Move the first players of groups A and B, of three, by hand."""
    season = reread(draft)
    assert season.draw
    groups = [list(group) for group in season.draw["groups"]]
    groups[0][0], groups[1][0] = groups[1][0], groups[0][0]
    divisions = [
        DivisionAssignment(f"Group {name}", tuple(group)) for name, group in zip("ABC", groups, strict=True)
    ]
    assign_divisions(season=season, divisions=divisions, by=CONSOLE)


@pytest.mark.parametrize("are_registered", [False, True])
def test_groups_that_were_changed_by_hand_keep_the_number_only(
    draft: Season, club: Club, *, are_registered: bool
) -> None:
    if are_registered:
        open_registration(season=draft, by=CONSOLE)
    swap_first_of_two_groups(draft)
    season = reread(draft)
    assert season.draw == {"seed": draft.groups_seed}
    open_season(season=season, by=CONSOLE)
    season = reread(draft)
    assert season.draw == {"seed": draft.groups_seed}
    assert verify_club(club) == []
    found = find_draw(season, reader=AnonymousUser())
    assert found and not found.is_by_lot


def test_groups_by_seed_are_not_stored_as_drawn(draft: Season, club: Club) -> None:
    open_registration(season=draft, by=CONSOLE)
    season = reread(draft)
    rules = {**season.competition.rules, "draw_groups": None}
    Competition.objects.filter(pk=season.competition_id).update(rules=rules)
    divide_players(
        season=reread(draft), players=[name.lower().replace(" ", "-") for name in NAMES[:12]], by=CONSOLE
    )
    open_season(season=reread(draft), by=CONSOLE)
    assert reread(draft).draw == {"seed": draft.groups_seed}
    assert verify_club(club) == []


def test_groups_that_the_number_of_the_season_drew_keep_it(draft: Season, club: Club) -> None:
    players = [name.lower().replace(" ", "-") for name in NAMES[:12]]
    Season.objects.filter(pk=draft.pk).update(draw=None, draw_seed=5)
    draft = reread(draft)
    divide_players(season=draft, players=players, by=CONSOLE)
    open_season(season=draft, by=CONSOLE)
    season = reread(draft)
    assert (season.draw, season.groups_seed) == (None, 5)
    found = find_draw(season, reader=AnonymousUser())
    assert found and found.is_by_lot
    assert "draw" not in find_season(json.loads(export_club_file(club)))
