"""The club file."""
