"""Where the site goes and what lets in there: stored, tried, confirmed, forgotten.

Passwords and keys are sealed (:mod:`clubscore.keeping.sealed_text`) and belong to one name at one
host: they are never sent anywhere else.
"""

from dataclasses import dataclass, replace
from typing import Final

from clubscore.database.transactions import in_transaction
from clubscore.keeping.sealed_text import UnreadableTextError, seal, unseal
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import check
from events.models import ClubSite
from events.models.website import ONLY_ROW
from events.website.domain import FIRST_LEVEL, Target, TargetKind
from events.website.engines.hosts import Credentials, UnknownKeyError
from events.website.selectors import site_settings
from events.website.services.exporting import checked_address
from events.website.services.uploading import look_there

_OTHER_SECRET = gettext_noop(
    "The password was stored by another installation and cannot be read here. Type it again."
)
_NOWHERE = gettext_noop("Nobody has said yet where the site goes.")


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a connection: the fingerprint that the host shows where nobody has accepted it
    yet, and what went wrong."""

    fingerprint: str = ""
    problems: tuple[Problem, ...] = ()

    @property
    def is_successful(self) -> bool:
        return not self.problems


def target_of(*, kind: TargetKind, host: str, folder: str, name: str) -> Target:
    """The target of the fields of a page; ``host`` may have a port. Raises :class:`Refused`."""
    if kind == TargetKind.FOLDER:
        return Target.read(folder.strip())
    if not host.strip() or any(sign in host for sign in "/@?#"):
        raise Refused(Problem(sentence("Type the name of the host alone."), column="host"))
    found = Target.read(f"{kind}://{host.strip()}/")
    return replace(found, folder=f"/{folder.strip().lstrip('/')}", user=name.strip())


@in_transaction
def store_account(
    *, target: Target, password: str = "", key: str = "", allows_plain: bool = False, by: Actor
) -> None:
    """Store where the site goes. An empty password and an empty key leave what is stored, as long
    as the name and the host are the same."""
    site = _locked()
    is_same = bool(site.target) and Target.read(site.target).login == target.login
    if not is_same:
        site.sealed_password = site.sealed_key = site.host_key = ""
    site.target, site.allows_plain = str(target), allows_plain
    if password:
        site.sealed_password = seal(password)
    if key:
        site.sealed_key = seal(key)
    check(site)
    site.save()


def hold_site(**_others: object) -> None:
    """Let nobody change the site until this transaction ends: for a page that compares what was
    sent with what is stored."""
    _locked()


@in_transaction
def change_site(*, site: ClubSite, by: Actor) -> None:
    """Store what the site says of itself, as a form has it; where it goes stays. Raises
    :class:`Refused` for an address that is none."""
    if site.address:
        site.address = checked_address(site.address)
    hold_site()
    check(site)
    site.save(update_fields=_SAID)


_SAID: Final = (
    *("address", "is_listed", "has_search", "language", "contact", "reason"),
    "uploads_itself",
)


@in_transaction
def forget_account(*, by: Actor) -> None:
    """Forget where the site goes, with password, key and fingerprint. What was sent stays there."""
    site = _locked()
    site.target = site.sealed_password = site.sealed_key = site.host_key = ""
    site.allows_plain = site.uploads_itself = False
    site.save()


@in_transaction
def accept_host_key(*, fingerprint: str, by: Actor) -> None:
    """Keep a fingerprint (``SHA256:…``) that the director has taken for the right one."""
    site = _locked()
    site.host_key = fingerprint.strip()
    check(site)
    site.save(update_fields=["host_key"])


def _locked() -> ClubSite:
    return ClubSite.objects.select_for_update().get(pk=site_settings().pk)


def stored_target() -> Target:
    """Where the site goes. Raises :class:`Refused` where nobody has said so."""
    site = ClubSite.objects.filter(pk=ONLY_ROW).exclude(target="").first()
    if site is None:
        raise Refused(sentence(_NOWHERE))
    return Target.read(site.target)


def credentials_for(
    target: Target,
    *,
    password: str = "",
    key: str = "",
    host_key: str = "",
    allows_plain: bool = False,
) -> Credentials:
    """What lets in at a target: what is given, else what is stored for that name at that host."""
    given = Credentials(password, key, host_key, allows_plain)
    site = ClubSite.objects.filter(pk=ONLY_ROW).exclude(target="").first()
    if site is None or Target.read(site.target).login != target.login:
        return given
    try:
        return Credentials(
            password or _unsealed(site.sealed_password if not key else ""),
            key or _unsealed(site.sealed_key if not password else ""),
            host_key or site.host_key,
            allows_plain or site.allows_plain,
        )
    except UnreadableTextError:
        raise Refused(sentence(_OTHER_SECRET)) from None


def _unsealed(sealed: str) -> str:
    return unseal(sealed) if sealed else ""


def try_account() -> Trial:
    """Connect with what is stored, and see whether the site would be let in; nothing is
    written."""
    try:
        target = stored_target()
        look_there(
            target=target,
            credentials=credentials_for(target),
            site=str(site_settings().uuid),
            first_names=FIRST_LEVEL,
        )
    except UnknownKeyError as unknown:
        return Trial(unknown.fingerprint, unknown.problems)
    except Refused as refusal:
        return Trial(problems=refusal.problems)
    return Trial()
