"""The fuzzer: it makes requests up from a seed, sends them, and checks what comes of each.

The same seed makes up the same requests, as far as pages offer the same; what pages draw by lot (tokens, ids of
submissions) differs. A request is one of four kinds. Plausible ones go through the site as somebody does who means
well: they open a page, fill in a form, send it, and go on from where they are. Spoiled ones do the same with something
wrong in the form. Hostile ones ask any address for anything. Huge ones send as much as they can.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote, urljoin, urlsplit

from django.core.signals import got_request_exception
from django.http import Http404
from django.test.utils import override_settings
from django.urls import ResolverMatch, resolve

from league.actions import draft
from league.models import Event
from tests.fuzzer.addresses import Address, choose_parts, list_addresses
from tests.fuzzer.attacks import ATTACKS, make_ip_address
from tests.fuzzer.checks import Finding, Outcome, fetch_changes, find_faults, is_change, read_outcome
from tests.fuzzer.commands import CommandRun, choose_run, find_command_faults, list_commands, run
from tests.fuzzer.hostile import Fields, spoil_fields
from tests.fuzzer.journal import Journal
from tests.fuzzer.pages import Form, list_links, parse_forms
from tests.fuzzer.report import Report
from tests.fuzzer.requests import Browser, Request, encode_form
from tests.fuzzer.storage import compute_growth, count_logged_bytes, measure_storage
from tests.fuzzer.values import Filling, choose_button, fill_form, has_generator, make_file
from tests.fuzzer.world import ROLES, make_world

REQUESTS_PER_WORLD = 500  # then clubs and people are made anew: much has been played, closed and deleted
REQUESTS_PER_COMMAND = 25
MAX_STEPS = 5  # pages that somebody opens one after another
KINDS = {"plausible": 35, "spoiled": 15, "hostile": 45, "huge": 10}  # weights of what is begun
# Who opens a page: those who may do most come most often.
WHO = {
    "visitor": 2,
    "stranger": 1,
    "player": 2,
    "scorer": 2,
    "organiser": 4,
    "owner": 5,
    "administrator": 3,
    "owner elsewhere": 1,
}
assert WHO.keys() == ROLES.keys()


def run_fuzzer(requests: int, seed: int) -> Report:
    """Send so many requests to this process, whose database is a test's own; return what came of it."""
    draws = Random(f"{seed} draws")
    with (
        TemporaryDirectory(prefix="boolie-fuzzer-") as folder,
        override_settings(VAR_DIR=Path(folder, "var")),
        patch.object(tempfile, "tempdir", folder),
        patch.object(draft, "generate_draw_seed", lambda: draws.randint(1, draft.MAX_GENERATED_SEED)),
        count_logged_bytes() as logged,
    ):
        before = measure_storage(logged)
        report = Fuzzer(seed).run(requests)
        report.stored = compute_growth(before, measure_storage(logged))
    return report


class Fuzzer:
    """What is known of the site so far, and what has come of the requests."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.report = Report(seed)
        self._addresses = list_addresses()
        self._names = {address.name: address for address in self._addresses}
        self._with_forms: list[Address] = []  # those on whose pages a form has been found
        self._fields: dict[str, list[str]] = {}  # the names of fields that were found, by address
        self._turns = self._take_turns()
        self._errors: list[BaseException] = []
        self._last_change = 0
        self._number = count(1)

    def run(self, requests: int) -> Report:
        """Send so many requests, and run a command now and then."""
        got_request_exception.connect(self._note_error)
        try:
            with Journal() as self._journal:
                while self.report.requests < requests:
                    self._begin_world()
                    end = min(requests, self.report.requests + REQUESTS_PER_WORLD)
                    while self.report.requests < end:
                        self._begin(Random(f"{self.seed} {next(self._number)}"), end)
        finally:
            got_request_exception.disconnect(self._note_error)
        return self.report

    def _note_error(self, sender: object, request: object = None, **_: Any) -> None:
        if error := sys.exc_info()[1]:
            self._errors.append(error)

    def _begin_world(self) -> None:
        self._world = make_world(self.report.worlds + 1)
        self.report.worlds += 1
        self._forget_writes()

    def _forget_writes(self) -> None:
        self._journal.collect()
        self._last_change = Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0

    def _take_turns(self) -> Iterator[Address]:
        """Yield every address in turn, in another order each time."""
        for number in count():
            addresses = list(self._addresses)
            Random(f"{self.seed} turn {number}").shuffle(addresses)
            yield from addresses

    def _begin(self, chance: Random, end: int) -> None:
        """Begin something: most often with the next address in turn, else with one that has a form."""
        if self.report.requests // REQUESTS_PER_COMMAND > self.report.commands:
            self._run_command(chance)
        address = next(self._turns)
        (kind,) = chance.choices(list(KINDS), list(KINDS.values()))
        if kind in ("plausible", "spoiled") and self._with_forms and chance.random() < 0.7:
            weights = [1 if address.name.startswith("admin:") else 3 for address in self._with_forms]
            (address,) = chance.choices(self._with_forms, weights)
        (who,) = chance.choices(list(WHO), list(WHO.values()))
        if address.name.startswith("admin:") and chance.random() < 0.8:
            who = "administrator"
        if kind in ATTACKS:
            known = self._fields.get(address.name, ())
            self._send(ATTACKS[kind](address, who, self._world, known, chance))
        else:
            self._walk(address, who, kind, chance, end)

    # --- those who mean well, and those who do it wrongly

    def _walk(self, address: Address, who: str, kind: str, chance: Random, end: int) -> None:
        """Go through pages from this address on, each time by a form or a link of the page that came last."""
        browser = self._world.build_client(who, enforce_csrf_checks=True)
        where = {"REMOTE_ADDR": make_ip_address(chance)}
        path = address.fill(choose_parts(address, self._world, chance))
        request = Request(who, kind, address.name, "GET", path, headers=where)
        for _step in range(MAX_STEPS):
            outcome = self._send(request, browser)
            if self.report.requests >= end:
                return
            following = self._choose_next(request, outcome, chance)
            if following is None:
                return
            request = replace(following, headers=where)

    def _choose_next(self, request: Request, outcome: Outcome, chance: Random) -> Request | None:
        """Return what somebody does after this page; None where they leave."""
        path = urljoin(request.path, outcome.location)
        if outcome.location and not path.startswith("/"):
            return None
        if outcome.location:
            split = urlsplit(path)
            return self._build_get(request, split.path, split.query) if chance.random() < 0.7 else None
        forms = self._learn_forms(request, outcome)
        goes_on = 0.75 if request.is_post else 0.95
        if forms and chance.random() < goes_on:
            (form,) = chance.choices(forms, [4 if form.method == "post" else 1 for form in forms])
            return self._build_sending(request, form, chance)
        links = list_links(outcome.text)
        if links and chance.random() < 0.5:
            split = urlsplit(urljoin(request.path, chance.choice(links)))
            return self._build_get(request, split.path, split.query)
        return None

    def _learn_forms(self, request: Request, outcome: Outcome) -> list[Form]:
        """Return the forms of a page, without the one that logs out, which every page has."""
        if "<form" not in outcome.text:
            return []
        forms = parse_forms(outcome.text, request.path)
        if not request.address.endswith("logout"):
            forms = [form for form in forms if not find_name(form.places[0]).endswith("logout")]
            address = self._names.get(request.address)
            if address and any(form.method == "post" for form in forms) and address not in self._with_forms:
                self._with_forms.append(address)
        for form in forms:
            known = self._fields.setdefault(find_name(form.places[0]), [])
            known += [name for name in form.fields if name not in known]
        return forms

    def _build_get(self, before: Request, path: str, query: str) -> Request:
        return Request(before.who, before.kind, find_name(path), "GET", path, query)

    def _build_sending(self, before: Request, form: Form, chance: Random) -> Request:
        """Return the request of a form that was filled in and sent by one of its buttons, or by its script."""
        place = form.places[0] if chance.random() < 0.9 else chance.choice(form.places)
        split = urlsplit(place)
        match = find_match(split.path)
        name = get_name(match)
        parts = dict(match.kwargs) if match else {}
        filling = Filling(self._world, before.who, name, parts, chance, is_again=before.is_post)
        fields: Fields = [*fill_form(form, filling), *choose_button(form, chance)]
        if before.kind == "spoiled":
            fields = self._spoil(fields, chance)
        else:
            self._note_missing_generators(form, name)
        if form.method == "get":
            body, _type = encode_form(fields)
            return Request(before.who, before.kind, name, "GET", split.path, body.decode())
        files = None
        if form.is_multipart:
            files = {
                field.name: make_file(filling)
                for field in form.fields.values()
                if field.kind == "file" and chance.random() < 0.3
            }
        body, content_type = encode_form(fields, files)
        return Request(before.who, before.kind, name, "POST", split.path, split.query, body, content_type)

    @staticmethod
    def _spoil(fields: Fields, chance: Random) -> Fields:
        """Spoil a form, but seldom its token: no more is looked at then."""
        token = [field for field in fields if field[0] == "csrfmiddlewaretoken" and chance.random() < 0.95]
        return [*token, *spoil_fields([field for field in fields if field not in token], chance)]

    def _note_missing_generators(self, form: Form, name: str) -> None:
        for field in form.fields.values():
            if not has_generator(name, field):
                what = (
                    f"nothing says what is typed into {name}/{field.name}: say so in tests/fuzzer/values.py"
                )
                self.report.findings.append(Finding(what, ""))

    # --- sending and checking

    def _send(self, request: Request, browser: Browser | None = None) -> Outcome:
        """Send a request, check what comes of it, and give people back what it took from them."""
        browser = browser or self._world.build_client(request.who)
        self._errors.clear()
        self._journal.collect()  # making the request up may have written something
        with self.report.time(request):
            response = browser.send(request)
            if response.streaming:
                list(response.streaming_content)  # type: ignore[attr-defined]
        written = self._journal.collect()
        changes = fetch_changes(self._last_change, written)
        outcome = read_outcome(response, list(self._errors), written, changes)
        self.report.add(request, outcome, is_valid=is_change(written) and not outcome.is_refused)
        self.report.findings += find_faults(request, outcome, self._world)
        if changes:
            self._last_change = changes[-1].pk
            self._world.load_roles()
        if written:
            self._world.restore(written)
            self._forget_writes()
        return outcome

    def _run_command(self, chance: Random) -> None:
        command = choose_run(chance.choice(list_commands()), self._world, chance)
        self.report.commands += 1
        outcome: CommandRun = run(command)
        written = self._journal.collect()
        changes = fetch_changes(self._last_change, written)
        self.report.findings += find_command_faults(outcome, written, changes)
        self.report.add_command(outcome, written)
        self._world.restore(written)
        self._forget_writes()


def find_match(path: str) -> ResolverMatch | None:
    try:
        return resolve(unquote(path))
    except Http404:
        return None


def get_name(match: ResolverMatch | None) -> str:
    """Return the name by which `list_addresses` knows the address; empty where there is none."""
    if match is None:
        return ""
    return match.view_name if match.url_name else ":".join([*match.namespaces, match.route])


def find_name(path: str) -> str:
    """Return the name of the address at this path; empty where there is none."""
    return get_name(find_match(path))
