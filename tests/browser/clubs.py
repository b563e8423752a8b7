"""The clubs that are looked at in a browser, and everybody's log-ins: for the tests and for the tour alike."""

import json
import sys
import time
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from league.actions.club import create_club, import_club
from league.actions.club_deletion import delete_club
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.penalty import penalise_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.void import void_match
from league.actions.demo import HARBOUR, LANTERN, RIVERSIDE
from league.actions.demo_evening import begin_evening
from league.actions.invitation import invite_member
from league.actions.membership import add_member
from league.actions.proof import mark_proved
from league.actions.registration import open_registration
from league.actions.report import report_problem
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season
from league.actions.sessions import list_session
from league.actions.site_text import change_site_text
from league.demo.large import build_club_file
from league.models import (
    Club,
    Entry,
    Invitation,
    Job,
    JoinRequest,
    Match,
    Membership,
    Player,
    Role,
    Season,
    User,
)
from league.models.job import JobState
from league.models.site_text import SiteTextKind
from league.principals import CONSOLE, Person
from league.queries.invitation import build_token
from league.queries.notifications import build_switch_token
from league.queries.registration import build_mail_token
from league.queries.rollover_job import ROLLOVER_JOB
from league.rules.problem_json import problems_to_json
from league.rules.validation import build_problem
from league.web.account.second_factor import Adapter
from league.web.sessions import BEGAN, SEEN
from tests.actions.clubs import PRINTED_SHEET
from tests.browser import autumn
from tests.browser.steps import CAREFUL, LOCKED_OUT
from tests.clubfile import documents as written
from tests.passwords import use_cheap_hashing

PASSWORD = "a good long pass phrase"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"

LONG = "Maximiliana-Theodora-Konstantinopolitana"  # 40 characters, and nowhere to break them
NAMES = {
    "long": LONG,
    "wide": "W" * 40,
    "arabic": "فاطمة الزهراء بنت عبد الرحمن",
    "hebrew": "אברהם בן־יצחק הלוי מירושלים",
    "cjk": "欧阳明月夜静春山空人闲桂花落",
    "eighty": "Ana Sofía Guadalupe del Carmen Fernández de Córdoba y Álvarez de Toledo-Osorio X",
    "alike-1": "Kim Lee",
    "alike-2": "Kim Lee",
}
CALLED = {
    Role.OWNER: "Olivia Owens",
    Role.ORGANISER: "Oscar Organ",
    Role.SCORER: "Sam Score",
    Role.PLAYER: "Bob Birch",
}
CLUB_NAME = "The Honourable Society of Card Players of Llanfairpwllgwyngyll and Surroundings!"
COMPETITION_NAME = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtenmeisterschaft"[:80]
DIVISION_NAME = "Überlandgemeinschaftsspitzenspielklasse mit Auf- und Abstieg, erste Abteilung"


def make_clubs(*large: int) -> dict[str, Any]:
    """Make every club once, and `large` ones of so many players.

    Return log-ins, as session keys by role and club, and parts of addresses.
    """
    empty = {"format": "boolie-club/1", "club": {"slug": "empty", "name": "Newly Founded Club"}}
    for file in (
        RIVERSIDE.read_bytes(),
        HARBOUR.read_bytes(),
        written.encode_document(build_harbour_cup()),
        *map(build_club_file, large),
        written.encode_document(build_hard_names()),
        written.encode_document(empty),
        written.encode_document(autumn.club()),
        LANTERN.read_bytes(),
    ):
        import_club(file, by=CONSOLE)
    sessions = {}
    for club in Club.objects.all():
        for role in Role:
            sessions[f"{role.value} of {club.slug}"] = _log_in(_add_member(club, role))
    others = (Club(slug=f"zwickau-{number}", name=f"Zwickau Table {number:02}") for number in range(1, 61))
    Club.objects.bulk_create(others)  # so that all clubs need a second page
    administrator = User.objects.create_superuser("administrator@boolie.example", name="Ada Administrator")
    sessions["administrator"] = _log_in(administrator)
    organiser = Membership.objects.get(club__slug="harbour", role=Role.ORGANISER).user
    begin_evening(club=Club.objects.get(slug="harbour"), organiser=Person(organiser))
    cup = Season.objects.for_page().get(competition__slug="cup", competition__club__slug="harbour")
    open_registration(season=cup, by=CONSOLE)
    riverside = Club.objects.get(slug="riverside")
    _correct_result(riverside)
    Job.objects.create(
        kind="refresh-statistics",
        state=JobState.FAILED,
        attempts=5,
        created_at=timezone.now(),
        due_at=timezone.now(),
        error="The disk is full.",
    )
    _add_work_for_administrators(riverside)
    return {
        "sessions": sessions,
        **_invite_two(riverside),
        **_ask_to_join(riverside),
        **_send_links_to_guests("cup", "spring-open"),
        **_add_account_states(),
        **_roll_over_seasons(),
        **_decide(),
    }


def _add_work_for_administrators(riverside: Club) -> None:
    """Add what administrators have to do with: a deleted club and one that waits, a report, the site's texts."""
    owner = Membership.objects.get(club=riverside, role=Role.OWNER).user
    deleted = create_club(name="Former Club", slug="former", zone="UTC", by=Person(owner))
    delete_club(club=deleted, name="Former Club", by=CONSOLE)
    User.objects.create(email="waiting@boolie.example", name="Wendy Waits", waiting_since=timezone.now())
    report_problem(page="/riverside/players/ann/", text="That is not my name.", email="", sender="192.0.2.1")
    for kind in SiteTextKind:
        change_site_text(kind=kind, text="Pat Miller, 1 Main Street\n\npat@boolie.example", by=CONSOLE)


def build_hard_names() -> dict[str, Any]:
    """Build a small club with something of everything, in which every name is hard to fit or to tell apart."""
    first, second = list(NAMES)[:4], list(NAMES)[4:]
    document = written.build_club(
        written.build_competition(
            written.build_season(
                written.build_division(
                    [
                        {"player": first[0], "penalties": [{"reason": "Came late, twice.", "score": 2}]},
                        *({"player": id} for id in first[1:]),
                    ],
                    [
                        written.build_played_match(
                            "n1",
                            f"{first[0]} {first[1]}",
                            written.build_sheet_for_scores(-4, -6),
                            round=1,
                            confirmation={"entered_on": date.today().isoformat(), "entered_by": first[1]},
                        ),
                        written.build_played_match(
                            "n2",
                            f"{first[2]} {first[3]}",
                            written.build_sheet_for_scores(-5, -5),
                            round=1,
                            table=2,
                            confirmation={
                                "entered_on": "2026-01-07",
                                "entered_by": first[2],
                                "disputed_by": first[3],
                                "reason": f"No: {NAMES['eighty']}",
                                "version": {
                                    "sheet": written.build_sheet_for_scores(-5, -6),
                                    "played_on": "2026-01-05",
                                },
                            },
                        ),
                        written.build_forfeited_match("n3", f"{first[0]} {first[2]}", first[2], round=2),
                        written.build_played_match(
                            "n4",
                            f"{first[1]} {first[3]}",
                            written.build_sheet_for_scores(-7, -4),
                            round=2,
                            table=2,
                            sat=[second[1], first[3]],
                        ),
                        {"id": "n5", "seats": [first[0], first[3]], "round": 3, "due_on": "2026-12-01"},
                        {"id": "n6", "seats": [first[1], first[2]], "round": 3, "table": 2},
                    ],
                    name=DIVISION_NAME,
                ),
                written.build_division(
                    [{"player": second[0], "left": True}, *({"player": id} for id in second[1:])],
                    [
                        written.build_played_match(
                            "n11", f"{second[1]} {second[2]}", written.build_sheet_for_scores(-9, -4), round=1
                        ),
                        {"id": "n12", "seats": [second[2], second[3]], "round": 2},
                        {
                            "id": "n13",
                            "seats": [second[0], second[3]],
                            "round": 3,
                            "status": "void",
                            "played_on": "2026-02-01",
                        },
                    ],
                    level=2,
                    name="B",
                ),
                starts_on="2026-01-01",
                rules={"promoted": 1, "relegated": 1},
            ),
            written.build_season(
                written.build_division(f"{first[0]} {second[0]}"), number=2, state="draft", lot=5
            ),
        ),
        written.build_competition(),
        build_seven_at_a_table(),
    )
    document["club"] |= {"slug": "names", "name": CLUB_NAME, "timezone": "Pacific/Auckland"}
    document["competitions"][0] |= {"name": COMPETITION_NAME}
    document["competitions"][1] |= {"slug": "cup", "name": "كأس النادي"}
    for player in document["players"]:
        player["name"] = NAMES[player["id"]]
    return document


def build_harbour_cup() -> dict[str, Any]:
    """More of the harbour club: a draft of all its players, groups before their final, and a variant of its own."""
    document: dict[str, Any] = json.loads(HARBOUR.read_bytes())
    league = next(each for each in document["competitions"] if each["kind"] == "league")
    entries = [{"player": player["id"]} for player in document["players"]]
    cup = {
        "slug": "cup",
        "name": "Harbour Cup",
        "kind": "tournament",
        "game": league["game"],
        "options": {"target": 15},
    }
    draft = {"number": 1, "divisions": [{"level": 1, "entries": entries}]}
    short = {"key": "short", "name": "Short evening", "game": league["game"], "options": {"target": 7}}
    groups = next(each for each in document["competitions"] if each["slug"] == "summer-cup")
    return document | {
        "competitions": [cup | {"rules": {"promoted": 0}, "seasons": [draft]}, _build_masters(groups)],
        "variants": [short],
    }


def _build_masters(finished: dict[str, Any]) -> dict[str, Any]:
    """Return a tournament like a finished one, as it was when its groups had been played."""
    (season,) = finished["seasons"]
    divisions = [division for division in season["divisions"] if division.get("stage", 1) == 1]
    for match in (match for division in divisions for match in division["matches"]):
        match["id"] = f"masters-{match['id']}"
    kept = {key: value for key, value in season.items() if key not in ("finalists", "rounds", "report")}
    open_season = kept | {"name": "Masters 2026", "state": "open", "divisions": divisions}
    return finished | {"slug": "masters", "name": "Masters", "seasons": [open_season]}


def build_seven_at_a_table() -> dict[str, Any]:
    """Build a competition of the club of hard names, with seven at a table."""
    players = list(NAMES)[:7]
    deal = {"tricks": [4, None, 1, 0, None, 0, 0]}
    played = {"status": "played", "played_on": "2026-01-05", "sheet": {"deals": [deal] * 3}}
    division = written.build_division(
        " ".join(players),
        [
            {"id": "s1", "seats": players} | played,
            {"id": "s2", "seats": players[::-1], "round": 2, "due_on": "2026-12-01"},
        ],
        name="B",
    )
    season = written.build_season(division, state="open", lot=1, rules={"promoted": 0})
    return written.build_competition(season) | {
        "slug": "seven",
        "name": "Sieben am Tisch",
        "game": "hucklebuck",
    }


def _add_member(club: Club, role: Role) -> User:
    """Somebody in that role; the player is one of the club's players and has a match to play."""
    membership, _password = add_member(
        club=club,
        email=f"{role.value}@{club.slug}.example",
        role=role.value,
        by=CONSOLE,
        password=PASSWORD if club.slug == "riverside" else None,
    )
    user = membership.user
    mark_proved(user)
    plays = {"riverside": "bob", "names": "long", "large-100": "p1"}.get(club.slug)
    if role.value == "player" and plays:
        Player.objects.filter(club=club, key=plays).update(user=user)
    user.name = NAMES["eighty"] if club.slug == "names" else CALLED[role]
    if (club.slug, role.value) == ("empty", "owner"):
        user.set_unusable_password()  # came by an invitation, logs in by code
    user.save()
    return user


def _log_in(user: User) -> str:
    """Return the key of a session as after a log-in by password just now: no form is filled in a hundred times.

    It stays just now for as long as the tests take: some pages ask who it is once more after a few minutes.
    """
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session[BEGAN] = session[SEEN] = int(time.time())
    session["account_authentication_methods_user"] = str(user.pk)
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time() + 86_400, "email": user.email, "reauthenticated": True}
    ]
    session.save()
    list_session(user, str(session.session_key), browser=FIREFOX)
    return str(session.session_key)


def _correct_result(club: Club) -> None:
    """Give a match of the open season a second version."""
    match = Match.objects.select_related("current").get(club=club, key="m50")
    assert match.current
    submit_result(
        match=match,
        sheet=PRINTED_SHEET,
        by=Person(User.objects.get(email="scorer@riverside.example")),
        key=uuid4(),
        base=match.revision,
        played_on=match.current.played_on,
        why="Misread on the sheet",
    )


def _invite_two(club: Club) -> dict[str, Any]:
    """Send an invitation that may be followed, and one that nobody followed in time."""
    by = Person(User.objects.get(email="owner@riverside.example"))
    open, late = (
        invite_member(
            club=club,
            email=f"{key}@riverside.example",
            role=Role.PLAYER,
            by=by,
            player=Player.objects.get(club=club, key=key),
        )
        for key in ("hana", "ivo")
    )
    Invitation.objects.filter(pk=late.pk).update(expires_at=timezone.now() - timedelta(days=1))
    return {"invitation": build_token(open), "late_invitation": build_token(late)}


def _ask_to_join(club: Club) -> dict[str, Any]:
    """Let an account that nobody logs in with ask to be one of the club's players."""
    asker = User.objects.create_user("asker@riverside.example", name="Joe Jones")
    player = Player.objects.get(club=club, key="jo")
    asked = JoinRequest.objects.create(club=club, user=asker, player=player, made_at=timezone.now())
    return {"join_request": asked.pk}


def _send_links_to_guests(draft: str, running: str) -> dict[str, Any]:
    """Return the ends of the links to register for a draft, and for a tournament that has started since."""
    of_harbour = Season.objects.filter(competition__club__slug="harbour")
    return {
        name: build_mail_token(of_harbour.get(competition__slug=slug), "guest@boolie.example")
        for name, slug in (("guest", draft), ("late_guest", running))
    }


def _roll_over_seasons() -> dict[str, Any]:
    """Roll `fridays` over, and make jobs that roll `mondays` over, each in another state."""
    by = Person(User.objects.get(email="organiser@autumn.example"))
    roll_over_season(season=Season.objects.get(competition__slug="fridays"), by=by)
    season = Season.objects.get(competition__slug="mondays")
    nobody = build_problem("divisions", "no-divisions", "The season has no players.")
    now = timezone.now()

    def job(state: JobState, attempts: int) -> int:
        return Job.objects.create(
            kind=ROLLOVER_JOB,
            arguments={"season": season.pk},
            state=state,
            attempts=attempts,
            created_at=now,
            due_at=now + timedelta(days=1),  # nobody takes it up
            result=json.dumps({"problems": problems_to_json([nobody])}) if state == JobState.DONE else "",
        ).pk

    return {f"job_{state.value}": job(state, 0) for state in JobState} | {
        "job_delayed": job(JobState.WAITING, 1),
        "season_over": season.pk,
    }


def _decide() -> dict[str, Any]:
    """Decide a walkover, a match that counts for nobody, and a penalty in the club of hard names, and undo one."""
    season = Season.objects.get(competition__club__slug="names", competition__slug="league", number=1)
    of_it = Match.objects.filter(division__season=season).select_related(
        "division__season__competition__club"
    )
    for key in ("n12", "n6"):
        why = (
            "It was played with a pack of 51 cards, and nobody can say since when."
            if key == "n6"
            else "Twice."
        )
        taken_back = void_match(match=of_it.get(key=key), reason=why, by=CONSOLE, base=0)
    revoke_decision(decision=taken_back, by=CONSOLE)
    entries = Entry.objects.select_related("player", "season__competition__club")
    entry = entries.get(season=season, player__key="hebrew")
    penalise_entry(entry=entry, points=0, score=3, reason="איחר שלוש פעמים", by=CONSOLE)
    made = forfeit_match(
        match=of_it.get(key="n6"),
        absent=[1],
        reason=NAMES["eighty"] * 2,
        note="Rang at eight: the tram stood still.\nThe third time this season. " + "No" * 40,
        by=CONSOLE,
        base=0,
    )
    return {"decision": made.pk}


def _add_second_factors(user: User) -> None:
    """Give an account an app, recovery codes, and a passkey that no device has."""
    cipher = Adapter()
    key = ES256.from_cryptography_key(generate_private_key(SECP256R1()).public_key())
    credential = AttestedCredentialData.create(aaguid=b"\0" * 16, credential_id=b"x" * 16, public_key=key)
    known = AuthenticatorData.create(
        sha256(b"localhost").digest(), AuthenticatorData.FLAG(0x45), 0, credential
    )
    response = {
        "clientDataJSON": websafe_encode(
            b'{"type": "webauthn.create", "challenge": "eHg", "origin": "http://localhost"}'
        ),
        "attestationObject": websafe_encode(bytes(AttestationObject.create("none", known, {}))),
    }
    passkey = {"id": websafe_encode(b"x" * 16), "rawId": websafe_encode(b"x" * 16), "type": "public-key"}
    for kind, data in (
        ("totp", {"secret": cipher.encrypt("A" * 32)}),
        ("recovery_codes", {"seed": cipher.encrypt("00" * 40), "used_mask": 0}),
        ("webauthn", {"name": "My phone", "credential": passkey | {"response": response}}),
    ):
        Authenticator.objects.create(user=user, type=kind, data=data)


def _make_key_for_a_day(user: User) -> str:
    """Return a key to set a password that is good until tomorrow: looking at all pages may take longer than an hour."""
    tomorrow = datetime.now() + timedelta(days=1)
    with patch.object(type(default_token_generator), "_now", lambda self: tomorrow):
        return str(default_token_generator.make_token(user))


def _add_account_states() -> dict[str, Any]:
    """Make a key to set a new password with, an account locked after wrong passwords, and second factors."""
    user = User.objects.get(email="scorer@riverside.example")
    organiser = User.objects.get(email="organiser@riverside.example")
    # Nobody looks at pages as this one: to log in by the form has the password hashed anew, at the site's own costs,
    # which ends all other sessions.
    careful = User.objects.create_user(CAREFUL, PASSWORD, name="Cara Careful")
    mark_proved(careful)
    for account in (organiser, careful):
        _add_second_factors(account)
    AccessAttempt.objects.create(
        username=LOCKED_OUT, ip_address="127.0.0.1", failures_since_start=settings.AXES_FAILURE_LIMIT
    )
    member = Membership.objects.get(user=user)
    return {
        "member": member.pk,
        "passkey": Authenticator.objects.get(user=organiser, type="webauthn").pk,
        "user": user_pk_to_url_str(user),
        "key": _make_key_for_a_day(user),
        "switch": build_switch_token(user, ["match-due", "result-entered"]),
    }


def print_clubs() -> None:
    """Make the clubs in a new database, and print what addresses need to know."""
    use_cheap_hashing()
    call_command("migrate", verbosity=0)
    json.dump(make_clubs(100, 400), sys.stdout)
