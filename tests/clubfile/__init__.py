"""Tests of the club file."""
