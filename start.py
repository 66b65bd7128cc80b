#!/usr/bin/env python3
"""Starts clubscore on every system: python3 start.py, on Windows py start.py or a double click.

Any Python understands this file, so that an old one can say what it lacks; the rest is launcher.
"""

import sys

if sys.version_info < (3, 11):
    sys.stderr.write(
        "clubscore needs Python 3.11 or later; this is Python %d.%d.\n"
        "Windows, macOS: install Python 3.13 or 3.14 from https://www.python.org/downloads/ and\n"
        "start clubscore with that. Linux: install python3.11 or later and name it, such as\n"
        "python3.12 start.py\n" % sys.version_info[:2]
    )
    sys.exit(1)

from launcher.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
