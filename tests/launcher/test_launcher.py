"""What keeps clubscore from starting, each with its sentence; and where things are."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from launcher import environment, folders, main, shortcut, wheels
from launcher.console import Trouble
from launcher.folders import ROOT, Folders


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLUBSCORE_DATA", "DATABASE_URL", "DATABASE_URL_FILE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def places(tmp_path: Path) -> Folders:
    program = tmp_path / "Jörg's Club"
    program.mkdir()
    (program / "requirements.txt").write_text("django==5.2 \\\n    --hash=sha256:00\n")
    return Folders(program, program / "var", program)


def test_old_python_says_where_to_get_a_new_one():
    source = (ROOT / "start.py").read_text(encoding="ascii")
    ast.parse(source, feature_version=(3, 4))
    old = source.replace("sys.version_info <", "(3, 8) <").replace(
        "version_info[:2]", "argv[:0]+(3, 8)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", old.replace("sys.argv[:0]+", "")], capture_output=True, text=True
    )

    assert answer.returncode == 1
    assert answer.stderr.startswith("clubscore needs Python 3.11 or later; this is Python 3.8.\n")


def test_console_without_every_letter(tmp_path: Path):
    command = [sys.executable, "start.py", "--data", str(tmp_path), "--download", "nowhere"]
    answer = subprocess.run(
        [*command, "--platform", "Möwe"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
    )

    assert answer.returncode == 1
    assert answer.stderr.startswith(b"--platform is one of windows, macos, linux, raspberry")
    assert answer.stderr.endswith(b"not ?M?we?.\n")


def test_line_ends_of_windows_are_no_other_requirements(places: Folders):
    file = places.program / "requirements.txt"
    before = environment._digest(places.program), environment.pins(file)
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))

    assert (environment._digest(places.program), environment.pins(file)) == before


def test_version(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main.main(["--version"])

    assert capsys.readouterr().out.startswith("clubscore ")


@pytest.mark.parametrize(
    ("output", "beginning"),
    [
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "A package is not the one"),
        ("OSError: [Errno 28] No space left on device", "The disk is full."),
        ("PermissionError: [WinError 5] Access is denied", "A file of the environment is held"),
        ("ConnectTimeout: timed out", "The packages cannot be fetched: there is no network"),
        ("No matching distribution found for django", "The packages cannot be fetched"),
        ("error: subprocess-exited-with-error", "A package is not made for this machine."),
        ("one\ntwo", "The packages cannot be installed. pip says:\none\ntwo"),
    ],
)
def test_what_pip_complains_of(output: str, beginning: str):
    assert str(environment.pip_trouble(output)).startswith(beginning)


def test_without_the_module_venv(places: Folders, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)

    with pytest.raises(Trouble, match="sudo apt install python3-venv"):
        environment.make_environment(places)


def test_two_starts_install_once(places: Folders, monkeypatch: pytest.MonkeyPatch):
    made: list[str] = []

    def lock(handle: int) -> bool:
        # The other start is done by the second look.
        if not made:
            made.append("waited")
            places.python.parent.mkdir(parents=True)
            places.python.touch()
            stamp = environment._digest(places.program)
            (places.environment / environment.STAMP).write_text(stamp)
            return False
        return True

    monkeypatch.setattr(environment, "lock", lock)
    monkeypatch.setattr(environment.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(environment, "install", lambda folders: made.append("installed"))

    environment.make_environment(places)

    assert made == ["waited"]


def test_data_is_in_the_program_s_folder(tmp_path: Path):
    found = folders.find_folders(tmp_path)

    assert (found.data, found.environment) == (tmp_path / "var", tmp_path / ".venv")
    named = folders.find_folders(tmp_path, data=str(tmp_path / "a b" / "ü"))
    assert named.data == tmp_path / "a b" / "ü"


def test_locked_stick_has_its_data_beside_the_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    program, home = tmp_path / "stick", tmp_path / "home"
    program.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "share"))
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(folders, "is_writable", lambda folder: folder != program)

    found = folders.find_folders(program)

    assert found.data == home / "Documents" / "clubscore"
    assert found.static == home / "share" / "clubscore" / "staticfiles"
    # Asked once.
    monkeypatch.setattr(folders, "ask", lambda question, default: pytest.fail("asked"))
    assert folders.find_folders(program) == found
    assert list(program.iterdir()) == []


def test_folder_is_asked_for_until_it_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    program, good = tmp_path / "stick", tmp_path / "Möwe & Co"
    program.mkdir()
    (tmp_path / "file").touch()
    answers = iter([str(tmp_path / "file"), str(good)])
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr(folders.sys, "platform", "linux")
    monkeypatch.setattr(folders, "has_terminal", lambda: True)
    monkeypatch.setattr(folders, "ask", lambda question, default: next(answers))
    writable = folders.is_writable
    monkeypatch.setattr(
        folders, "is_writable", lambda folder: folder != program and writable(folder)
    )

    assert folders.find_folders(program).data == good
    assert f"Nothing can be written in the folder {tmp_path / 'file'}." in capsys.readouterr().out
    # The next start knows it.
    assert folders.find_folders(program).data == good


def test_wrong_folder_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = tmp_path / "stick"
    program.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr(folders.sys, "platform", "linux")
    monkeypatch.setattr(folders, "ask", lambda question, default: str(tmp_path / "data"))
    writable = folders.is_writable
    monkeypatch.setattr(
        folders, "is_writable", lambda folder: folder == tmp_path / "other" and writable(folder)
    )

    with pytest.raises(Trouble, match="--data FOLDER"):
        folders.find_folders(program)
    # Named once, it is known from then on.
    assert folders.find_folders(program, data=str(tmp_path / "other")).data == tmp_path / "other"
    assert folders.find_folders(program).data == tmp_path / "other"


def test_folder_that_is_not_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(folders, "is_writable", lambda folder: folder == tmp_path)

    with pytest.raises(Trouble, match="--data FOLDER"):
        folders.find_folders(tmp_path)


def test_second_start_names_the_first(places: Folders, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(main.server_lock, "port_of", lambda folder: 8123)

    with pytest.raises(Trouble, match=r"running already: http://127\.0\.0\.1:8123/"):
        main._refuse_second(places)
    monkeypatch.setenv("DATABASE_URL", "postgres://club@db/club")
    main._refuse_second(places)


@pytest.mark.parametrize("status", [0, 1])
def test_window_of_a_double_click_stays_open_after_an_error(
    status: int, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []
    monkeypatch.setattr(main, "run", lambda options, program: status)
    monkeypatch.setattr(main, "has_terminal", lambda: True)
    monkeypatch.setattr(main.sys, "platform", "win32")
    monkeypatch.setattr("builtins.input", asked.append)

    assert main.main([]) == status
    assert asked == ["Press Enter to close this window."] * status


def test_without_a_network_it_says_what_to_bring(places: Folders, monkeypatch: pytest.MonkeyPatch):
    def fail(command: list[str], *, count: int) -> None:
        raise environment.pip_trouble("ConnectTimeout")

    monkeypatch.setattr(environment, "run_pip", fail)
    monkeypatch.setattr(environment.sys, "platform", "linux")
    monkeypatch.setattr(environment.platform, "machine", lambda: "aarch64")

    with pytest.raises(Trouble) as refused:
        environment.install(places)

    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    asked = f"start.py --download wheels --platform raspberry --python {version}\n"
    assert asked in str(refused.value)
    assert f"  {places.state / 'wheels'}\n" in str(refused.value)


@pytest.mark.parametrize("place", ["program", "state"])
def test_packages_that_were_brought_are_installed(
    place: str, tmp_path: Path, places: Folders, monkeypatch: pytest.MonkeyPatch
):
    commands: list[list[str]] = []
    monkeypatch.setattr(environment, "run_pip", lambda command, count: commands.append(command))
    elsewhere = Folders(places.program, tmp_path / "data", tmp_path / "state")
    wheels_folder = getattr(elsewhere, place) / "wheels"
    wheels_folder.mkdir(parents=True)
    (wheels_folder / "django-5.2-py3-none-any.whl").touch()
    elsewhere.environment.mkdir(parents=True)

    environment.install(elsewhere)

    at = commands[0].index("--no-index")
    assert commands[0][at + 1 : at + 3] == ["--find-links", str(wheels_folder)]


def test_program_itself_is_installed_from_its_wheel(
    places: Folders, monkeypatch: pytest.MonkeyPatch
):
    commands: list[list[str]] = []
    monkeypatch.setattr(environment, "run_pip", lambda command, count: commands.append(command))
    places.environment.mkdir(parents=True)
    (places.program / "clubscore-1.2-py3-none-any.whl").touch()

    environment.install(places)

    assert commands[-1][-1] == str(places.program / "clubscore-1.2-py3-none-any.whl")
    assert "--no-index" in commands[-1]
    assert "--no-index" not in commands[0]


def test_start_without_the_program_or_its_wheel(tmp_path: Path):
    start = tmp_path / "start.py"
    start.write_bytes((ROOT / "start.py").read_bytes())

    answer = subprocess.run([sys.executable, str(start)], capture_output=True, text=True)

    assert answer.returncode == 1
    assert answer.stderr.startswith("The file clubscore-....whl is missing")


@pytest.fixture
def with_solver(places: Folders) -> Folders:
    (places.program / environment.SOLVER).write_text("endplay==0.5.12 \\\n    --hash=sha256:00\n")
    places.environment.mkdir(parents=True)
    return places


def test_solver_is_installed_without_what_its_package_needs(
    with_solver: Folders, monkeypatch: pytest.MonkeyPatch
):
    commands: list[list[str]] = []
    monkeypatch.setattr(environment, "run_pip", lambda command, count: commands.append(command))

    environment.install(with_solver)

    assert [Path(command[-1]).name for command in commands] == [
        "requirements.txt",
        "requirements-solver.txt",
    ]
    assert ["--no-deps" in command for command in commands] == [False, True]
    assert all("--require-hashes" in command for command in commands)


@pytest.mark.parametrize("output", ["No matching distribution", "ConnectTimeout", "one\ntwo"])
def test_without_a_solver_everything_else_is_installed(
    output: str,
    with_solver: Folders,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    def run(command: list[str], *, count: int) -> None:
        if command[-1].endswith(environment.SOLVER):
            raise environment.pip_trouble(output)

    monkeypatch.setattr(environment, "run_pip", run)

    environment.install(with_solver)

    assert (with_solver.environment / environment.STAMP).exists()
    (sentence,) = [line for line in capsys.readouterr().out.splitlines() if "endplay" in line]
    assert sentence.startswith("The double-dummy solver (endplay) is not installed: ")


def test_solver_that_is_missing_is_tried_again(
    with_solver: Folders, monkeypatch: pytest.MonkeyPatch
):
    tried: list[str] = []
    monkeypatch.setattr(environment, "run_pip", lambda command, count: tried.append(command[-1]))

    environment.install_missing_solver(with_solver)
    (with_solver.environment / "lib" / "endplay-0.5.12.dist-info").mkdir(parents=True)
    environment.install_missing_solver(with_solver)

    assert [Path(each).name for each in tried] == [environment.SOLVER]


def test_new_release_of_the_solver_is_installed(with_solver: Folders):
    before = environment._digest(with_solver.program)
    (with_solver.program / environment.SOLVER).write_text("endplay==0.5.13\n")

    assert environment._digest(with_solver.program) != before


@pytest.mark.parametrize(
    ("system", "chip", "name"),
    [
        ("win32", "AMD64", "windows"),
        ("darwin", "arm64", "macos"),
        ("linux", "x86_64", "linux"),
        ("linux", "aarch64", "raspberry"),
    ],
)
def test_name_of_this_platform(system: str, chip: str, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(environment.sys, "platform", system)
    monkeypatch.setattr(environment.platform, "machine", lambda: chip)

    assert environment.this_platform() == name
    assert name in wheels.PLATFORMS


def test_half_made_environment_that_a_virus_scanner_holds_for_a_moment(
    places: Folders, monkeypatch: pytest.MonkeyPatch
):
    places.environment.mkdir(parents=True)
    held = iter([True, True, False])
    remove = environment.shutil.rmtree

    def rmtree(path: Path) -> None:
        if next(held):
            raise PermissionError(13, "in use", str(path))
        remove(path)

    monkeypatch.setattr(environment.shutil, "rmtree", rmtree)
    monkeypatch.setattr("clubscore.files.locks.time.sleep", lambda seconds: None)
    done = subprocess.CompletedProcess([], 0, "", "")
    monkeypatch.setattr(environment.subprocess, "run", lambda command, **_: done)

    environment._make(places)

    assert not places.environment.exists()


def test_file_that_another_program_holds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def refuse(*_: object) -> int:
        raise PermissionError(13, "in use", "C:/clubscore/.venv")

    monkeypatch.setattr(main, "run", refuse)

    assert main.main([]) == 1
    assert capsys.readouterr().err.startswith("C:/clubscore/.venv cannot be written: it belongs")


def test_shortcuts(places: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    asked: list[list[str]] = []
    monkeypatch.setattr(shortcut.subprocess, "run", lambda command, **_: asked.append(command))

    linux = shortcut.make(places, tmp_path, "linux")
    macos = shortcut.make(places, tmp_path, "darwin")
    windows = shortcut.make(places, tmp_path, "win32")

    start = places.program / "start.py"
    assert f'Exec="{sys.executable}" "{start}"' in linux.read_text(encoding="utf-8")
    quoted = str(start).replace("'", "'\\''")
    assert macos.read_text(encoding="utf-8").endswith(f"exec '{sys.executable}' '{quoted}'\n")
    assert os.access(macos, os.X_OK)
    assert windows.name == "clubscore.lnk"
    assert "Jörg''s Club" in asked[0][-1]


def test_shortcut_is_offered_at_a_terminal_only(places: Folders, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shortcut, "ask", lambda question, default: pytest.fail("asked"))

    shortcut.offer(places)

    assert not places.environment.exists()
