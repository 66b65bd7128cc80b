"""Every write to the register, each with its entry in the register's log."""
