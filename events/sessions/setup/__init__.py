"""Setting a session up: its sections, their contestants and lines; names, finishing, publishing."""
