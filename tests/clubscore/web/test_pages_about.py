from email.message import Message

import django
import pytest
from django.conf import settings
from django.contrib.auth.models import User

import clubscore
from clubscore.server import configuration as server
from clubscore.web import pages as about


@pytest.mark.django_db
def test_visitors_learn_the_version_and_nothing_of_the_machine(client):
    page = client.get("/about/").content.decode()

    assert f"This is clubscore {clubscore.__version__}." in page
    assert str(settings.DATA_DIR) not in page
    assert "This installation" not in page


@pytest.mark.django_db
def test_directors_learn_where_the_data_is(client):
    client.force_login(User.objects.create_superuser("director"))

    page = client.get("/about/").content.decode()

    assert f"Data folder: <code>{settings.DATA_DIR}</code>" in page
    assert f"Web server: {server.kind}, Django {django.get_version()}, Python 3." in page


@pytest.mark.django_db
def test_formats_of_others_are_credited(client):
    page = client.get("/about/").content.decode()

    assert "<tr><td>PBN</td><td>hands and results</td><td></td></tr>" in page


def test_every_package_has_a_licence():
    packages = {package.name.casefold(): package for package in about.packages()}

    assert {"django", "waitress", "openpyxl"} <= packages.keys()
    assert [name for name, package in packages.items() if not package.licence] == []


def test_whole_text_of_a_licence_is_left_out():
    facts = Message()
    facts["License"] = "Permission is hereby granted, " * 10
    assert about._licence(facts) == ""

    facts["Classifier"] = "License :: OSI Approved :: MIT License"
    assert about._licence(facts) == "MIT License"
