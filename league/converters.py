"""What stands in addresses beside slugs."""


class NumberConverter:
    """A whole number written in the one way it is written: each page has one address, which the cache goes by."""

    regex = "0|[1-9][0-9]{0,8}"  # no larger one than any column takes

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
