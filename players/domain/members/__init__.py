"""The people of a list against the register: who is known, what would change, who is new."""
