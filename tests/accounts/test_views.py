import datetime
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import LoginCount
from tests.accounts.clock import Clock, stopped_clock
from tests.queries import queries

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"


@pytest.fixture
def director() -> User:
    return User.objects.create_user("anna", password=PASSWORD, is_staff=True)


@pytest.fixture
def keeper_client() -> Client:
    """A browser in which an administrator is logged in."""
    client = Client()
    client.force_login(User.objects.create_superuser("keeper", password=PASSWORD))
    return client


@pytest.fixture
def clock() -> Iterator[Clock]:
    with stopped_clock() as clock:
        yield clock


def log_in(client: Client, password: str = PASSWORD, name: str = "anna", **extra: str):  # type: ignore[no-untyped-def]
    return client.post("/login/", {"username": name, "password": password}, **extra)


def test_login_waits_after_five_wrong_passwords_and_says_until_when(director: User, clock: Clock):
    client = Client()
    assert [log_in(client, "wrong").status_code for _ in range(5)] == [200] * 5

    refused = log_in(client)

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    text = refused.content.decode()
    assert "Too many wrong passwords. Wait a minute: try again at 20:02." in text
    assert 'value="anna"' in text
    assert "_auth_user_id" not in client.session
    clock.forward(seconds=60)
    assert log_in(client).status_code == 302


@pytest.mark.parametrize("name", ["anna", "Anna", " ANNA "])
def test_a_name_is_known_in_capitals_too(director: User, name: str):
    client = Client()

    assert log_in(client, name=name).status_code == 302
    assert client.session["_auth_user_id"] == str(director.pk)


def test_names_that_differ_in_capitals_alone_are_two_accounts(director: User):
    other = User.objects.create_user("Anna", password="battery staple", is_staff=True)
    client = Client()

    assert log_in(client, name="Anna").status_code == 200
    assert log_in(client, "battery staple", "Anna").status_code == 302
    assert client.session["_auth_user_id"] == str(other.pk)


@pytest.mark.parametrize("name", ["a" * 19_000, "€" * 19_000])
def test_a_name_that_no_account_has_is_wrong(director: User, name: str):
    answer = log_in(Client(), name=name)

    assert answer.status_code == 200
    assert "The user name or password is wrong." in answer.content.decode()


def test_who_cannot_log_in_is_shown_what_to_do(director: User):
    text = log_in(Client(), "Correct horse").content.decode()

    assert "The user name or password is wrong. Passwords are case-sensitive." in text
    assert "Forgotten the password? An administrator of the club gives you a new one" in text
    assert 'value="anna"' in text


def test_wait_is_the_same_for_a_name_that_does_not_exist(director: User, clock: Clock):
    pages = []
    for name in ("anna", "nobody"):
        client = Client()
        for _ in range(6):
            last = log_in(client, "wrong", name, REMOTE_ADDR="192.0.2.7")
        pages.append((last.status_code, last.content.decode().replace(name, "NAME")))
        LoginCount.objects.all().delete()

    token = re.compile(r'csrfmiddlewaretoken" value="\w+"')
    assert token.sub("", pages[0][1]) == token.sub("", pages[1][1])
    assert [status for status, _ in pages] == [429, 429]


def test_device_that_logged_in_before_is_not_kept_out_by_a_stranger(director: User, clock: Clock):
    laptop, stranger = Client(), Client()
    log_in(laptop)
    laptop.post("/logout/")
    for _ in range(6):
        log_in(stranger, "wrong")

    assert log_in(stranger).status_code == 429
    assert log_in(laptop).status_code == 302


def test_device_of_one_account_is_none_of_another(director: User, clock: Clock):
    User.objects.create_user("bram", password=PASSWORD, is_staff=True)
    laptop = Client()
    log_in(laptop)
    laptop.post("/logout/")
    for _ in range(5):
        log_in(laptop, "wrong", "bram")
    # They were counted for the address, where somebody new comes from too.
    assert log_in(Client(), PASSWORD, "bram").status_code == 429


def test_addresses_are_distinguished_behind_a_proxy(director: User, clock: Clock, settings):  # type: ignore[no-untyped-def]
    settings.PROXIES = 1
    for _ in range(6):
        # What stands before the proxy's own word is made up.
        last = log_in(Client(), "wrong", headers={"x-forwarded-for": f"{_}.2.3.4, 192.0.2.1"})

    assert last.status_code == 429
    assert log_in(Client(), headers={"x-forwarded-for": "192.0.2.2"}).status_code == 302


def test_the_admin_has_no_login_of_its_own(director: User, clock: Clock):
    response = Client().get("/admin/players/player/", follow=True)

    assert response.redirect_chain[-1] == ("/login/?next=/admin/players/player/", 302)


def test_a_director_is_shown_that_the_admin_is_not_for_directors(client: Client, director: User):
    client.force_login(director)

    response = client.get("/admin/", follow=True)

    assert response.status_code == 403
    assert "The admin is for administrators." in response.content.decode()


def test_login_lasts_while_it_is_used_and_ends_a_night_after(director: User, clock: Clock):
    client = Client()
    log_in(client)
    for _ in range(5):
        clock.forward(hours=4)
        # Renewed by time.time(), which the middleware and the cookie's end ask.
        session = client.session
        session["renewed"] = 0
        session.save()
        assert client.get("/players/").status_code == 200

    clock.forward(seconds=settings.SESSION_COOKIE_AGE + 1)
    assert client.get("/players/").status_code == 302


def test_a_page_writes_the_login_at_most_once_an_hour(director: User, client: Client):
    client.force_login(director)
    before = Session.objects.get().expire_date

    client.get("/players/")

    assert Session.objects.get().expire_date == before


def test_own_password_is_changed_under_djangos_rules(director: User, client: Client):
    client.force_login(director)
    form = {"old_password": PASSWORD, "new_password1": "12345678", "new_password2": "12345678"}

    refused = client.post("/accounts/own-password/", form)
    assert "This password is too common." in refused.content.decode()

    good = form | {"new_password1": "battery staple", "new_password2": "battery staple"}
    assert client.post("/accounts/own-password/", good).headers["Location"] == "/"
    director.refresh_from_db()
    assert director.check_password("battery staple")
    # Whoever changes it stays logged in.
    assert client.get("/players/").status_code == 200


def test_accounts_page_adds_a_director_and_shows_the_password_once(keeper_client: Client):
    response = keeper_client.post("/accounts/add/", {"username": "anna"})

    password = re.search(r"<dd>(\w{4}(?:-\w{4}){3})</dd>", response.content.decode())
    assert password is not None
    assert "no-store" in response.headers["Cache-Control"]
    assert log_in(Client(), password[1]).status_code == 302
    assert password[1] not in keeper_client.get("/accounts/").content.decode()


def test_accounts_page_adds_an_administrator_with_a_password(keeper_client: Client):
    form = {"username": "anna", "administrator": "yes", "password": PASSWORD}
    response = keeper_client.post("/accounts/add/", form, follow=True)

    assert PASSWORD not in response.content.decode()
    assert User.objects.get(username="anna").is_superuser
    assert log_in(Client()).status_code == 302


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"username": ""}, "This field is required."),
        ({"username": "an na"}, "Enter a valid username."),
        ({"username": "KEEPER"}, "There is already an account “KEEPER”."),
        ({"username": "anna", "password": "anna1"}, "The password is too similar to the username."),
    ],
)
def test_accounts_page_refuses_with_a_sentence(
    keeper_client: Client, form: dict[str, str], sentence: str
):
    response = keeper_client.post("/accounts/add/", form)

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert User.objects.count() == 1


def test_new_password_logs_the_others_devices_out(keeper_client: Client, director: User):
    other = Client()
    other.force_login(director)

    response = keeper_client.post(f"/accounts/{director.pk}/password/")

    assert "The login of anna" in response.content.decode()
    assert other.get("/players/").status_code == 302


def test_closed_account_is_logged_out_and_stays_out(keeper_client: Client, director: User):
    other = Client()
    log_in(other)

    keeper_client.post(f"/accounts/{director.pk}/rights/", {})

    assert other.get("/players/").status_code == 302
    assert log_in(Client()).status_code == 200
    keeper_client.post(f"/accounts/{director.pk}/rights/", {"active": "yes"})
    assert log_in(Client()).status_code == 302


def test_own_rights_stay(keeper_client: Client):
    keeper = User.objects.get()
    response = keeper_client.post(f"/accounts/{keeper.pk}/rights/", {}, follow=True)

    assert "You cannot change your own rights" in response.content.decode()
    keeper.refresh_from_db()
    assert keeper.is_superuser


def test_administrator_sees_and_lifts_a_wait(keeper_client: Client, director: User, clock: Clock):
    keeper_client.force_login(User.objects.get(username="keeper"))
    for _ in range(6):
        log_in(Client(), "wrong")
    assert "waits until 20:01" in keeper_client.get("/accounts/").content.decode()

    keeper_client.post(f"/accounts/{director.pk}/lift/")

    assert "waits until" not in keeper_client.get("/accounts/").content.decode()
    assert log_in(Client()).status_code == 302


def test_administrator_lifts_all_waits(keeper_client: Client, director: User, clock: Clock):
    keeper_client.force_login(User.objects.get(username="keeper"))
    for number in range(25):
        log_in(Client(), "wrong", f"name-{number}")
    assert log_in(Client()).status_code == 429

    keeper_client.post("/accounts/lift/")

    assert log_in(Client()).status_code == 302


def test_queries_of_the_list_do_not_grow(keeper_client: Client):
    counts = []
    for number in range(3):
        user = User.objects.create_user(
            f"anna-{number}", last_login=datetime.datetime.now(datetime.UTC)
        )
        for _ in range(6):
            log_in(Client(), "wrong", user.username)
        counts.append(queries(lambda: keeper_client.get("/accounts/")))

    assert counts[0] == counts[2]


def test_in_a_hall_a_password_is_taken_on_the_laptop_alone(settings, director: User):
    settings.LOGIN_ONLY_HERE = True

    refused = log_in(Client(REMOTE_ADDR="192.168.1.77"))

    assert refused.status_code == 403
    assert "http://127.0.0.1:80/" in refused.text
    assert "sessionid" not in refused.cookies
    assert log_in(Client(REMOTE_ADDR="127.0.0.1")).status_code == 302
    assert log_in(Client(REMOTE_ADDR="::1")).status_code == 302
    settings.LOGIN_ONLY_HERE = False
    assert log_in(Client(REMOTE_ADDR="192.168.1.77")).status_code == 302


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/",
        "/accounts/own-password/",
        "/admin/auth/user/add/",
        "/admin/auth/user/{}/password/",
    ],
)
def test_rules_of_a_password_are_one_sentence_with_the_rest_folded(
    director: User, admin_client: Client, path: str
):
    text = admin_client.get(path.format(director.pk)).text

    sentence, _folded, rest = text.partition("<details><summary>All rules</summary>")
    assert "At least 8 characters, and hard to guess." in sentence
    assert "can’t be entirely numeric" not in sentence
    assert "can’t be entirely numeric" in rest.replace("&#x27;", "’")


def test_a_login_is_added_in_the_admin(admin_client: Client):
    sent = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}
    admin_client.post("/admin/auth/user/add/", sent)

    assert User.objects.get(username="dora").check_password(PASSWORD)
