"""The scorers and readers of a match night, who do over HTTP what their browsers do."""

from __future__ import annotations

import re
import statistics
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPException, HTTPMessage
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from urllib.parse import urlencode

TRICKS, DEALS = 27, 4
POLL_SECONDS = 10.0  # `hx-trigger` of templates/entry/_night.html
CELL_PAUSE = 0.9  # seconds between two cells for a fast typist
SHORT_PAUSE = 0.02  # of the one who is alone, whose saves are measured and not the typing
READ_PAUSE = (3.0, 7.0)
EDIT_SHARE, REPEAT_SHARE = 0.3, 0.1  # of the saves: followed by an edit, sent twice
EDIT_WINDOW = 15.0  # seconds for which edits are of the same match, so that they meet
MAX_ATTEMPTS = 5
HIDDEN = re.compile(r'<input type="hidden"[^>]*? name="([a-z]+)" value="([^"]*)"')
DAY = re.compile(r'name="played_on" value="([^"]*)"')
IN_PLACE = {"HX-Request": "true", "HX-Target": "content"}

What = tuple[str, int, str, tuple[tuple[int, ...], ...]]


def describe_save(match: str, base: int, why: str, sheet: Mapping[str, Any]) -> What:
    """Return what tells a save from every other one."""
    return match, base, why, tuple((*deal["bids"], *deal["tricks"]) for deal in sheet["deals"])


def compute_p95(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=20, method="inclusive")[-1]


@dataclass(frozen=True)
class Save:
    what: What
    seconds: float


@dataclass
class Notes:
    """The answers to all requests."""

    saves: list[Save] = field(default_factory=list)
    edits: int = 0
    conflicts: int = 0
    busy: int = 0
    repeats: int = 0
    pages: Counter[int] = field(default_factory=Counter)  # of readers, by status
    seconds: dict[str, list[float]] = field(
        default_factory=lambda: defaultdict(list)
    )  # by what was asked for
    errors: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: HTTPMessage
    text: str


class Browser:
    """One person's browser, with an address of its own."""

    def __init__(self, port: int, source: str, session: str = "") -> None:
        self._port, self._source = port, source
        self._cookies = {"sessionid": session} if session else {}

    def get(self, path: str, headers: Mapping[str, str] = {}) -> Answer:
        return self._request("GET", path, headers)

    def post(self, path: str, form: Mapping[str, str]) -> Answer:
        headers = {
            **IN_PLACE,
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"http://127.0.0.1:{self._port}",
        }
        return self._request("POST", path, headers, urlencode(form))

    def _request(self, method: str, path: str, headers: Mapping[str, str], body: str | None = None) -> Answer:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=120, source_address=(self._source, 0))
        sent = {**headers, "Cookie": "; ".join(f"{name}={text}" for name, text in self._cookies.items())}
        try:
            connection.request(method, path, body, sent if self._cookies else dict(headers))
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        for line in response.headers.get_all("Set-Cookie", []):
            for name, cookie in SimpleCookie(line).items():
                self._cookies.pop(name, None)
                if cookie.value and cookie["max-age"] != "0":
                    self._cookies[name] = cookie.coded_value
        packed = response.headers.get("Content-Encoding", "")
        return Answer(response.status, response.headers, "" if packed else content.decode())


class Crowd:
    def __init__(self, port: int, club: str, notes: Notes) -> None:
        self.port, self.club, self.notes = port, club, notes
        self.ends_at = float("inf")
        self._to_edit, self._chosen_at = "", 0.0
        self._lock = threading.Lock()

    def enter_alone(self, session: str, tables: Sequence[str]) -> None:
        """Enter these sheets one after another, with no one else on the site."""
        scorer = Scorer(self, session, tables, number=0, pause=SHORT_PAUSE)
        scorer.enter_all()

    def play(
        self,
        sessions: Sequence[str],
        piles: Sequence[Sequence[str]],
        pages: Sequence[str],
        *,
        readers: int,
        seconds: float,
    ) -> None:
        """Let a scorer for each session enter a pile, while readers look at the pages of the leagues."""
        self.ends_at = time.monotonic() + seconds
        people: list[threading.Thread] = [
            threading.Thread(target=Scorer(self, session, pile, number=number, pause=CELL_PAUSE).run)
            for number, (session, pile) in enumerate(zip(sessions, piles, strict=True), 1)
        ]
        matches = [key for pile in piles for key in pile]
        for number in range(1, readers + 1):
            league = pages[number % len(pages)]
            own = [league, f"{league}matches/", f"/{self.club}/matches/{matches[number % len(matches)]}/"]
            people.append(threading.Thread(target=Reader(self, own, number).run))
        for person in people:
            person.start()
        for person in people:
            person.join()

    @contextmanager
    def time(self, what: str) -> Iterator[None]:
        start = time.monotonic()
        yield
        with self.notes.lock:
            self.notes.seconds[what].append(time.monotonic() - start)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.ends_at

    def choose_edit(self, saved: str) -> str:
        """Return the match that is edited now: for a while the same for all, lest they never meet."""
        with self._lock:
            if not self._to_edit or time.monotonic() > self._chosen_at + EDIT_WINDOW:
                self._to_edit, self._chosen_at = saved, time.monotonic()
            return self._to_edit

    def sleep(self, seconds: float) -> None:
        time.sleep(max(0.0, min(seconds, self.ends_at - time.monotonic())))


class Scorer:
    """A scorer who types sheets, watches the night meanwhile, and now and then corrects one."""

    def __init__(self, crowd: Crowd, session: str, pile: Sequence[str], *, number: int, pause: float) -> None:
        self._crowd, self._notes, self._pile, self._pause = crowd, crowd.notes, pile, pause
        self._browser = Browser(crowd.port, f"127.0.2.{number + 1}", session)
        self._chance = Random(f"{number} {pile[0]}")
        self._polled_at = time.monotonic()

    def run(self) -> None:
        try:
            self._crowd.sleep(self._chance.uniform(0, 3 * DEALS * self._pause))
            self.enter_all(edits=True)
        except (AssertionError, HTTPException, OSError) as error:
            with self._notes.lock:
                self._notes.errors.append(f"a scorer: {error!r}")

    def enter_all(self, *, edits: bool = False) -> None:
        shown = ("", "")  # where the last save has led to
        for key in self._pile:
            path = f"/{self._crowd.club}/matches/{key}/enter/"
            page = shown[1] if shown[0] == path else self._open(path)
            shown = self._enter(key, path, page)
            if edits and not self._crowd.is_over and self._chance.random() < EDIT_SHARE:
                self._edit(self._crowd.choose_edit(key))
            if self._crowd.is_over:
                return

    def _open(self, path: str) -> str:
        with self._crowd.time("form"):
            answer = self._browser.get(path, IN_PLACE)
        assert answer.status == 200, f"{answer.status} for the form {path}"
        return answer.text

    def _enter(self, key: str, path: str, page: str) -> tuple[str, str]:
        """Type a sheet and save it; return the address and the form that this leads to."""
        form, sheet = read_form(page), make_sheet(self._chance)
        cells = list_cells(sheet)
        typed_at, typed = time.monotonic(), 0
        while typed < len(cells):
            while typed < len(cells) and (typed == 0 or time.monotonic() >= typed_at):
                typed_at += self._chance.uniform(0.7, 1.3) * self._pause
                typed += 1 + (typed % 4 == 2)  # the other player's tricks are offered
            form |= dict(cells[:typed])
            self._look(path, form)
            self._crowd.sleep(typed_at - time.monotonic())
            if self._crowd.is_over:
                return "", ""
        if 'name="then" value="next"' in page:
            form["then"] = "next"
        to = self._save(key, path, form, sheet)
        if not to.endswith("/enter/"):
            return "", ""
        return to, self._open(to)

    def _edit(self, key: str) -> None:
        """Correct a number of a match, of which others may think the same."""
        path = f"/{self._crowd.club}/matches/{key}/enter/"
        form, sheet = read_form(self._open(path)), make_sheet(self._chance)
        self._crowd.sleep(self._chance.uniform(3, 6))
        form |= {**dict(list_cells(sheet)), "why": "Misread the sheet"}
        self._look(path, form)
        self._save(key, path, form, sheet)

    def _look(self, path: str, form: Mapping[str, str]) -> None:
        """Ask for the score so far, as after each cell, and every few seconds how far the night is."""
        with self._crowd.time("check"):
            answer = self._browser.post(f"{path}check/", form)
        assert answer.status == 200, f"{answer.status} for the score so far"
        if time.monotonic() - self._polled_at >= POLL_SECONDS:
            self._polled_at = time.monotonic()
            asked = urlencode({"stood": form.get("stood", ""), "base": form["base"]})
            with self._crowd.time("poll"):
                answer = self._browser.get(f"{path}night/?{asked}", {"HX-Request": "true"})
            assert answer.status == 200, f"{answer.status} for the night"

    def _save(self, key: str, path: str, form: dict[str, str], sheet: dict[str, Any]) -> str:
        """Send a sheet, again where the answer asks for it; return where the answer leads to."""
        for _attempt in range(MAX_ATTEMPTS):
            start = time.monotonic()
            answer = self._browser.post(path, form)
            seconds = time.monotonic() - start
            if answer.status == 302:
                base, why = int(form["base"]), form.get("why", "")
                with self._notes.lock:
                    self._notes.saves.append(Save(describe_save(key, base, why, sheet), seconds))
                    self._notes.edits += base > 0
                if self._chance.random() < REPEAT_SHARE:
                    self._repeat(path, form)
                return answer.headers["Location"].partition("?")[0]
            if answer.status == 503 and answer.headers.get("Retry-After"):
                with self._notes.lock:
                    self._notes.busy += 1
                time.sleep(float(answer.headers["Retry-After"]))
                continue
            newer = read_form(answer.text) if answer.status == 200 else {}
            assert newer.get("base", form["base"]) != form["base"], f"{answer.status} for a sheet"
            with self._notes.lock:
                self._notes.conflicts += 1
            if self._chance.random() < 0.5:
                return ""
            form |= {name: newer[name] for name in ("base", "key", "csrfmiddlewaretoken")}
            form["why"] = "Score sheet corrected"
        raise AssertionError(f"busy or overtaken {MAX_ATTEMPTS} times")

    def _repeat(self, path: str, form: Mapping[str, str]) -> None:
        """Send what has just been saved again, as a browser does that has not got the answer."""
        answer = self._browser.post(path, form)
        assert answer.status in (200, 302, 503), f"{answer.status} for a sheet that is sent again"
        with self._notes.lock:
            self._notes.repeats += 1


def read_form(page: str) -> dict[str, str]:
    """Return the hidden fields of the form of a sheet, and its day."""
    found = {name: unescape(text) for name, text in HIDDEN.findall(page)}
    if day := DAY.search(page):
        found["played_on"] = day[1]
    return found


def make_sheet(chance: Random) -> dict[str, Any]:
    deals = []
    for _ in range(DEALS):
        tricks = chance.randint(8, 19)
        taken = [tricks, TRICKS - tricks]
        deals.append({"bids": [made + chance.choice((-2, -1, 0, 0, 1)) for made in taken], "tricks": taken})
    return {"deals": deals}


def list_cells(sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the names and texts of the cells, in the order in which they are typed."""
    return [
        (f"deals-{number}-{kind}-{seat}", str(deal[kind][seat]))
        for number, deal in enumerate(sheet["deals"])
        for kind in ("bids", "tricks")
        for seat in (0, 1)
    ]


class Reader:
    """A reader who looks at one page after another of their league."""

    def __init__(self, crowd: Crowd, pages: Sequence[str], number: int) -> None:
        self._crowd, self._notes, self._pages = crowd, crowd.notes, pages
        self._browser = Browser(crowd.port, f"127.0.1.{number}")
        self._chance = Random(number)
        self._etags: dict[str, str] = {}

    def run(self) -> None:
        self._crowd.sleep(self._chance.uniform(0, READ_PAUSE[1]))
        while not self._crowd.is_over:
            try:
                self._read(self._chance.choice(self._pages))
            except (AssertionError, HTTPException, OSError) as error:
                with self._notes.lock:
                    self._notes.errors.append(f"a reader: {error!r}")
            self._crowd.sleep(self._chance.uniform(*READ_PAUSE))

    def _read(self, path: str) -> None:
        known = {"If-None-Match": self._etags[path]} if path in self._etags else {}
        with self._crowd.time("page"):
            answer = self._browser.get(path, {**known, "Accept-Encoding": "gzip"})
        assert answer.status in (200, 304), f"{answer.status} for {path}"
        if answer.headers.get("ETag"):
            self._etags[path] = answer.headers["ETag"]
        with self._notes.lock:
            self._notes.pages[answer.status] += 1
