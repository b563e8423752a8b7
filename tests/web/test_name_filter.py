"""Names of people reach a template through one filter, which has to be told who reads."""

from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template, VariableDoesNotExist

from league.models import Player, Seat

NAME = "{% load pages %}{{ player|name_for:user }}"


def test_filter_asks_what_the_reader_may_see() -> None:
    player, reader = Player(name="Ann"), AnonymousUser()
    with patch.object(Player, "get_name_for", autospec=True, return_value="<Somebody>") as get_name:
        shown = Template(NAME).render(Context({"player": player, "user": reader}))
    assert shown == "&lt;Somebody&gt;"
    get_name.assert_called_once_with(player, reader)


def test_page_that_does_not_say_who_reads_fails() -> None:
    with pytest.raises(VariableDoesNotExist):
        Template(NAME).render(Context({"player": Player(name="Ann")}))


def test_two_of_a_table_who_have_the_same_name_are_told_apart() -> None:
    seats = [Seat(player=Player(name=name)) for name in ("Kim", "Ann", "Kim")]
    context = Context({"seats": seats, "user": AnonymousUser()})
    template = Template("{% load pages %}{{ seats|names_for:user|join:', ' }}")
    assert template.render(context) == "Kim (1), Ann, Kim (3)"
