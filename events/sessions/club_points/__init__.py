"""Club points for places, by rules of unions or of the club; unofficial."""
