"""What is answered for a file that cannot be restored."""

from pathlib import Path

from clubscore.problems import Refused, gettext_noop, sentence


def foreign(path: Path) -> Refused:
    """For a file that is no backup."""
    return Refused(sentence(gettext_noop("%(path)s is not a clubscore backup."), path=path))


def damaged(path: Path) -> Refused:
    """For a file that is a backup, but not a complete one."""
    template = gettext_noop(
        "%(path)s is damaged: it ends too early or was changed since it was written. "
        "Take another backup."
    )
    return Refused(sentence(template, path=path))


def newer(path: Path, version: str) -> Refused:
    """For a file of a later release than this one."""
    template = gettext_noop(
        "%(path)s was written by a newer clubscore (%(version)s). Update clubscore, then restore."
    )
    return Refused(sentence(template, path=path, version=version))


def too_early(path: Path, version: str) -> Refused:
    """For a file from before the first release, of tables that are no longer known."""
    template = gettext_noop(
        "%(path)s was written by an early clubscore (%(version)s), and this one cannot restore it. "
        "Restore it with that one, update, and make a new backup: docs/keeping.md."
    )
    return Refused(sentence(template, path=path, version=version))
