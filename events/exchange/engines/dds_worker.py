"""The process that solves deals: a line of PBN in, a line of JSON out.

It is started as a file of its own, ``python -S -E dds_worker.py LIBRARY``, and knows nothing but
the standard library: one deal after the other, since the library crashes under several threads.
Whoever starts it has checked that each line is a deal; anything else crashes the library, too.
"""

import contextlib
import ctypes
import json
import os
import sys

MEMORY = 100
"""Megabytes that the library may take for its tables; below 40 it does not work."""
NICE = 10
"""Below the server, which shares the machine."""
_OK = 1


class _Deal(ctypes.Structure):
    _fields_ = (("cards", ctypes.c_char * 80),)


class _Results(ctypes.Structure):
    # Strains S H D C NT, for each the hands N E S W.
    _fields_ = (("tricks", (ctypes.c_int * 4) * 5),)


def main(library: str) -> None:
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICE)
    dds = ctypes.CDLL(library)
    dds.CalcDDtablePBN.argtypes = (_Deal, ctypes.POINTER(_Results))
    dds.SetResources(MEMORY, 1)
    for line in sys.stdin:
        results = _Results()
        code = dds.CalcDDtablePBN(_Deal(line.strip().encode("ascii")), ctypes.byref(results))
        tricks = [list(strain) for strain in results.tricks] if code == _OK else None
        # One line at a time: what was solved before a crash is not lost.
        sys.stdout.write(json.dumps(tricks) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
