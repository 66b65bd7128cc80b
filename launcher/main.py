"""``start.py``'s command line."""

import argparse
import os
import sys
import webbrowser
from pathlib import Path

import clubscore
from clubscore.__main__ import print_any_letter
from clubscore.server import server_lock
from launcher import shortcut
from launcher.console import Trouble, has_terminal, say
from launcher.environment import install_missing_solver, make_environment
from launcher.folders import ROOT, Folders, find_folders
from launcher.serving import serve
from launcher.updating import current, go_back, update
from launcher.wheels import PLATFORMS, download


def main(arguments: list[str], program: str = str(ROOT)) -> int:
    """Do what the command line asks of the program in this folder; the exit status."""
    print_any_letter()
    options = parser().parse_args(arguments)
    status = 1
    try:
        status = run(options, Path(program))
    except Trouble as trouble:
        sys.stderr.write(f"{trouble}\n")
    except PermissionError as error:
        sys.stderr.write(
            f"{error.filename} cannot be written: it belongs to somebody else, or another program\n"
            "(often a virus scanner) holds it. Wait a minute and start again.\n"
        )
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
    if status and sys.platform == "win32" and has_terminal():
        # After a double click the window would close, and nobody could read it.
        input("Press Enter to close this window.")
    return status


def parser() -> argparse.ArgumentParser:
    """What ``start.py`` understands."""
    argument_parser = argparse.ArgumentParser(prog="start.py", description="Start clubscore.")
    add = argument_parser.add_argument
    add("--version", action="version", version=f"clubscore {clubscore.__version__}")
    add("--data", default="", metavar="FOLDER", help="folder of the club's data")
    add("--port", type=int, metavar="NUMBER", help="port of the web server (8000)")
    add("--empty", action="store_true", help="on the first start, make no demo club")
    add("--hall", action="store_true", help="open it to the phones on the hall's Wi-Fi")
    add("--setup", action="store_true", help="install what is needed, and start nothing")
    add("--update", metavar="WHEEL", type=Path, help="install this release, or that of a folder")
    add("--back", action="store_true", help="start the release before the last update again")
    add("--download", metavar="FOLDER", type=Path, help="fetch the packages for another machine")
    add("--platform", default="", help=f"with --download: {', '.join(PLATFORMS)}")
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    add("--python", default=version, help="with --download: version of its Python, such as 3.12")
    return argument_parser


def run(options: argparse.Namespace, program: Path) -> int:
    """Raise :class:`Trouble`, with a sentence, where something is missing."""
    folders = find_folders(program, data=options.data)
    if options.port:
        os.environ["PORT"] = str(options.port)
    if options.hall:
        os.environ["CLUBSCORE_HALL"] = "yes"
    if options.update:
        update(folders, options.update.expanduser().resolve())
        return 0
    if options.back:
        go_back(folders)
        return 0
    if not options.setup:
        _refuse_second(folders)
    release = current(folders)
    if options.download:
        place = options.download.expanduser().resolve()
        download(release, place, platform=options.platform, version=options.python)
        return 0
    make_environment(release)
    if options.setup:
        install_missing_solver(release)
        say("clubscore is installed: python start.py starts it.")
        return 0
    shortcut.offer(folders)
    return serve(release, ["--empty"] if options.empty else [])


def _refuse_second(folders: Folders) -> None:
    """Say so when this club's server runs already: nothing is installed under it."""
    port = server_lock.port_of(folders.data)
    if port is None or os.environ.get("DATABASE_URL") or os.environ.get("DATABASE_URL_FILE"):
        return
    if has_terminal():
        webbrowser.open(f"http://127.0.0.1:{port}/")
    raise Trouble(f"clubscore is running already: http://127.0.0.1:{port}/")
