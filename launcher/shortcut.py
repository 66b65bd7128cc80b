"""A shortcut on the desktop, offered once to whoever sits at a terminal.

There is no icon in the tray: the one package for all three systems, pystray, has had no release
since 2023, brings Pillow, and on Linux needs parts of the desktop that no wheel has. The window in
which clubscore was started says that it runs.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

from launcher.console import ask, has_terminal, say
from launcher.folders import Folders

_ASKED: Final = ".shortcut-offered"
_POWERSHELL: Final = (
    "$s = (New-Object -ComObject WScript.Shell).CreateShortcut($args[0]); "
    "$s.TargetPath = $args[1]; $s.Arguments = $args[2]; $s.WorkingDirectory = $args[3]; $s.Save()"
)


def offer(folders: Folders) -> None:
    """Ask once whether a shortcut is wanted."""
    asked = folders.state / _ASKED
    desktop = Path.home() / "Desktop"
    if not has_terminal() or asked.exists() or not desktop.is_dir():
        return
    asked.touch()
    if ask("Put a shortcut to clubscore on the desktop? (yes, no)", "no").casefold()[:1] == "y":
        try:
            say(f"The shortcut is {make(folders, desktop)}")
        except (OSError, subprocess.SubprocessError) as error:
            say(f"No shortcut could be made: {error}")


def make(folders: Folders, desktop: Path, platform: str = sys.platform) -> Path:
    """Make the shortcut, and return it."""
    start = folders.program / "start.py"
    if platform == "win32":
        path = desktop / "clubscore.lnk"
        program, quoted = sys.executable, f'"{start}"'
        arguments = [str(path), program, quoted, str(folders.program)]
        # As arguments of a block: nothing in a folder's name is read as a command.
        block = " ".join("'" + argument.replace("'", "''") + "'" for argument in arguments)
        command = ["powershell", "-NoProfile", "-Command", f"& {{ {_POWERSHELL} }} {block}"]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603
        return path
    if platform == "darwin":
        path = desktop / "clubscore.command"
        text = f"#!/bin/sh\nexec {_sh(sys.executable)} {_sh(str(start))}\n"
    else:
        path = desktop / "clubscore.desktop"
        icon = folders.program / "static" / "img" / "icon.svg"
        text = (
            "[Desktop Entry]\nType=Application\nName=clubscore\nTerminal=true\n"
            f"Exec={_exec(sys.executable)} {_exec(str(start))}\nIcon={icon}\n"
        )
    path.write_text(text, encoding="utf-8", newline="\n")
    path.chmod(0o755)
    return path


def _sh(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _exec(text: str) -> str:
    """An argument as the desktop's files write it."""
    for sign in ("\\", '"', "`", "$"):
        text = text.replace(sign, "\\\\" + sign)
    return '"' + text.replace("%", "%%") + '"'
