#!/usr/bin/env python
"""Django's command-line utility for clubscore, in a clone."""

import sys

from clubscore.__main__ import run

if __name__ == "__main__":
    run(sys.argv[1:] or ["help"])
