"""What both kinds of event stand on: the log, locks, stamps, the calendar, rounding, desks."""
