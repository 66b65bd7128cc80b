"""A folder as a host: shared by Nextcloud or Dropbox, on a stick, or under git."""

import contextlib
import os
from pathlib import Path

from clubscore.files.locks import replace
from events.website.engines import hosts
from events.website.engines.hosts import PART, OneByOne

_NOT_JEKYLL = ".nojekyll"
"""Tells hosts that show a git folder to take its files as they are."""


class Folder(OneByOne):
    """What is in it and is no name of the site is never looked at."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str, limit: int) -> bytes | None:
        try:
            with (self._root / name).open("rb") as file:
                content = file.read(limit + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise hosts.refused(hosts.NOT_READ, file=name, answer=_words(error)) from error
        if len(content) > limit:
            raise hosts.refused(hosts.TOO_LONG, file=name)
        return content

    def write(self, name: str, content: bytes) -> None:
        path = self._root / name
        part = path.with_name(path.name + PART)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(content)
            replace(part, path)
            if (self._root / ".git").exists():
                (self._root / _NOT_JEKYLL).touch()
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            template = hosts.NO_ROOM if hosts.is_full(error) else hosts.NOT_WRITTEN
            raise hosts.refused(template, file=name, answer=_words(error)) from error

    def remove(self, name: str) -> None:
        path = self._root / name
        try:
            path.unlink(missing_ok=True)
        except NotADirectoryError:
            return
        except OSError as error:
            raise hosts.refused(hosts.NOT_REMOVED, file=name, answer=_words(error)) from error
        for folder in path.parents:
            if folder == self._root:
                return
            try:
                folder.rmdir()
            except FileNotFoundError:
                continue
            except OSError:
                return

    def exists(self, name: str) -> bool:
        return os.path.lexists(self._root / name)

    def close(self) -> None:
        """Nothing is open."""


def _words(error: OSError) -> str:
    return error.strerror or type(error).__name__
