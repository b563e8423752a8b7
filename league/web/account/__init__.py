"""The pages of accounts: logging in, the reader's own account, and their matches and tasks in their clubs."""
