"""The settings of a league: its divisions, promotion and relegation, and awards."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import WIN_RATE
from league.queries.game_words import get_word
from league.rules.snapshot import JSON
from league.web.fields import Number
from league.web.manage.settings.base import SettingsForm, list_own_fields


class LeagueForm(SettingsForm):
    """What only leagues have."""

    division_size = Number(
        label=_("Players per division"),
        help_text=_("Usual size of new divisions."),
    )
    meetings = Number(label=_("Rounds (times each pair plays)"), help_text=_("Within each division."))
    promoted = Number(
        label=_("Promoted and relegated per division"),
        help_text=_("e.g. 2 = top 2 go up, bottom 2 go down. 0 = no promotion or relegation."),
    )
    min_played = Number(
        label=_("Minimum matches for promotion"),
        help_text=_("With fewer matches, the next player is promoted instead. 0 = no minimum."),
    )
    vacancies = forms.ChoiceField(
        label=_("Filling vacancies"),
        choices=[
            ("relegate-fewer", _("Best relegated players stay up")),
            ("promote-more", _("More players promoted from the division below")),
        ],
        help_text=_("When a player leaves and a division would get smaller."),
    )
    min_matches = Number(
        label=_("Minimum matches for awards"),
        help_text=_("Needed for most season awards (or all matches, if fewer)."),
    )
    win_rate_of = forms.ChoiceField(label=_("Win rate of awards"), required=False)
    more_awards = forms.BooleanField(label=_("Give more awards"), required=False)

    def ask(self) -> None:
        super().ask()
        if not self.is_league:
            self.leave_out(*list_own_fields(LeagueForm))
            return
        game = self.settings.game
        if any(award.figure == WIN_RATE for award in game.awards):
            deals = get_word(game, "deals")
            counts = gettext("counts {deals}").format(deals=deals)
            self.offer("win_rate_of", [("", _("counts matches")), ("deals", counts)])
            example = gettext("With {deals} counted, 6 of 8 won in two matches are 75 %.")
            self.fields["win_rate_of"].help_text = example.format(deals=deals)
        else:
            self.leave_out("win_rate_of")
        if extra := [gettext(award.label) for award in game.awards if award.extra]:
            self.fields["more_awards"].help_text = ", ".join(extra)
        else:
            self.leave_out("more_awards")

    def get_rules(self) -> JSON:
        rules = super().get_rules()
        if self.is_league:
            rules |= self.get_typed(*list_own_fields(LeagueForm))
            rules |= {name: rules.get(name) or None for name in ("win_rate_of", "more_awards")}
            rules["relegated"] = rules["promoted"]
        return rules
