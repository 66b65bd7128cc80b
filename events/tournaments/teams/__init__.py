"""Teams that meet each other, and teams whose members play alone: matches, line-ups, standings."""
