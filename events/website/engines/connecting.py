"""The host of a target: which module does it, and what is refused before anything is sent."""

from pathlib import Path

from clubscore.text.problems import Problem, sentence
from events.website.domain import Target, TargetKind
from events.website.engines import hosts
from events.website.engines.folder import Folder
from events.website.engines.hosts import Credentials, Host, HostError

_NAMES = {TargetKind.FTP: "FTP", TargetKind.PLAIN_WEBDAV: "http"}


def refuse_plain(target: Target, credentials: Credentials) -> None:
    """Refuse to send a password that can be read on the way, unless somebody has said so."""
    if target.is_plain and not credentials.allows_plain:
        problem = Problem(sentence(hosts.PLAIN, kind=_NAMES[target.kind]), column="allows_plain")
        raise HostError(problem)


def connect(target: Target, credentials: Credentials) -> Host:
    """A connection with the host. Raises :class:`.hosts.HostError`."""
    refuse_plain(target, credentials)
    if target.kind == TargetKind.FOLDER:
        return Folder(Path(target.folder))
    # Not at the top: few processes upload anything, and these take some megabytes.
    if target.kind == TargetKind.SFTP:
        from events.website.engines.sftp import Sftp

        return Sftp(target, credentials)
    if target.kind in {TargetKind.FTPS, TargetKind.FTP}:
        from events.website.engines.ftp import Ftp

        return Ftp(target, credentials)
    from events.website.engines.webdav import WebDav

    return WebDav(target, credentials)
