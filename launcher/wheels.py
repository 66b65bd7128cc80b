"""``--download``: the packages in a folder, for a machine without a network."""

import re
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from launcher.console import Trouble, say
from launcher.environment import (
    SOLVER,
    WITHOUT_DEPENDENCIES,
    NoNetwork,
    bare_environment,
    pins,
    run_pip,
)
from launcher.folders import Folders

PLATFORMS: Final = {
    "windows": ("win32", ("win_amd64",)),
    "macos": (
        "darwin",
        tuple(
            f"macosx_{version}_{chip}"
            for chip in ("arm64", "universal2")
            for version in ("14_0", "13_0", "12_0", "11_0", "10_13", "10_9")
        ),
    ),
    "linux": ("linux", ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")),
    "raspberry": (
        "linux",
        ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    ),
}
_MARKER: Final = re.compile(
    r" ; (?:sys_platform (==|!=) '(\w+)'|python_full_version (<|>=) '3\.(\d+)')(?= \\)"
)


def download(folders: Folders, target: Path, *, platform: str, version: str) -> None:
    """Fetch the wheels of a platform; of this machine without one. ``version`` is the Python's
    there, such as 3.12."""
    if platform and platform not in PLATFORMS:
        raise Trouble(f"--platform is one of {', '.join(PLATFORMS)}, not “{platform}”.")
    if not re.fullmatch(r"3\.\d+", version):
        raise Trouble(f"--python is a version such as 3.12, not “{version}”.")
    bare_environment(folders)
    system, tags = PLATFORMS.get(platform, (sys.platform, ()))
    options = [option for tag in tags for option in ("--platform", tag)]
    if tags:
        options += ["--implementation", "cp", "--python-version", version]
    # The file names all of them; pip would look for those of its own system and Python.
    options += ["--require-hashes", *WITHOUT_DEPENDENCIES, "--dest", str(target)]
    say(f"Fetching packages into {target} ...")
    fetch = partial(_fetch, folders, options, system=system, minor=int(version[2:]))
    try:
        fetch("requirements.txt")
    except NoNetwork as trouble:
        raise Trouble(
            "The packages cannot be fetched: there is no network here, or one of them is not\n"
            f"made for {platform or 'this system'} with Python {version}."
        ) from trouble
    try:
        fetch(SOLVER)
    except Trouble:
        say(
            "The double-dummy solver (endplay) is not among them: there is none for"
            f" {platform or 'this system'} with Python {version}. clubscore runs without it."
        )
    say(
        f"{len(list(target.glob('*.whl')))} packages are in {target}. Bring that folder, named\n"
        "wheels, into the folder of start.py on the other machine, and start clubscore there."
    )


def _fetch(folders: Folders, options: list[str], name: str, *, system: str, minor: int) -> None:
    text = (folders.program / name).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_text(requirements_of(text, system, minor), encoding="utf-8")
        command = [str(folders.python), "-m", "pip", "--disable-pip-version-check", "download"]
        run_pip([*command, *options, "-r", str(file)], count=len(pins(file)))


def requirements_of(text: str, system: str, minor: int) -> str:
    """The requirements of another system and Python 3.``minor``; pip would take this one's."""
    blocks = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    return "".join(_MARKER.sub("", block) for block in blocks if _is_for(block, system, minor))


def _is_for(block: str, system: str, minor: int) -> bool:
    match = _MARKER.search(block.split("\n", 1)[0])
    if match is None:
        return True
    if match[1]:
        return (match[1] == "==") == (match[2] == system)
    return (match[3] == "<") == (minor < int(match[4]))
