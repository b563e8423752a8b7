"""Running a tournament round by round: who plays, pairing, changes by hand, publishing, and the next round."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from games import Invalid
from league.actions import proposals, round_clock
from league.actions import rounds as actions
from league.forms import ProblemForm
from league.models import Bye, Round
from league.models.round import ByeKind, RoundState
from league.queries.draw import has_draw
from league.queries.game_words import name_round, translate_round_word
from league.queries.night import find_unusual
from league.queries.paired_rounds import PUBLISHED, find_next_round, is_paired, list_unsettled
from league.queries.rounds import (
    find_beginning,
    find_current_round,
    list_names,
    list_proposals,
    list_resting,
    list_rounds,
    list_tables,
)
from league.queries.schedule import get_stage_settings
from league.queries.snapshot import read_snapshot
from league.rules.records import FIRST_STAGE, DivisionKey, SeasonKey
from league.rules.snapshot import parse_settings
from league.rules.validation import check_snapshot
from league.trf.club_report import build_report
from league.trf.writer import write_report
from league.web.fields import Number
from league.web.formats import format_duration
from league.web.limits import require_safe
from league.web.manage.access import get_season_to_run
from league.web.manage.season import SeasonChangeView

REQUESTED = (("", _("plays")), (ByeKind.HALF, _("half-point bye")), (ByeKind.ZERO, _("not there, no points")))
# What each button does, by the value that it sends, and the message that follows.
DONE = {
    "pair": _("{name} is paired. Check it, then publish."),
    "exchange": _("{first} and {second} have changed places."),
    "move": _("{player} now sits at table {table}."),
    "publish": _("{name} is published: everyone can see where they sit."),
    "unpair": _("{name} is not paired any more."),
    "finish": _("{name} is finished."),
    "resume": _("{name} takes results again."),
    "bye": _("Saved."),
    "leg": _("Table {level} has another match."),
    "announce": _("{rounds} {word} are announced."),
    "start-clock": _("The clock is running."),
    "pause-clock": _("The clock is paused."),
    "resume-clock": _("The clock is running again."),
    "extend-clock": _("There are 5 minutes more."),
    "stop-clock": _("The clock is gone."),
}


class RoundsForm(ProblemForm):
    """What the buttons of the page send; `do` says which was pressed, and which fields it takes."""

    do = forms.ChoiceField(choices=[(do, do) for do in DONE])
    round = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)
    seen = forms.CharField(required=False, max_length=200)
    first = forms.ChoiceField(label=_("Player"), required=False)
    second = forms.ChoiceField(label=_("Changes places with"), required=False)
    player = forms.ChoiceField(label=_("Player"), required=False)
    table = forms.ChoiceField(label=_("Goes to table"), required=False)
    kind = forms.ChoiceField(label=_("This time"), choices=REQUESTED, required=False)
    rounds = Number(label=_("Rounds"), required=False)
    minutes = Number(label=_("Minutes"), required=False)
    level = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)

    def __init__(
        self,
        *args: Any,
        names: Mapping[str, str],
        moving: Sequence[tuple[str, str]],
        tables: int,
        count: int,
        minutes: int,
        word: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        nobody = ("", gettext("Choose …"))
        numbers = [(str(number), str(number)) for number in range(1, tables + 1)]
        new = (str(tables + 1), gettext("a new table"))
        self.fields["first"].choices = [nobody, *moving]  # type: ignore[attr-defined]
        self.fields["second"].choices = [nobody, *moving]  # type: ignore[attr-defined]
        self.fields["player"].choices = [nobody, *(moving or names.items())]  # type: ignore[attr-defined]
        self.fields["table"].choices = [nobody, *numbers, new]  # type: ignore[attr-defined]
        self.fields["rounds"].initial, self.fields["rounds"].label = count, capfirst(word)
        self.fields["minutes"].initial = minutes

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        needed = {
            "exchange": ("first", "second"),
            "move": ("player", "table"),
            "bye": ("player",),
            "announce": ("rounds",),
            "start-clock": ("minutes",),
        }
        for name in needed.get(cleaned.get("do", ""), ()):
            if name not in self.errors and cleaned.get(name) in (None, ""):
                self.add_error(name, self.fields[name].error_messages["required"])
        return cleaned


class RoundsView(SeasonChangeView[RoundsForm]):
    """The one page from which organisers run an open tournament whose rounds are paired one after the other."""

    template_name = "manage/rounds.html"
    form_class = RoundsForm

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.is_draft:
            return redirect("set-up", *self.address)
        if self.season.is_closed:
            return self.lead_to_season(gettext("The tournament has ended. Reopen it to change its rounds."))
        if not is_paired(self.season) and parse_settings(*self.season.settings).rules.final:
            return redirect("final", *self.address)
        if not is_paired(self.season):
            return self.lead_to_season(
                gettext("Its rounds aren't paired one after the other: all matches are there.")
            )
        self.settings = get_stage_settings(self.season)
        self.is_bracket = self.settings.rules.is_knockout
        self.rounds = list_rounds(self.season)
        self.names = list_names(self.season, reader=self.request.user)
        self.next = find_next_round(self.rounds)
        self.current = find_current_round(self.rounds)
        self.proposed: Round | None = next(
            (each for each in self.rounds if each.state == RoundState.PAIRED), None
        )
        self.proposals = list_proposals(self.season, self.proposed, self.names) if self.proposed else []
        return None

    def build_form(self, sent: QueryDict | None) -> RoundsForm:
        moving = [each for proposal in self.proposals for each in proposal.moving]
        tables = sum(len(proposal.tables) for proposal in self.proposals)
        played_by = parse_settings(*self.season.settings)
        return RoundsForm(
            sent,
            names=self.names,
            moving=moving,
            tables=tables,
            count=len(self.rounds),
            minutes=played_by.minutes,
            word=translate_round_word(self.season, "rounds"),
        )

    def change(self, form: RoundsForm) -> HttpResponse:
        sent = form.cleaned_data
        number, do = sent["round"] or 0, sent["do"]
        of_round: dict[str, Any] = {"season": self.season, "number": number, "by": self.by}
        act: Mapping[str, Callable[[], Any]] = {
            "pair": partial(actions.pair_next_round, season=self.season, by=self.by),
            "exchange": partial(
                proposals.exchange_players, first=sent["first"], second=sent["second"], **of_round
            ),
            "move": partial(
                proposals.move_player, player=sent["player"], table=int(sent["table"] or 0), **of_round
            ),
            "publish": partial(actions.publish_round, seen=sent["seen"], **of_round),
            "unpair": partial(actions.unpair_round, **of_round),
            "finish": partial(actions.finish_round, **of_round),
            "resume": partial(actions.resume_round, **of_round),
            "bye": partial(actions.give_bye, player=sent["player"], kind=sent["kind"], **of_round),
            "leg": partial(actions.add_leg, table=sent["level"] or 0, **of_round),
            "announce": partial(
                actions.announce_rounds, season=self.season, rounds=sent["rounds"], by=self.by
            ),
            "start-clock": partial(round_clock.start_clock, minutes=sent["minutes"], **of_round),
            "pause-clock": partial(round_clock.pause_clock, **of_round),
            "resume-clock": partial(round_clock.resume_clock, **of_round),
            "extend-clock": partial(round_clock.extend_clock, **of_round),
            "stop-clock": partial(round_clock.stop_clock, **of_round),
        }
        act[do]()
        values = {
            "name": name_round(self.season, number).translate(gettext),
            "rounds": sent["rounds"],
            "word": translate_round_word(self.season, "rounds"),
            "table": sent["table"],
            "level": sent["level"],
            **{name: self.names.get(sent[name], "") for name in ("first", "second", "player")},
        }
        messages.success(self.request, str(DONE[do]).format(**values))
        return redirect(reverse("run-rounds", args=self.address))

    def get_context(self, form: RoundsForm) -> dict[str, Any]:
        season, current = self.season, self.current
        tables = list_tables(season, current.number, reader=self.request.user) if current else []
        before = self.next and self.next.number - 1
        requested: dict[str, str] = {}
        if self.next:
            byes = Bye.objects.filter(round=self.next).values_list("entry__player__key", "kind")
            requested = dict(byes)
        present = list_names_present(self.names, season)
        published = [each for each in self.rounds if each.state in PUBLISHED]
        unsettled = list_unsettled(published, self.settings) if self.is_bracket else []
        return {
            **super().get_context(form),
            "competition": season.competition,
            "club": season.competition.club,
            "rounds": self.rounds,
            "round_page": "round" if season.current_stage == FIRST_STAGE else "final-round",
            "cards_page": "table-cards" if season.current_stage == FIRST_STAGE else "final-table-cards",
            "current": current,
            "tables": tables,
            "missing": sum(not match.is_decided for match in tables),
            "is_bracket": self.is_bracket,
            "has_draw": has_draw(season),
            "level": [tie for tie in unsettled if not tie.open_legs],
            "earlier": [tie for tie in unsettled if tie.open_legs and tie.round != current],
            "playing_for": self._measure_playing_time(),
            "unusual": find_unusual(season, current) if current else frozenset(),
            "resting": list_resting(current, reader=self.request.user) if current else [],
            "next": self.next,
            "can_pair": self.next is not None
            and (not before or (current is not None and current.number == before and not self.proposed)),
            "proposed": self.proposed,
            "proposals": self.proposals,
            "seen": proposals.compute_proposal_digest(self.proposed) if self.proposed else "",
            "players": [(key, name, requested.get(key, "")) for key, name in present],
            "kinds": REQUESTED,
        }

    def _measure_playing_time(self) -> str:
        """Return for how long the current round has been played; empty where that isn't known."""
        beginning = find_beginning(self.season, self.current) if self.current else None
        return format_duration(int((timezone.now() - beginning).total_seconds()) // 60) if beginning else ""


@require_safe
@never_cache
@login_required
def download_report(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Give organisers the tournament as FIDE's report, a TRF file, with names as they may see them."""
    found, _by = get_season_to_run(request, club, competition, season)
    snapshot = read_snapshot(
        found.competition.club, get_name=lambda player: player.get_name_in_files_for(request.user)
    )
    key = DivisionKey(SeasonKey(competition, season), FIRST_STAGE, 1)
    try:
        content = write_report(build_report(check_snapshot(snapshot, [key.season]), key))
    except (Invalid, KeyError):  # larger tables, or no such division
        raise Http404 from None
    response = HttpResponse(content, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{club}-{competition}-{season}.trf"'
    return response


def list_names_present(names: Mapping[str, str], season: Any) -> list[tuple[str, str]]:
    """Return those who have not withdrawn, by name. 1 query."""
    gone = season.entries.filter(left=True, stage__number=season.current_stage)
    left = set(gone.values_list("player__key", flat=True))
    present = [(key, name) for key, name in names.items() if key not in left]
    return sorted(present, key=lambda each: each[1].casefold())
