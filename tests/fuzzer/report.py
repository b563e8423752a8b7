"""What a run of the fuzzer came to: counts of requests, answers and rows, and what must not be."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.fuzzer.checks import Finding, Outcome
from tests.fuzzer.commands import CommandRun
from tests.fuzzer.journal import Write
from tests.fuzzer.requests import Request

MAX_FINDINGS = 20  # printed in full, each kind once
MAX_SLOWEST = 5


@dataclass
class Report:
    seed: int
    worlds: int = 0
    requests: int = 0
    commands: int = 0
    posts: int = 0
    valid_posts: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    statuses: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))  # by role
    addresses: Counter[str] = field(default_factory=Counter)
    meant_well: Counter[str] = field(default_factory=Counter)  # plausible posts by address
    went_well: Counter[str] = field(default_factory=Counter)  # those of them that changed something
    exit_codes: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))  # by command
    rows: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))  # by table and verb
    events: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    stored: Mapping[str, int] = field(default_factory=dict)  # bytes that have come in, by place
    slowest: list[tuple[float, str]] = field(default_factory=list)

    @property
    def valid_share(self) -> float:
        """Return the share of posts that passed validation and changed something."""
        return self.valid_posts / self.posts if self.posts else 0.0

    @contextmanager
    def time(self, request: Request) -> Iterator[None]:
        """Time a request, to name the slowest."""
        start = time.monotonic()
        yield
        took = time.monotonic() - start
        if len(self.slowest) < MAX_SLOWEST or took > self.slowest[-1][0]:
            self.slowest = sorted([*self.slowest, (took, str(request))], reverse=True)[:MAX_SLOWEST]

    def add(self, request: Request, outcome: Outcome, *, is_valid: bool) -> None:
        self.requests += 1
        self.kinds[request.kind] += 1
        self.statuses[request.who][outcome.status] += 1
        self.addresses[request.address] += 1
        if request.is_post:
            self.posts += 1
            self.valid_posts += is_valid
            if request.kind == "plausible":
                self.meant_well[request.address] += 1
                self.went_well[request.address] += is_valid
        self.events.update(change.action for change in outcome.changes)
        self._add_rows(outcome.written)

    def add_command(self, outcome: CommandRun, written: Counter[Write]) -> None:
        self.exit_codes[outcome.name][outcome.code] += 1
        self._add_rows(written)

    def _add_rows(self, written: Counter[Write]) -> None:
        for (table, verb), number in written.items():
            self.rows[table][verb] += number

    def format(self) -> str:
        """Return the report as text."""
        return "\n".join(self._list_lines())

    def _list_lines(self) -> Iterator[str]:
        yield f"Seed {self.seed}: {self.requests} requests ({format_counts(self.kinds)}), {self.commands} commands,"
        yield f"on {self.worlds} sets of clubs and people, at {len(self.addresses)} addresses"
        yield f"{self.posts} posts, of which {self.valid_posts} ({self.valid_share:.0%}) changed something"
        shares = (f"{name} {self.went_well[name]}/{posts}" for name, posts in self.meant_well.most_common())
        yield f"  of the plausible ones, by address: {', '.join(shares)}"
        yield "Answers"
        total = sum(self.statuses.values(), Counter[int]())
        for who, statuses in [("everybody", total), *self.statuses.items()]:
            yield f"  {who}: {format_counts(dict(sorted(statuses.items())))}"
        yield "Exit codes"
        for name, codes in sorted(self.exit_codes.items()):
            yield f"  {name}: {format_counts(dict(sorted(codes.items())))}"
        yield "Rows written"
        for table, verbs in sorted(self.rows.items()):
            yield f"  {table}: {format_counts(verbs)}"
        yield f"Events: {format_counts(self.events)}"
        yield f"Bytes stored: {format_counts(self.stored)}"
        yield "Slowest requests"
        for seconds, request in self.slowest:
            yield f"  {seconds:.2f} s {request}"
        yield from self._list_findings()

    def _list_findings(self) -> Iterator[str]:
        by_kind: dict[str, list[Finding]] = defaultdict(list)
        for finding in self.findings:
            by_kind[finding.what].append(finding)
        yield f"{len(self.findings)} findings of {len(by_kind)} kinds"
        for what, findings in list(by_kind.items())[:MAX_FINDINGS]:
            yield f"\n{len(findings)} times: {what}\n    {findings[0].sent}\n{findings[0].details}"


def format_counts(counts: Mapping[str, int] | Mapping[int, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items()) or "none"
