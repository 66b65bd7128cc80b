"""The images that the program's own image and its database are built on, pinned by digest.

``python -m tools.base_images`` looks up the digest of each and writes it beside the tag, in the
Dockerfile and in the compose files: the same bytes for everybody, until it is run again.
``--check`` looks nothing up; it lists those without a digest and ends with 1 if there are any.

Looking up needs the network, and docker with buildx, or skopeo.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FILES: Final = ("Dockerfile", "compose.yaml", "docs/examples/compose.secrets.yaml")
OWN: Final = "clubscore"
"""The image that compose builds itself."""
_IMAGE: Final = re.compile(
    r"(?P<before>^ARG BASE=|^ +image: )(?P<name>[a-z0-9][\w.:/-]*)(?:@(?P<digest>\S+))?$",
    re.MULTILINE,
)
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")


class NotFoundError(RuntimeError):
    """No digest could be looked up."""


def images(text: str) -> dict[str, str]:
    """The images that a file names, with their digests; empty where there is none."""
    found = {each["name"]: each["digest"] or "" for each in _IMAGE.finditer(text)}
    found.pop(OWN, None)
    return found


def pinned(text: str, digest_of: Callable[[str], str]) -> str:
    """The text of a file with the digest of every image."""

    def pin(found: re.Match[str]) -> str:
        name = found["name"]
        return found[0] if name == OWN else f"{found['before']}{name}@{digest_of(name)}"

    return _IMAGE.sub(pin, text)


def without_digest(root: Path = ROOT) -> list[str]:
    """What ``--check`` lists: the file and the image."""
    return [
        f"{file}: {name}"
        for file in FILES
        for name, digest in images((root / file).read_text(encoding="utf-8")).items()
        if not _DIGEST.fullmatch(digest)
    ]


def look_up(name: str) -> str:
    """The digest of what a tag names today, for all kinds of processors."""
    if shutil.which("skopeo"):
        manifest = _output("skopeo", "inspect", "--raw", f"docker://{name}")
        return f"sha256:{hashlib.sha256(manifest).hexdigest()}"
    if not shutil.which("docker"):
        raise NotFoundError("This needs docker with buildx, or skopeo.")
    command = ("docker", "buildx", "imagetools", "inspect", name, "--format")
    digest = _output(*command, "{{.Manifest.Digest}}").decode().strip()
    if not _DIGEST.fullmatch(digest):
        raise NotFoundError(f"docker names no digest of {name}: {digest}")
    return digest


def _output(*command: str) -> bytes:
    answer = subprocess.run(command, capture_output=True)
    if answer.returncode:
        raise NotFoundError(f"{command[0]}: {answer.stderr.decode(errors='replace').strip()}")
    return answer.stdout


def pin_all(root: Path = ROOT, digest_of: Callable[[str], str] = look_up) -> None:
    """Write the digests into the files: into all of them, or, when one is not found, none."""
    texts = {file: (root / file).read_text(encoding="utf-8") for file in FILES}
    known = {name: digest_of(name) for text in texts.values() for name in images(text)}
    for file, text in texts.items():
        (root / file).write_text(pinned(text, known.__getitem__), encoding="utf-8")


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        open_ones = without_digest()
        print("\n".join(open_ones) or "Every base image has a digest.")
        return 1 if open_ones else 0
    try:
        pin_all()
    except NotFoundError as error:
        print(f"Nothing was changed. {error}", file=sys.stderr)
        return 1
    print("Pinned. Build and try the image before you store it: make image")
    return 0


if __name__ == "__main__":
    sys.exit(main())
