"""Players of one name were told apart by the year of birth or by a number that is for directors
alone, as a part of the name. Now it is the club, a public number or a count."""

from itertools import count

from django.db import migrations
from django.db.models import F

from clubscore.database.transactions import settle_constraints
from players.domain.names import Name, public_marks, with_mark

PRIVATE = ("national_number", "club_number")
NAME = ("name", "given", "particle", "family")


def _forwards(apps, editor):
    database = editor.connection.alias
    model, log = (apps.get_model("players", name) for name in ("Player", "RegisterEntry"))
    players = model.objects.using(database).select_related("club").filter(name__endswith=")")
    changed = False
    for player in players.filter(erased_at=None).order_by("pk"):
        plain, _bracket, mark = player.name.removesuffix(")").rpartition(" (")
        secrets = {player.born[:4], *(getattr(player, field) for field in PRIVATE)} - {""}
        if not plain or mark not in secrets:
            continue
        name = Name(plain, player.given, player.particle, player.family)
        others = model.objects.using(database).filter(is_guest=False).exclude(pk=player.pk)
        taken = set(others.filter(name_key__startswith=name.key).values_list("name_key", flat=True))
        other = others.select_related("club").filter(name_key=name.key).first()
        facts = {
            "club": player.club.name if player.club else "",
            "fide_number": player.fide_number,
            "egd_pin": player.egd_pin,
        }
        club = other.club.name if other and other.club else ""
        before = {field: getattr(player, field) for field in NAME}
        player.name = next(each.text for each in _names(name, facts, club) if each.key not in taken)
        name = Name(player.name, player.given, player.particle, player.family)
        player.name_key, player.match_key = name.key, name.match_key
        player.search_text = name.search_text
        player.save(update_fields=["name", "name_key", "match_key", "search_text"])
        after = before | {"name": player.name}
        log.objects.using(database).create(
            number=player.pk, action="changed", before=before, after=after
        )
        changed = True
    if changed:
        apps.get_model("players", "RegisterVersion").objects.using(database).update(
            number=F("number") + 1
        )
    settle_constraints(editor)


def _names(name, facts, club):
    """The plain name, then with each mark, then counted."""
    yield name
    for mark in public_marks(facts, other={"club": club}):
        yield with_mark(name, mark)
    for number in count(2):
        yield with_mark(name, str(number))


class Migration(migrations.Migration):
    dependencies = [("players", "0009_bin")]

    operations = [migrations.RunPython(_forwards, migrations.RunPython.noop, elidable=True)]
