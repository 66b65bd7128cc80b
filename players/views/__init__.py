"""The pages of the register."""
