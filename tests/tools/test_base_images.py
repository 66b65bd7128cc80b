import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from tools import base_images
from tools.base_images import NotFoundError, images, look_up, pin_all, pinned, without_digest

DIGEST = f"sha256:{'0a' * 32}"
DOCKERFILE = "# The base\nARG BASE=python:3.12-slim\nFROM ${BASE}\nRUN true\n"
COMPOSE = """services:
  database:
    image: registry.example:5000/club/postgres:16
  web:
    build: .
    image: clubscore
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "examples").mkdir(parents=True)
    for name in base_images.FILES:
        (tmp_path / name).write_text(DOCKERFILE if name == "Dockerfile" else COMPOSE)
    return tmp_path


def test_the_images_of_this_project_are_found():
    found = [list(images((base_images.ROOT / name).read_text())) for name in base_images.FILES]

    assert found == [["python:3.12-slim-bookworm"], ["postgres:16"], ["postgres:16"]]


def test_every_image_of_this_project_is_pinned():
    assert without_digest() == []


def test_pinning_changes_the_names_alone_and_can_be_repeated():
    text = pinned(DOCKERFILE, lambda name: DIGEST)

    assert text == DOCKERFILE.replace("3.12-slim", f"3.12-slim@{DIGEST}")
    assert images(text) == {"python:3.12-slim": DIGEST}
    other = f"sha256:{'1b' * 32}"
    assert pinned(text, lambda name: other) == text.replace(DIGEST, other)


def test_our_own_image_is_not_pinned():
    assert pinned(COMPOSE, lambda name: DIGEST) == COMPOSE.replace(":16", f":16@{DIGEST}")


def test_check_lists_what_has_no_digest(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(base_images, "ROOT", root)
    monkeypatch.setattr("sys.argv", ["base_images", "--check"])
    monkeypatch.setattr(base_images, "without_digest", lambda: without_digest(root))
    assert base_images.main() == 1
    assert capsys.readouterr().out.splitlines() == [
        "Dockerfile: python:3.12-slim",
        "compose.yaml: registry.example:5000/club/postgres:16",
        "docs/examples/compose.secrets.yaml: registry.example:5000/club/postgres:16",
    ]

    pin_all(root, lambda name: DIGEST)
    assert base_images.main() == 0
    (root / "Dockerfile").write_text(DOCKERFILE.replace("slim", "slim@sha256:short"))
    assert without_digest(root) == ["Dockerfile: python:3.12-slim"]


def test_nothing_is_changed_when_one_is_not_found(root: Path):
    def refuse(name: str) -> str:
        if "postgres" in name:
            raise NotFoundError("no such host")
        return DIGEST

    with pytest.raises(NotFoundError):
        pin_all(root, refuse)

    assert [(root / name).read_text() for name in base_images.FILES] == [
        DOCKERFILE,
        COMPOSE,
        COMPOSE,
    ]


@pytest.mark.parametrize(
    ("program", "answer", "expected"),
    [
        ("skopeo", b'{"manifests": []}', None),
        ("docker", f"{DIGEST}\n".encode(), DIGEST),
    ],
)
def test_digest_by_either_program(
    monkeypatch: pytest.MonkeyPatch, program: str, answer: bytes, expected: str | None
):
    commands: list[tuple[str, ...]] = []

    def run(command: tuple[str, ...], **options: object) -> subprocess.CompletedProcess[bytes]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, answer, b"")

    monkeypatch.setattr(shutil, "which", lambda name: name if name == program else None)
    monkeypatch.setattr(subprocess, "run", run)

    assert look_up("python:3") == (expected or f"sha256:{hashlib.sha256(answer).hexdigest()}")
    assert [command[0] for command in commands] == [program]


@pytest.mark.parametrize(
    ("program", "code", "out", "reason"),
    [
        (None, 0, b"", "This needs docker with buildx, or skopeo."),
        ("docker", 1, b"", "docker: no such host"),
        ("docker", 0, b"<nil>", "docker names no digest of python:3: <nil>"),
    ],
)
def test_digest_that_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch, program: str | None, code: int, out: bytes, reason: str
):
    answer = subprocess.CompletedProcess((), code, out, b"no such host\n")
    monkeypatch.setattr(shutil, "which", lambda name: name if name == program else None)
    monkeypatch.setattr(subprocess, "run", lambda command, **options: answer)

    with pytest.raises(NotFoundError) as refused:
        look_up("python:3")

    assert str(refused.value) == reason
