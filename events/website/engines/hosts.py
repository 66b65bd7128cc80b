"""What an upload needs of a host, and what may go wrong there, in sentences.

A *host* is the web space, shared folder or stick that the site is read from. Its names are those of
the manifest: ``sessions/2/index.html``. The words of a server stand behind ours, shortened, and
never with the password.
"""

import base64
import errno
import re
import socket
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from clubscore.text.problems import Refused, gettext_noop, sentence

CONNECT_SECONDS: Final = 15
"""How long a connection may take to be made."""

SECONDS: Final = 30
"""How long a host may be silent in an operation."""

PART: Final = ".part"
"""What a name ends in until the whole file is there."""

MAX_WORDS: Final = 200

_HIDDEN: Final = "•••"

_FULL: Final = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})


_IS_REFUSED: Final = re.compile(r"Errno (?:61|111)\b|WinError (?:1225|10061)\b")
"""As asyncio says that nobody answers at any of several addresses."""

_HEX: Final = re.compile(r"(?:SHA256:)?((?:[0-9A-Fa-f]{2}:?){32})")


def fingerprint_of(digest: bytes) -> str:
    """A SHA-256 as those of SSH are written: ``SHA256:…``."""
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


class HostError(Refused):
    """The host did not do what it was asked to."""


class CutError(HostError):
    """The connection was lost, or not made: another one may do."""


class UnknownKeyError(HostError):
    """The host shows a key or certificate that nobody has confirmed; nothing was sent."""

    fingerprint = ""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What lets in: a password, or a private key, whose password it then is; and the fingerprint
    of the host that is the right one."""

    password: str = field(default="", repr=False)
    key: str = field(default="", repr=False)
    host_key: str = ""
    allows_plain: bool = False

    @property
    def fingerprint(self) -> str:
        """That of the right host as it is written here; others write it in hexadecimal."""
        text = self.host_key.strip()
        match = _HEX.fullmatch(text)
        return fingerprint_of(bytes.fromhex(match[1].replace(":", ""))) if match else text

    def words(self, said: object) -> str:
        """What a server said, in one line, shortened, without the password."""
        text = " ".join(str(said).split())
        if self.password:
            text = text.replace(self.password, _HIDDEN)
        return text if len(text) <= MAX_WORDS else f"{text[: MAX_WORDS - 1]}…"


Written = Generator[str, None, None]
"""Names of files, as soon as each is there; to be closed."""


class Host(Protocol):
    """Where the site goes. All raise :class:`HostError`."""

    def read(self, name: str, limit: int) -> bytes | None:
        """A file of at most so many bytes; ``None`` where there is none."""

    def write(self, name: str, content: bytes) -> None:
        """Write a file, whole or not at all, in place of one that may be there; its folders are
        made."""

    def write_many(self, files: Iterable[tuple[str, bytes]]) -> Written:
        """Write files; the name of each as soon as it is there."""

    def remove(self, name: str) -> None:
        """Remove a file, if it is there, and the folders that are empty then."""

    def exists(self, name: str) -> bool:
        """Whether there is a file or folder of that name."""

    def close(self) -> None:
        """End the connection."""


class OneByOne:
    """Writing many files where one has to wait for another."""

    def write(self, name: str, content: bytes) -> None:
        raise NotImplementedError

    def write_many(self, files: Iterable[tuple[str, bytes]]) -> Written:
        for name, content in files:
            self.write(name, content)
            yield name


NOT_WRITTEN: Final = gettext_noop("%(file)s cannot be written there (%(answer)s).")
NOT_READ: Final = gettext_noop("%(file)s cannot be read there (%(answer)s).")
NOT_REMOVED: Final = gettext_noop("%(file)s cannot be removed there (%(answer)s).")
NO_ROOM: Final = gettext_noop(
    "The disk there is full, or what the host allows is used up: %(file)s was not written"
    " (%(answer)s)."
)
NO_RENAMING: Final = gettext_noop(
    "The host does not let files be renamed, and a page must never be there by half: %(file)s"
    " (%(answer)s). Ask for another way to upload."
)
TOO_LONG: Final = gettext_noop("%(file)s there is too long, and cannot be of clubscore.")
NOT_LET_IN: Final = gettext_noop("%(host)s does not take the name or the password (%(answer)s).")
NO_PASSWORD: Final = gettext_noop(
    "%(host)s wants a password, or a private key. Give one on the page Club’s site."
)
PLAIN: Final = gettext_noop(
    "With %(kind)s everybody on the way can read the password. Take SFTP or FTPS if the host has"
    " it; else say that you know, by its tick on the page Club’s site."
)
_LOST: Final = gettext_noop("The connection with %(host)s was lost (%(answer)s).")
_CUT: Final = gettext_noop("The connection with %(host)s was cut.")
_UNREACHED: Final = gettext_noop("%(host)s cannot be reached (%(answer)s).")
_CUT_AT_ONCE: Final = gettext_noop("%(host)s cannot be reached: the connection was cut at once.")
_NOBODY: Final = gettext_noop("%(host)s cannot be reached: nobody answers at that port.")
_SILENT: Final = gettext_noop("%(host)s does not answer in time.")
_NO_HOST: Final = gettext_noop(
    "There is no host %(host)s, or this computer is not on the internet (%(answer)s)."
)
UNKNOWN_KEY: Final = gettext_noop(
    "Nobody has said yet that %(host)s is the right host. It shows the fingerprint"
    " %(fingerprint)s: compare it with what its owner says; then accept it on the page Club’s"
    " site. No password was sent."
)
OTHER_KEY: Final = gettext_noop(
    "%(host)s shows the fingerprint %(fingerprint)s, and not the one that was accepted: its owner"
    " has changed it, or somebody stands in between. Ask, then accept the new one on the page"
    " Club’s site. No password was sent."
)

UNTRUSTED: Final = gettext_noop(
    "The certificate of %(host)s is not one that this computer trusts (%(answer)s). Its fingerprint"
    " is %(fingerprint)s: compare it with what the host’s owner says; then accept it on the page"
    " Club’s site. No password was sent."
)


def cut(host: str, answer: str, *, connected: bool = True) -> CutError:
    """A connection that was lost, or could not be made, in the words of the host."""
    return CutError(sentence(_LOST if connected else _UNREACHED, host=host, answer=answer))


def lost(
    host: str, error: BaseException, credentials: Credentials, *, connected: bool = True
) -> CutError:
    """A connection that was lost, or could not be made: in plain words where the computer's own
    would say nothing to a director."""
    if isinstance(error, TimeoutError):
        return CutError(sentence(_SILENT, host=host))
    if isinstance(error, socket.gaierror):
        return CutError(sentence(_NO_HOST, host=host, answer=credentials.words(error.strerror)))
    if isinstance(error, ConnectionRefusedError) or _IS_REFUSED.search(str(error)):
        return CutError(sentence(_NOBODY, host=host))
    if isinstance(error, (ConnectionError, EOFError)):
        return CutError(sentence(_CUT if connected else _CUT_AT_ONCE, host=host))
    said = getattr(error, "strerror", "") or getattr(error, "reason", "") or str(error)
    return cut(host, credentials.words(said or type(error).__name__), connected=connected)


def unknown_key(host: str, fingerprint: str, accepted: str, answer: str = "") -> UnknownKeyError:
    """A host that is not known yet, or is not the one that was accepted; ``answer`` is what this
    computer says of a certificate."""
    template = UNTRUSTED if answer else OTHER_KEY if accepted else UNKNOWN_KEY
    error = UnknownKeyError(sentence(template, host=host, fingerprint=fingerprint, answer=answer))
    error.fingerprint = fingerprint
    return error


def refused(template: str, **values: str) -> HostError:
    """An operation that the host refuses; the template is one of those above."""
    return HostError(sentence(template, **values))


def is_full(error: OSError) -> bool:
    """Whether the disk, or one's share of it, is full."""
    return error.errno in _FULL
