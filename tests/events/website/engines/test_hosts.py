"""One contract for all that a site can be sent to, against servers on this machine."""

import base64
import contextlib
import errno
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from events.website.domain import MANIFEST, Target
from events.website.engines import hosts
from events.website.engines.connecting import connect
from events.website.engines.hosts import Credentials, Host, UnknownKeyError
from events.website.services.uploading import Outcome, upload
from tests.events.website.engines import servers
from tests.events.website.engines.servers import KINDS, Certificate, Running
from tests.events.website.sites import FIRST, SECOND, files_in, make_site

OWN = {"club/own.html": b"the club's own", "club/results/sessions/1/own.txt": b"the club's own"}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return servers.make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(params=KINDS)
def running(
    request: pytest.FixtureRequest, tmp_path: Path, certificate: Certificate
) -> Iterator[Running]:
    with KINDS[request.param](tmp_path / "root", certificate) as running:
        yield running


@contextlib.contextmanager
def connected(running: Running) -> Iterator[Host]:
    with contextlib.closing(connect(running.target, running.credentials)) as host:
        yield host


def send(running: Running, site: Path, **options) -> Outcome:
    return upload(
        **{
            "folder": site,
            "target": running.target,
            "credentials": running.credentials,
            "data": site.parent / "data",
            "pause": lambda _seconds: None,
            "attempts": 0,
            **options,
        }
    )


def said(outcome: Outcome) -> str:
    return " ".join(map(str, outcome.problems))


def test_a_host_reads_writes_and_removes(running: Running) -> None:
    with connected(running) as host:
        assert host.read("a/b/page.html", 10) is None
        host.write("a/b/page.html", b"one")
        host.write("a/b/page.html", b"another")
        long = bytes(range(256)) * 4000
        many = {f"c/{number}/page.html": long[number:] for number in range(20)}
        assert sorted(host.write_many(many.items())) == sorted(many)
        assert host.read("a/b/page.html", 7) == b"another"
        with pytest.raises(ValueError, match="too long"):
            host.read("a/b/page.html", 6)
    with connected(running) as host:
        assert [host.exists(name) for name in ("a", "a/b/page.html", "a/c", "d/e")] == [
            True, True, False, False,
        ]  # fmt: skip
        (running.site / "a" / "own.txt").write_text("own")
        host.remove("a/b/page.html")
        host.remove("a/b/page.html")
        host.remove("nowhere/page.html")
    pages = {f"club/results/{name}": content for name, content in many.items()}
    assert files_in(running.root) == {**pages, "club/results/a/own.txt": b"own"}
    # WebDAV deletes a folder with all that is in it.
    is_kept = (running.site / "a" / "b").exists()
    assert is_kept == (running.target.kind in {"https", "http"})


def cut_in_turn(running: Running, tmp_path: Path, every: int) -> int:
    """Cut an upload after each tick, go on, and compare; how many ticks it took uncut."""
    site, count = tmp_path / "site", 0
    while True:
        for path in sorted(running.root.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        make_site(site, FIRST)
        running.cutter.left = 10**9
        assert said(send(running, site)) == ""
        for name, content in OWN.items():
            (running.root / name).write_bytes(content)
        make_site(site, SECOND)
        running.cutter.left, running.cutter.is_cut = count, False
        outcome = send(running, site)
        assert outcome.complete != running.cutter.is_cut
        if outcome.complete:
            return count
        before, left = len(outcome.sent), outcome.left
        assert left > 0 or before == 3
        for path in running.site.rglob("*.html"):
            assert path.read_bytes().decode() in {*FIRST.values(), *SECOND.values()}
        running.cutter.left = 10**9
        again = send(running, site)
        assert (said(again), again.complete) == ("", True)
        assert len(again.sent) + before == 3
        sent = {f"club/results/{name}": content for name, content in files_in(site).items()}
        assert files_in(running.root) == {**sent, **OWN}
        count += every


def test_a_cut_connection_loses_nothing(running: Running, tmp_path: Path) -> None:
    if running.target.kind == "file":
        pytest.skip("A folder has no connection: test_uploading")
    assert cut_in_turn(running, tmp_path, every=19) > 19


@pytest.mark.large
def test_a_connection_cut_after_every_operation_loses_nothing(
    running: Running, tmp_path: Path
) -> None:
    if running.target.kind == "file":
        pytest.skip("A folder has no connection: test_uploading")
    assert cut_in_turn(running, tmp_path, every=1) > 20


def test_nothing_to_do_reads_the_manifest_alone(running: Running, tmp_path: Path) -> None:
    make_site(tmp_path / "site", FIRST)
    assert send(running, tmp_path / "site").complete
    before = {path: path.stat().st_mtime_ns for path in running.root.rglob("*")}
    running.cutter.asked.clear()
    outcome = send(running, tmp_path / "site")
    assert (outcome.sent, outcome.unchanged, outcome.complete) == ([], len(FIRST), True)
    assert len(running.cutter.asked) <= 1
    assert {path: path.stat().st_mtime_ns for path in running.root.rglob("*")} == before


def test_a_foreign_page_is_refused(running: Running, tmp_path: Path) -> None:
    make_site(tmp_path / "site", FIRST)
    running.site.mkdir(parents=True)
    (running.site / "index.html").write_text("the club's own")
    before = files_in(running.root)
    assert said(send(running, tmp_path / "site")).startswith("index.html: that is there already")
    assert files_in(running.root) == before


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "password": ({"password": "battery staple"}, "does not take the name or the password"),
    "no password": ({"password": ""}, "wants a password, or a private key"),
    "unknown key": ({"host_key": ""}, "compare it with what"),
    "two lines": ({"password": "two\r\nlines"}, "does not take the name or the password"),
    "another key": ({"host_key": "SHA256:abc"}, "and not the one that was accepted"),
    "plain": ({"allows_plain": False}, "everybody on the way can read the password"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_may_not_be_is_refused_and_nothing_changed(
    running: Running, tmp_path: Path, wrong: str
) -> None:
    make_site(tmp_path / "site", FIRST)
    changed, sentence = WRONG[wrong]
    own = running.credentials
    if running.target.kind == "file" or (
        ("key" in wrong and not own.host_key) or (wrong == "plain" and not own.allows_plain)
    ):
        pytest.skip("Not of this kind of host")
    values: dict[str, Any] = {
        "password": own.password, "host_key": own.host_key, "allows_plain": own.allows_plain,
    }  # fmt: skip
    outcome = send(running, tmp_path / "site", credentials=Credentials(**{**values, **changed}))
    assert sentence in said(outcome)
    if "key" in wrong:
        assert own.host_key in said(outcome)
        assert running.cutter.asked == []
    assert values["password"] not in said(outcome)
    assert "battery staple" not in said(outcome) + repr(outcome)
    assert files_in(running.root) == {}


ODD_HOSTS: dict[str, tuple[Callable, str]] = {
    "ftp, no sizes": (lambda root, _: servers.ftp(root, None, unknown={"SIZE"}), ""),
    "ftp, in latin-1": (lambda root, _: servers.ftp(root, None, encoding="latin-1"), ""),
    "ftp, replaces nothing": (lambda root, _: servers.ftp(root, None, replaces_nothing=True), ""),
    "ftp, never renames": (
        lambda root, _: servers.ftp(root, None, unknown={"RNFR"}, status=550),
        "does not let files be renamed",
    ),
    "ftp, full": (
        lambda root, _: servers.ftp(root, None, unknown={"STOR"}, status=552), "disk there is full"
    ),
    "ftp, no tls": (lambda root, own: servers.ftp(root, own, unknown={"AUTH"}), "no encrypted FTP"),
    "sftp, replaces nothing": (lambda root, own: servers.sftp(root, own, posix=False), ""),
    "webdav, sends on": (
        lambda root, own: servers.webdav(root, own, answers={"GET": 302}), "elsewhere.example"
    ),
    "webdav, full": (
        lambda root, own: servers.webdav(root, own, answers={"PUT": 507}), "disk there is full"
    ),
    "webdav, never renames": (
        lambda root, own: servers.webdav(root, own, answers={"MOVE": 405}),
        "does not let files be renamed",
    ),
    "webdav, plain": (lambda root, _: servers.webdav(root, None), ""),
}  # fmt: skip


@pytest.mark.parametrize("odd", ODD_HOSTS)
def test_odd_hosts(odd: str, tmp_path: Path, certificate: Certificate) -> None:
    make_server, sentence = ODD_HOSTS[odd]
    site = tmp_path / "site"
    make_site(site, FIRST)
    with make_server(tmp_path / "root", certificate) as running:
        outcome = send(running, site)
        assert sentence in said(outcome)
        assert outcome.complete == (not sentence), said(outcome)
        if not sentence:
            make_site(site, SECOND)
            assert said(send(running, site)) == ""
            assert files_in(running.site) == files_in(site)
        else:
            assert {path.suffix for path in running.root.rglob("*") if path.is_file()} <= {".part"}


def test_a_certificate_that_this_computer_trusts_needs_no_fingerprint(
    tmp_path: Path, certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.alone))
    make_site(tmp_path / "site", FIRST)
    for kind in (servers.ftp, servers.webdav):
        with kind(tmp_path / kind.__name__, certificate) as running:
            credentials = Credentials(servers.PASSWORD)
            assert said(send(running, tmp_path / "site", credentials=credentials)) == ""


def test_a_certificate_is_looked_at_whenever_a_connection_is_made(
    tmp_path: Path, certificate: Certificate
) -> None:
    """A host may hang up after an answer, and another one take its place."""
    with servers.webdav(tmp_path / "root", certificate) as running, connected(running) as host:
        assert host.read("page.html", 9) is None
        host._connection.close()
        host._connection.accepted = "SHA256:abc"
        with pytest.raises(UnknownKeyError):
            host.read("page.html", 9)
        assert running.cutter.asked == ["GET /club/results/page.html"]


def test_a_private_key_lets_in(tmp_path: Path, certificate: Certificate) -> None:
    import asyncssh

    key = asyncssh.generate_private_key("ssh-ed25519")
    private = key.export_private_key("pkcs8-pem", passphrase=servers.PASSWORD).decode()
    make_site(tmp_path / "site", FIRST)
    with servers.sftp(tmp_path / "root", certificate, key=key.convert_to_public()) as running:
        host_key = running.credentials.host_key
        for credentials, sentence in (
            (Credentials(servers.PASSWORD, private, host_key), ""),
            (Credentials("", private, host_key), "no private key that can be read"),
            (Credentials(servers.PASSWORD, "nonsense", host_key), "no private key"),
            (Credentials(servers.PASSWORD, "", host_key), "does not take the name"),
        ):
            outcome = send(running, tmp_path / "site", credentials=credentials)
            assert sentence in said(outcome)
            assert bool(outcome.problems) == bool(sentence), said(outcome)


def test_a_fingerprint_may_be_in_hexadecimal(tmp_path: Path, certificate: Certificate) -> None:
    make_site(tmp_path / "site", FIRST)
    with servers.ftp(tmp_path / "root", certificate) as running:
        digest = base64.b64decode(certificate.fingerprint[7:] + "=").hex(":").upper()
        credentials = Credentials(servers.PASSWORD, host_key=f"SHA256:{digest} ")
        assert said(send(running, tmp_path / "site", credentials=credentials)) == ""


@pytest.mark.parametrize("kind", ["sftp", "ftps", "ftp", "https"])
def test_a_host_that_is_not_there_is_named(kind: str, tmp_path: Path) -> None:
    make_site(tmp_path / "site", FIRST)
    # Nothing listens at the discard port.
    target = Target.read(f"{kind}://anna@127.0.0.1:9/")
    outcome = upload(
        folder=tmp_path / "site",
        target=target,
        credentials=Credentials("secret", allows_plain=True),
        data=tmp_path,
        attempts=0,
    )
    assert "127.0.0.1 cannot be reached: nobody answers at that port." in said(outcome)
    assert outcome.left == len(FIRST)


def test_the_folder_of_the_login(tmp_path: Path, certificate: Certificate) -> None:
    make_site(tmp_path / "site", FIRST)
    for kind in (servers.sftp, servers.ftp):
        for folder in ("/~/", "/~/club"):
            root = tmp_path / f"{kind.__name__}-{len(folder)}"
            with kind(root, certificate) as running:
                address = str(running.target).replace("/club/results/", folder)
                outcome = send(running, tmp_path / "site", target=Target.read(address))
                assert said(outcome) == ""
                there = files_in(root / folder[3:])
                assert there == files_in(tmp_path / "site")
                assert MANIFEST in there


@pytest.mark.parametrize(("error", "text"), [
    (BrokenPipeError(errno.EPIPE, "Broken pipe"), "The connection with host was cut."),
    (EOFError(), "The connection with host was cut."),
    (OSError("Multiple exceptions: [Errno 111] Connect call failed ('::1', 1, 0, 0)"),
     "host cannot be reached: nobody answers at that port."),
    (OSError(errno.ENETUNREACH, "Network is unreachable"),
     "The connection with host was lost (Network is unreachable)."),
])  # fmt: skip
def test_a_lost_connection_is_told_in_plain_words(error: Exception, text: str) -> None:
    assert str(hosts.lost("host", error, Credentials()).problems[0].message) == text
