"""Plans for the services of the club's site: where it goes, and its uploads."""

from events.website.domain import Target
from events.website.selectors import stored_site
from events.website.services import account, previewing, sending
from tests.concurrency.races.cases import CASES, Case, case
from tests.concurrency.races.world import actor

_TARGET = Target.read("sftp://anna@host.example/~/")


@case("store where the site goes", account.store_account, "Site")
def _stored() -> dict[str, object]:
    return {"target": _TARGET, "password": "secret", "by": actor()}


@case("forget where the site goes", account.forget_account, "Site")
def _forgotten() -> dict[str, object]:
    return {"by": actor()}


@case("accept the host of the site", account.accept_host_key, "Site")
def _accepted() -> dict[str, object]:
    return {"fingerprint": "SHA256:abc", "by": actor()}


@case("say what the site says", account.change_site, "Site")
def _said() -> dict[str, object]:
    site = stored_site()
    site.contact = "the secretary"
    return {"site": site, "by": actor()}


@case("make the pages of the site", previewing.ask_for_pages, "Site")
def _asked() -> dict[str, object]:
    return {"by": actor()}


@case("files are deleted by hand", previewing.forget_removed, "Site")
def _deleted() -> dict[str, object]:
    return {"by": actor()}


@case("stop an upload of the site", sending.stop_upload, "Site")
def _stopped() -> dict[str, object]:
    return {"by": actor()}


CASES["upload the site"] = Case(
    sending.start_upload,
    lambda: lambda: sending.start_upload(by=actor()),
    frozenset(["Site"]),
    lambda: account.store_account(target=_TARGET, by=actor()),
)
