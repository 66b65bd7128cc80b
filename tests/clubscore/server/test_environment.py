import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubscore.server import environment

SECRETS = ("CLUBSCORE_SECRET_KEY", "DATABASE_URL")


@pytest.fixture(autouse=True)
def _no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SECRETS:
        monkeypatch.delenv(f"{name}_FILE", raising=False)


@pytest.mark.parametrize("value", ["1", "true", "Yes", " ON "])
def test_flag_that_says_yes(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("CLUBSCORE_FLAG", value)

    assert environment.flag("CLUBSCORE_FLAG") is True


@pytest.mark.parametrize("value", ["", "0", "no", "off", "perhaps"])
def test_flag_that_does_not_say_yes(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("CLUBSCORE_FLAG", value)

    assert environment.flag("CLUBSCORE_FLAG") is False


def test_flag_that_is_not_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CLUBSCORE_FLAG", raising=False)

    assert environment.flag("CLUBSCORE_FLAG") is False


def test_words_are_trimmed_and_empty_ones_dropped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CLUBSCORE_WORDS", " club.example, ,127.0.0.1,")

    assert environment.words("CLUBSCORE_WORDS", "ignored") == ["club.example", "127.0.0.1"]


@pytest.mark.parametrize("value", [None, "", "  "])
def test_words_that_are_missing_give_the_default(
    monkeypatch: pytest.MonkeyPatch, value: str | None
):
    monkeypatch.delenv("CLUBSCORE_WORDS", raising=False)
    if value is not None:
        monkeypatch.setenv("CLUBSCORE_WORDS", value)

    assert environment.words("CLUBSCORE_WORDS", "a,b") == ["a", "b"]


@pytest.mark.parametrize(("value", "expected"), [("", 7), ("0", 0), (" 12 ", 12)])
def test_number(monkeypatch: pytest.MonkeyPatch, value: str, expected: int):
    monkeypatch.setenv("CLUBSCORE_NUMBER", value)

    assert environment.number("CLUBSCORE_NUMBER", 7) == expected


@pytest.mark.parametrize(
    ("value", "maximum", "sentence"),
    [
        ("eighty", None, "PORT must be a whole number, not “eighty”."),
        ("-1", None, "PORT must be a whole number, not “-1”."),
        ("65536", 65535, "PORT must be a whole number up to 65535, not “65536”."),
    ],
)
def test_number_that_is_none_names_its_variable(
    monkeypatch: pytest.MonkeyPatch, value: str, maximum: int | None, sentence: str
):
    monkeypatch.setenv("PORT", value)

    with pytest.raises(ImproperlyConfigured) as refused:
        environment.number("PORT", 8000, maximum=maximum)

    assert str(refused.value) == sentence


def test_time_zone_of_the_environment_or_the_machine(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CLUBSCORE_TIME_ZONE", raising=False)
    assert environment.time_zone("Europe/Dublin") == "Europe/Dublin"

    monkeypatch.setenv("CLUBSCORE_TIME_ZONE", "Europe/Amsterdam")
    assert environment.time_zone("Europe/Dublin") == "Europe/Amsterdam"


@pytest.mark.parametrize("name", ["Europe/Amsterdm", "../passwd", "Europe"])
def test_time_zone_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.setenv("CLUBSCORE_TIME_ZONE", name)

    with pytest.raises(ImproperlyConfigured, match=f"such as Europe/Dublin, not “{name}”"):
        environment.time_zone("UTC")


def test_database_is_a_file_of_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("DATABASE_URL", "")

    found = environment.database(tmp_path, conn_max_age=60)

    assert (found["ENGINE"], found["NAME"], found["CONN_MAX_AGE"]) == (
        "django.db.backends.sqlite3",
        str(tmp_path / "clubscore.sqlite3"),
        60,
    )


def test_database_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("DATABASE_URL", "postgres://club:a%2Fb@db:5433/scores")

    found = environment.database(tmp_path)

    assert [found[key] for key in ("ENGINE", "HOST", "PORT", "PASSWORD", "NAME")] == [
        "django.db.backends.postgresql",
        "db",
        5433,
        "a/b",
        "scores",
    ]


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mysql://club:geheim@db/scores",
        "postgres://club:geheim/#@db:5432/scores",
        "postgres://club:geheim@db:port/scores",
    ],
)
def test_what_is_no_address_of_a_database_is_refused_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
):
    monkeypatch.setenv("DATABASE_URL", url)

    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL is no address") as refused:
        environment.database(tmp_path)

    assert "geheim" not in str(refused.value)
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_data_folder_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "letter").touch()
    monkeypatch.setenv("CLUBSCORE_DATA", str(tmp_path / "letter"))

    with pytest.raises(ImproperlyConfigured) as refused:
        environment.data_folder()

    assert str(refused.value) == (
        f"The data folder {tmp_path / 'letter'} cannot be made: File exists."
        " CLUBSCORE_DATA names it."
    )


def test_data_folder_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delenv("CLUBSCORE_SECRET_KEY", raising=False)
    (tmp_path / "secret_key").mkdir()

    with pytest.raises(
        ImproperlyConfigured, match=f"^The data folder {tmp_path} cannot be used: Is a directory"
    ):
        environment.secret_key(tmp_path)


def test_data_folder_is_made_for_the_owner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("CLUBSCORE_DATA", str(tmp_path / "club" / "data"))

    folder = environment.data_folder()

    assert folder == (tmp_path / "club" / "data").resolve()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_data_folder_is_var_in_a_clone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("CLUBSCORE_DATA", "")
    monkeypatch.setattr(environment, "ROOT", tmp_path)

    assert environment.data_folder() == (tmp_path / "var").resolve()


def test_data_of_what_is_installed_is_the_user_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("CLUBSCORE_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr(environment, "IS_INSTALLED", True)

    assert environment.data_folder() == (tmp_path / "share" / "clubscore").resolve()


def test_secret_key_is_made_once_for_the_owner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delenv("CLUBSCORE_SECRET_KEY", raising=False)

    first = environment.secret_key(tmp_path)

    assert len(first) > 60
    assert environment.secret_key(tmp_path) == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_secret_key_of_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("CLUBSCORE_SECRET_KEY", "given")

    assert environment.secret_key(tmp_path) == "given"
    assert list(tmp_path.iterdir()) == []


def test_secret_key_made_meanwhile_by_another_process_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.delenv("CLUBSCORE_SECRET_KEY", raising=False)
    (tmp_path / "secret_key").write_text("theirs\n")
    monkeypatch.setattr(Path, "exists", lambda path: False)

    assert environment.secret_key(tmp_path) == "theirs"
    assert len(list(tmp_path.iterdir())) == 1


def test_flag_with_another_default(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CLUBSCORE_FLAG", raising=False)
    assert environment.flag("CLUBSCORE_FLAG", default=True) is True

    monkeypatch.setenv("CLUBSCORE_FLAG", "no")
    assert environment.flag("CLUBSCORE_FLAG", default=True) is False


# Secrets in files


@pytest.fixture
def secret_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file of the secret key, which is not there yet."""
    monkeypatch.delenv("CLUBSCORE_SECRET_KEY", raising=False)
    monkeypatch.setenv("CLUBSCORE_SECRET_KEY_FILE", str(tmp_path / "key"))
    return tmp_path / "key"


def test_secret_key_of_a_file(secret_file: Path):
    secret_file.write_text("  from a file\n")

    assert environment.secret_key(secret_file.parent) == "from a file"
    assert list(secret_file.parent.iterdir()) == [secret_file]


def test_database_of_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "url").write_text("postgres://club:a%2Fb@db:5433/scores\n")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "url"))

    found = environment.database(tmp_path)

    assert [found[key] for key in ("PASSWORD", "PORT", "NAME")] == ["a/b", 5433, "scores"]


@pytest.mark.parametrize("name", SECRETS)
def test_secret_of_both_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str):
    monkeypatch.setenv(name, "geheim")
    monkeypatch.setenv(f"{name}_FILE", str(tmp_path / "missing"))

    with pytest.raises(ImproperlyConfigured) as refused:
        environment.secret(name)

    assert str(refused.value) == f"{name} and {name}_FILE are both set: unset one of them."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read: No such file or directory"),
        (b" \n", "is empty"),
        (b"geheim\xff", "is no text in UTF-8"),
    ],
)
def test_file_without_a_secret_is_named_and_not_repeated(
    secret_file: Path, content: bytes | None, reason: str
):
    if content is not None:
        secret_file.write_bytes(content)

    with pytest.raises(ImproperlyConfigured) as refused:
        environment.secret_key(secret_file.parent)

    assert str(refused.value) == (
        f"The file {secret_file} that CLUBSCORE_SECRET_KEY_FILE names {reason}."
    )
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_empty_names_of_files_are_no_names(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://club@db/scores")
    monkeypatch.setenv("DATABASE_URL_FILE", " ")

    assert environment.secret("DATABASE_URL") == "postgres://club@db/scores"


READY = {
    "CLUBSCORE_SECRET_KEY": "x" * 50,
    "CLUBSCORE_HOSTS": "club.example",
    "DATABASE_URL": "postgres://club@db/scores",
    "CLUBSCORE_DEBUG": "",
}


def test_production_with_everything_may_start(monkeypatch: pytest.MonkeyPatch):
    for name, value in READY.items():
        monkeypatch.setenv(name, value)

    environment.refuse_unready_production()


def test_production_with_secrets_in_files_may_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    for name, value in READY.items():
        monkeypatch.setenv(name, value)
    for name in SECRETS:
        monkeypatch.delenv(name)
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / name))
        (tmp_path / name).write_text(READY[name])

    environment.refuse_unready_production()

    (tmp_path / "CLUBSCORE_SECRET_KEY").write_text("short")
    with pytest.raises(ImproperlyConfigured, match="CLUBSCORE_SECRET_KEY must have 50 random"):
        environment.refuse_unready_production()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("CLUBSCORE_SECRET_KEY", "", "CLUBSCORE_SECRET_KEY must have 50 random characters"),
        ("CLUBSCORE_SECRET_KEY", "x" * 49, "CLUBSCORE_SECRET_KEY must have 50 random characters"),
        ("CLUBSCORE_HOSTS", "", "CLUBSCORE_HOSTS must name the hosts"),
        ("CLUBSCORE_HOSTS", "club.example,*", "CLUBSCORE_HOSTS must name the hosts"),
        ("DATABASE_URL", "", "DATABASE_URL must name the database"),
        ("CLUBSCORE_DEBUG", "yes", "CLUBSCORE_DEBUG must not be set"),
    ],
)
def test_production_without_one_thing_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
):
    for each, good in READY.items():
        monkeypatch.setenv(each, good)
    monkeypatch.setenv(name, value)

    with pytest.raises(ImproperlyConfigured) as caught:
        environment.refuse_unready_production()

    said = str(caught.value)
    assert said.startswith(f"CLUBSCORE_PRODUCTION is set. {sentence}")
    assert [each for each in READY if f"{each} must" in said] == [name]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("HTTP_X_FORWARDED_PROTO", "https")),
        ("X-Forwarded-Ssl: on", ("HTTP_X_FORWARDED_SSL", "on")),
    ],
)
def test_proxy_header(monkeypatch: pytest.MonkeyPatch, text: str, expected: tuple[str, str]):
    monkeypatch.setenv("CLUBSCORE_PROXY_HEADER", text)

    assert environment.proxy_header() == expected


@pytest.mark.parametrize("text", ["https", "X-Forwarded-Proto:", ": https", "X Forwarded: on"])
def test_proxy_header_that_is_none(monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("CLUBSCORE_PROXY_HEADER", text)

    with pytest.raises(ImproperlyConfigured, match="CLUBSCORE_PROXY_HEADER must be a header"):
        environment.proxy_header()


def test_one_of_some_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CLUBSCORE_WORD", " Two ")
    assert environment.choice("CLUBSCORE_WORD", ("one", "two"), "one") == "two"

    monkeypatch.setenv("CLUBSCORE_WORD", "")
    assert environment.choice("CLUBSCORE_WORD", ("one", "two"), "one") == "one"

    monkeypatch.setenv("CLUBSCORE_WORD", "three")
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.choice("CLUBSCORE_WORD", ("one", "two"), "one")
    assert str(refused.value) == "CLUBSCORE_WORD must be one or two, not “three”."


def test_folder_of_any_name_holds_the_database(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    folder = Path("C:/Users/Jörg Müller/100%20 #1?")

    found = environment.database(folder, conn_max_age=60)

    assert (found["ENGINE"], found["NAME"], found["CONN_MAX_AGE"]) == (
        "django.db.backends.sqlite3",
        str(folder / "clubscore.sqlite3"),
        60,
    )


@pytest.mark.parametrize("is_there", [False, True])
def test_secret_on_a_stick_that_has_no_links(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_there: bool
):
    path = tmp_path / "secret_key"

    def refuse(self: Path, target: Path) -> None:
        if is_there:
            path.write_text("made meanwhile", encoding="ascii")
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.delenv("CLUBSCORE_SECRET_KEY", raising=False)
    monkeypatch.setattr(Path, "hardlink_to", refuse)

    first = environment.secret_key(tmp_path)

    assert first == environment.secret_key(tmp_path)
    assert (first == "made meanwhile") is is_there
    assert [each.name for each in tmp_path.iterdir()] == ["secret_key"]


def test_commands_are_those_of_an_installed_package(monkeypatch: pytest.MonkeyPatch):
    said = "Make one with manage.py backup; make run does, too."
    assert environment.as_typed(said) == said
    monkeypatch.setattr(environment, "IS_INSTALLED", True)
    assert environment.as_typed(said) == "Make one with clubscore backup; clubscore does, too."
