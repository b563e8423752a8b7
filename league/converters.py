"""Path converters for addresses."""


class NumberConverter:
    """A whole number without leading zeros.

    Each page has exactly one address that way, and the cache is keyed by addresses.
    """

    regex = "0|[1-9][0-9]{0,8}"  # no larger than every column takes

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
