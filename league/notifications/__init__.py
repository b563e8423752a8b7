"""Mails and reminders about what others have done. Actions call these functions, and jobs send the mails."""
