"""The director's desk of a session: its next step, progress, papers, settings, deletion."""
