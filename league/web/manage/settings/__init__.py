"""The settings of a competition, a module for each kind: its fields, what is checked, and the rules that follow."""
