"""The pages of accounts: logging in, one's own account, and what concerns the reader in their clubs."""
