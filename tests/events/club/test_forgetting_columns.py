"""Erasing looks through every column that can hold a name: all of them are known here."""

import json

import pytest
from django.apps import apps
from django.core import serializers
from django.db.models import BinaryField, CharField, Field, JSONField, Model, QuerySet, TextField

from events.club.forgetting import WRITTEN, forget_in_sessions
from events.models import TravellerLine
from players.domain.names import read_name
from players.history import Erasure
from tests.clubscore.keeping.backups.club import full_club

pytestmark = pytest.mark.django_db

SHORTEST = 40
"""A column of fewer characters holds codes, numbers and grades."""

ELSEWHERE = {
    # The register forgets its own.
    "players.Player": {"name", "given", "particle", "family", "note", "name_key", "match_key",
                       "search_text", "sort_key", "country", "email", "telephone"},
    "players.RegisterEntry": {"before", "after", "device"},
    # Of the player's own entries; kept lines of files that are about them.
    "events.Entry": {"family", "given", "identity", "club", "federation", "mark"},
    "events.Tournament": {"kept_records", "deleted_with"},
    "events.LogEntry": {"before", "after", "reason", "device"},
}  # fmt: skip

NOBODY = {
    "accounts.LoginCount": {"account", "place"},  # hashes
    "accounts.OneTimeKey": {"digest", "answer"},  # of forms, until the next day
    "admin.LogEntry": {"object_id"},
    "auth.Group": {"name"},
    "auth.Permission": {"name", "codename"},
    "auth.User": {"password", "username", "first_name", "last_name", "email"},  # a login
    "clubscore.Job": {"subject", "arguments", "answer"},  # numbers; forgotten by themselves
    "contenttypes.ContentType": {"app_label", "model"},
    "events.BatchFile": {"name", "data"},  # a file that waits, empty once it is imported
    "events.BoardHands": {"deal"},
    "events.BridgemateAccount": {"club", "address", "sealed_key"},  # a machine of the club
    "events.BridgeWebsAccount": {"code", "sealed_password"},
    "events.BridgeWebsEvent": {"event_id"},
    "events.ClubSite": {"address", "target", "sealed_password", "sealed_key", "host_key"},
    "events.Deletion": {"device", "backup"},
    "events.Entry": {"absent_rounds", "asked_byes", "later_ratings", "rating_source"},  # no names
    "events.HallDevice": {"name", "token_hash"},  # a browser, a hash
    "events.HandSet": {"file_name", "seed"},
    "events.ImportedFile": {"digest", "content"},
    "events.LineClaim": {"proposal"},  # a result
    "events.LinePlay": {"cards", "costs"},
    "events.LineUp": {"players"},  # numbers
    "events.MatchPlay": {"own_scale"},
    "events.Penalty": {"law"},
    "events.PointsRule": {"name"},
    "events.Series": {"deleted_with"},  # numbers and a moment
    "events.Session": {"datums", "letters", "deleted_with"},
    "events.SessionFigures": {"state", "figures"},
    "events.SiteUpload": {"target", "manifest", "problem"},  # what a host answered
    "events.TableDevice": {"name", "token_hash"},  # a browser, a hash
    "events.TableMark": {"proposal"},
    "events.TableProposal": {"versions"},
    "events.Tournament": {"prizes", "virtual_points", "awards", "board_colours", "team_tie_breaks",
        "team_type_code", "wishes", "go_details", "slug", "city", "federation", "time_control",
        "tie_breaks", "forbidden"},
    "events.TravellerLine": {"adjustment", "law"},
    "events.WrongCode": {"place"},
    "movements.Movement": {"name", "comments", "source"},  # of authors, whoever plays by them
    "players.Club": {"name"},
    "players.ClubSettings": {"name", "facts"},
    "players.LookupList": {"name"},
    "players.LookupPart": {"data"},  # a federation's list, until it is loaded
    "players.LookupUpload": {"name", "federations"},
    "players.LookupPlayer": {"name", "family_key", "given_key"},  # a federation's list
    "players.PrivateLink": {"token_hash"},
    "sessions.Session": {"session_key", "session_data"},
}  # fmt: skip


def columns(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields if can_hold(field)}


def can_hold(field: Field) -> bool:
    if isinstance(field, JSONField | TextField | BinaryField):
        return True
    return (
        isinstance(field, CharField) and (field.max_length or 0) >= SHORTEST and not field.choices
    )


def test_every_column_that_can_hold_a_name_is_known() -> None:
    stored = {model._meta.label: columns(model) for model in apps.get_models()}
    known = {
        label: {*ELSEWHERE.get(label, ()), *NOBODY.get(label, ()), *searched.get(label, ())}
        for searched in [{model._meta.label: set(names) for model, names in WRITTEN.items()}]
        for label in stored
    }
    assert {label: names for label, names in stored.items() if names} == {
        label: names for label, names in known.items() if names
    }


def test_a_name_is_found_wherever_it_is_written() -> None:
    full_club()
    places = []
    for model, names in WRITTEN.items():
        row = model._base_manager.order_by("pk").first()
        if row is None:
            continue
        for name in names:
            field = model._meta.get_field(name)
            text = "Zara Quill" if (field.max_length or 99) < 80 else "with zara QUILL, twice"
            value = {"N": [text, "Quill, Zara"]} if isinstance(field, JSONField) else text
            # Only a ruling has a reason.
            ruled = {"adjustment": "A6040"} if model is TravellerLine else {}
            QuerySet(model).filter(pk=row.pk).update(**{name: value}, **ruled)
        places.append((model, row.pk))
    assert len(places) >= 14
    forget_in_sessions(Erasure(1, frozenset({read_name("Zara Quill")}), read_name("Erased-One")))
    rows = [model._base_manager.get(pk=pk) for model, pk in places]
    left = json.loads(serializers.serialize("json", rows))
    assert [each for each in left if "quill" in json.dumps(each).lower()] == []
    assert all("Erased-One" in json.dumps(each) for each in left)
