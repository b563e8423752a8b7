"""Mail and reminders: what people are told of what others did. Actions call these, and jobs send the mails."""
