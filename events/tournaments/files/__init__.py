"""Tournament files: the Krause family and TRF, OpenGotha, the EGF's results."""
