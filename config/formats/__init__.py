"""How dates and numbers are written, by language."""
