"""Auctions and card play: where a contract was made or lost, against double dummy."""
