"""Go tournaments: McMahon and Swiss scores."""
