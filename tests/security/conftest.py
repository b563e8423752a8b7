"""The clubs and people of the role table."""

from tests.security.house import house  # noqa: F401  (a fixture)
