"""Sessions of several evenings added up, and what a session carries over from an earlier one."""
