"""Go tournaments: McMahon and Swiss scores, and the weights that pairs are made by."""
