"""The forms that show what an action refused."""

from django import forms

from league.forms import ProblemForm
from league.rules.validation import build_problem


class NameForm(ProblemForm):
    name = forms.CharField()


def test_problems_are_shown_at_their_fields_before_anything_was_sent_in() -> None:
    form = NameForm()
    form.add_problems(
        [build_problem("name", "taken", "Taken."), build_problem("", "changed-meanwhile", "Old.")]
    )
    assert form.errors == {"name": ["Taken."], "__all__": ["Old."]}
    assert form.is_outdated
