"""Tournament files of the Krause family: the 2006 format, TRF16 and TRF26."""
