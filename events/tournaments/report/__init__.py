"""FIDE's report: what the tournament's TRF26 still lacks, and the file for the rating officer."""
