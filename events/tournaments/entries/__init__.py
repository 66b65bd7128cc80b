"""Who takes part: entries, registration, imports from the register and from lists."""
