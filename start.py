#!/usr/bin/env python3
"""Starts clubscore on every system: python3 start.py, on Windows py start.py or a double click.

Beside it is either the whole program, or its wheel (clubscore-....whl), from which it is installed.
Any Python understands this file, so that an old one can say what it lacks; the rest is launcher.
"""

import glob
import os
import sys

if sys.version_info < (3, 11):
    sys.stderr.write(
        "clubscore needs Python 3.11 or later; this is Python %d.%d.\n"
        "Windows, macOS: install Python 3.13 or 3.14 from https://www.python.org/downloads/ and\n"
        "start clubscore with that. Linux: install python3.11 or later and name it, such as\n"
        "python3.12 start.py\n" % sys.version_info[:2]
    )
    sys.exit(1)

HERE = os.path.dirname(os.path.abspath(__file__))
if not os.path.isdir(os.path.join(HERE, "launcher")):
    wheels = [
        wheel
        for folder in ("", "wheels")
        for wheel in glob.glob(os.path.join(glob.escape(HERE), folder, "clubscore-*.whl"))
    ]
    if not wheels:
        sys.exit("The file clubscore-....whl is missing: it belongs into the folder " + HERE)
    # The newest brings the launcher, too.
    wheel = max(wheels, key=os.path.getmtime)
    sys.path[:0] = [os.path.join(wheel, "clubscore", "resources"), wheel]

from launcher.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], HERE))
