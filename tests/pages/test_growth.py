"""A larger season needs no more queries: every page of a club with two divisions, and of one with four."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from league.actions.club import import_club
from league.actions.decisions.penalty import penalise_entry
from league.actions.decisions.void import void_match
from league.actions.invitation import invite_member
from league.actions.rollover import roll_over_season
from league.actions.variant import save_variant
from league.demo.large import build_club_file
from league.models import Club, Decision, Entry, JoinRequest, Match, Membership, Player, Role, Season, User
from league.principals import CONSOLE
from tests.actions.clubs import make_member
from tests.fuzzer.addresses import list_addresses
from tests.pages.visits import Site, build_handler
from tests.scenarios import scenario
from tests.web.log_ins import log_in

SMALL, LARGE = 8, 16  # players
STATES = {
    "open": "open",
    "over": "open",
    "rolled": "closed",
    "closed": "closed",
}  # of season 1, by competition
OF_ANY_CLUB = ("my", "account")
# Addresses of a club that show no page of this club, and why.
WITHOUT_PAGES = {
    "retire-player": "only takes what is sent to it",
    "undo-merge": "needs two players that were merged; tests/web/manage/test_player_merge.py goes there",
    "check": "only takes what is sent to it",
    "discard-sheet": "needs an unfinished sheet; tests/web/entry/test_sheet_draft.py has its figure",
    "confirm-result": "needs a result that somebody else entered",
    "dispute-result": "needs a result that somebody else entered",
    "settle-dispute": "needs a dispute",
    "remove-dispute-reason": "needs a dispute",
    "check-in": "of tournaments; tests/web/manage/test_check_in.py shows that it takes as many for many",
    "competition": "leads to the season",
    "enter-night": "leads to a match",
    "enter-results": "leads to a match",
    "mail-registration": "of tournaments; tests/web/public/test_mail_registration.py shows that it takes as many",
    "bracket": "needs a knockout",
    "arrange-match": "needs a knockout or a ladder",
    "challenge": "only takes what is sent to it",
    "ladder": "needs a ladder; tests/web/public/test_ladder.py shows that it takes as many for many",
    "deal": "needs a tournament with the same cards; tests/web/public/test_deals.py shows that it takes as many",
    "deals": "needs a tournament with the same cards; tests/web/public/test_deals.py shows that it takes as many",
    "movement": "needs a tournament with the same cards; tests/web/public/test_deals.py shows that it takes as many",
    "packs": "needs a tournament with the same cards",
    "practice-deal": "needs a tournament with the same cards",
    "rule-on-deals": "needs a tournament with the same cards",
    "hall-screen": "is the screen",
    "draw": "needs a knockout, or groups that are drawn",
    "run-draw": "needs a knockout, or groups that are drawn",
    "final": "needs a tournament",
    "final-round": "needs a tournament in its final",
    "final-table-cards": "needs a tournament in its final",
    "night": "needs the day of a match; tests/web/public/test_night_table.py shows that it takes as many for many",
    "prizes": "needs a tournament",
    "teams": "needs a tournament",
    "guests": "needs a tournament; tests/web/manage/test_guests.py shows that it takes as many for many",
    "settlement": "needs money; tests/web/manage/test_settlement.py shows that it takes as many for many",
    "year-settlement": "needs money; tests/web/manage/test_settlement.py shows that it takes as many for many",
    "latest-year": "needs a tournament; tests/web/public/test_year.py shows that it takes as many for many",
    "year": "needs a tournament; tests/web/public/test_year.py shows that it takes as many for many",
    "rounds": "leads to a round",
    "run-rounds": "needs a tournament",
    "register": "only takes what is sent to it",
    "register-by-mail": "only takes what is sent to it",
    "registration": "of tournaments; tests/web/manage/test_registration.py shows that it takes as many for many",
    "remove-variant": "only takes what is sent to it",
    "roll-over-progress": "needs a job, and shows that one",
    "ask-to-join": "is for those who have no player",
    "withdraw-invitation": "only takes what is sent to it",
}


@scenario
def sizes() -> Site:
    """A small club and a large one; the owner of each plays in it."""
    sessions = {f"owner of large-{players}": _make_club(players) for players in (SMALL, LARGE)}
    return Site({"sessions": sessions}, build_handler())


def _make_club(players: int) -> str:
    """Make a club with a season in every state, and return its owner's log-in."""
    document = json.loads(build_club_file(players))
    (league,) = document["competitions"]
    document["competitions"] = [_build_competition(league, slug, state) for slug, state in STATES.items()]
    extra = [{"id": f"new{number}", "name": f"New {number}"} for number in range(players // 8)]
    document["players"] += extra
    import_club(json.dumps(document).encode(), by=CONSOLE)
    club = Club.objects.get(slug=f"large-{players}")
    roll_over_season(
        season=Season.objects.get(competition__club=club, competition__slug="rolled"), by=CONSOLE
    )
    for entry in Entry.objects.filter(season=_get_open_season(club), player__key__in=_list_firsts(players)):
        penalise_entry(entry=entry, points=0, score=3, reason="Late", by=CONSOLE)
    for match in Match.objects.filter(division__season=_get_open_season(club), round__number=2, table=1):
        void_match(match=match, reason="Nobody had the key.", by=CONSOLE, base=match.revision)
    for key in _list_firsts(players):
        user = User.objects.create(email=f"{key}@{club.slug}.example", name=key)
        Membership.objects.create(user=user, club=club, role=Role.PLAYER)
        Player.objects.filter(club=club, key=key).update(user=user)
        invite_member(club=club, email=f"new-{key}@{club.slug}.example", role=Role.SCORER, by=CONSOLE)
        JoinRequest.objects.create(club=club, user=user, name=key, made_at=timezone.now())
        save_variant(club=club, name=f"Variant {key}", game="skuck", options={"deals": 2}, by=CONSOLE)
    owner = make_member(club, Role.OWNER)
    Player.objects.filter(club=club, key="p2").update(user=owner.user)
    return log_in(owner).cookies[settings.SESSION_COOKIE_NAME].value


def _build_competition(league: dict[str, Any], slug: str, state: str) -> dict[str, Any]:
    """Build a competition like this one; of `open` the last round is still to be played."""
    competition = deepcopy(league) | {"slug": slug, "name": slug}
    (season,) = competition["seasons"]
    season["state"] = state
    for division in season["divisions"]:
        for match in division["matches"]:
            match["id"] = f"{slug}-{match['id']}"
            if slug == "open" and match["round"] == 3:
                for played in ("status", "played_on", "sheet"):
                    del match[played]
                match["due_on"] = "2026-03-02"
    return competition


def _get_open_season(club: Club) -> Season:
    return Season.objects.get(competition__club=club, competition__slug="open")


def _list_firsts(players: int) -> list[str]:
    """Return the first player of each division."""
    return [f"p{number}" for number in range(1, players, 4)]


def test_larger_season_needs_no_more_queries(sizes: Site) -> None:
    """Shown to the owner, who sees all that there is."""
    wrong, shown = [], set()
    for (name, path), (_same, large_path) in zip(_list_visits(SMALL), _list_visits(LARGE), strict=True):
        small, large = (
            sizes.visit("owner", one, club=f"large-{players}")
            for one, players in ((path, SMALL), (large_path, LARGE))
        )
        if small.outcome != large.outcome:
            wrong.append(f"{large_path}: {large.outcome} instead of {small.outcome}")
        if small.response.status_code == 200:
            shown.add(name)
    assert not wrong, "\n".join(wrong)
    assert sorted({name for name, _path in _list_visits(SMALL)} - shown) == sorted(WITHOUT_PAGES)


def _list_visits(players: int) -> Iterator[tuple[str, str]]:
    """Yield the name and the path of each address of the club; of seasons every one, of matches two."""
    club = Club.objects.get(slug=f"large-{players}")
    of_club = {
        "club": club.slug,
        "player": "p1",
        "member": Membership.objects.get(club=club, role=Role.OWNER).pk,
        "join_request": JoinRequest.objects.filter(club=club)[0].pk,
        "decision": Decision.objects.filter(season__competition__club=club)[0].pk,
        "file_format": "csv",
        "day": "2026-01-01",
        "match": "open-d1r1t1",
        "number": 1,  # of a round
        "year": 2026,
        **dict.fromkeys(("invitation", "job", "merge", "variant", "token"), 0),  # of none
    }
    seasons = Season.objects.filter(competition__club=club).order_by("competition__slug", "number")
    sets = [of_club | {"competition": one.competition.slug, "season": one.number} for one in seasons]
    sets += [sets[0] | {"match": "open-d1r3t1"}]
    for address in list_addresses():
        if "club" in address.parts:
            paths = dict.fromkeys(address.fill(parts) for parts in sets)
            yield from ((address.name, path) for path in paths)
    yield from ((name, reverse(name)) for name in OF_ANY_CLUB)
