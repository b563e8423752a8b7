"""What holds for every page, whoever looks at it and whichever module makes it."""
