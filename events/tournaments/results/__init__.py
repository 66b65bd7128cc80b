"""What everybody reads: standings, crosstable, cards, finding one's name."""
