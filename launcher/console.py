"""Talking to whoever started clubscore, if anybody is there."""

import sys


class Trouble(Exception):
    """What keeps clubscore from starting, in sentences that say what to do."""


def has_terminal() -> bool:
    """Whether somebody reads and can answer."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def progress(text: str) -> None:
    """Print over the line before, on a terminal; nothing elsewhere."""
    if has_terminal():
        # The next line begins where this one does.
        sys.stdout.write(f"\r{text:<70}\r")
        sys.stdout.flush()


def ask(question: str, default: str) -> str:
    """The answer; the default without a terminal, or when nothing is typed."""
    if not has_terminal():
        return default
    try:
        return input(f"{question} [{default}] ").strip() or default
    except EOFError:
        return default
