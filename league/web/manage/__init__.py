"""The pages for organisers only, on which they change their club and its seasons."""
