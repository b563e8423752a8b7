"""Pairing: who plays whom, when, and at which table."""
