"""Who plays whom, when, and at which table."""
