"""What everybody reads: ranking, travellers, frequencies, grid, cards, downloads."""
