"""FIDE mode: tournaments that are not paired yet and have FIDE’s systems begin in it."""

from typing import Any

from django.conf import settings
from django.db import migrations, models

from clubscore.database.transactions import settle_constraints

KINDS = ("", "Swiss", "Swiss-System (Dutch)", "Round robin", "Double round robin")

USUAL = {
    "win_points": "1",
    "draw_points": "0.5",
    "loss_points": "0",
    "forfeit_win_points": "1",
    "forfeit_loss_points": "0",
    "half_bye_points": "0.5",
    "full_bye_points": "1",
    "zero_bye_points": "0",
}

OF_SWISS = ("BH", "FB", "AOB")


def begin_in_fide_mode(apps: Any, editor: Any) -> None:
    alias = editor.connection.alias
    tournaments = apps.get_model("events", "Tournament").objects.using(alias).filter(
        discipline="chess",
        kind__in=KINDS,
        same_club="",
        same_federation="",
        **USUAL,
    )
    paired = apps.get_model("events", "Game").objects.using(alias).values("round__tournament")
    for tournament in tournaments.exclude(pk__in=paired):
        codes = {code.partition("/")[0] for code in tournament.tie_breaks}
        if tournament.wishes or ("robin" in tournament.kind and codes & set(OF_SWISS)):
            continue
        tournament.fide_mode = True
        tournament.save(update_fields=["fide_mode"])
    settle_constraints(editor)


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0051_card_play"),
        ("players", "0012_files_of_lists"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="fide_left_round",
            field=models.PositiveSmallIntegerField(
                blank=True, editable=False, null=True, verbose_name="FIDE mode left after round"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="fide_mode",
            field=models.BooleanField(
                default=None, editable=False, null=True, verbose_name="FIDE mode"
            ),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="action",
            field=models.CharField(
                choices=[
                    ("created", "created"),
                    ("binned", "deleted"),
                    ("brought back", "brought back from the bin"),
                    ("changed", "settings changed"),
                    ("moved", "movement changed"),
                    ("section", "section added"),
                    ("unsection", "section removed"),
                    ("named", "names entered"),
                    ("handicaps", "handicaps entered"),
                    ("strata", "strata entered"),
                    ("entered", "result entered"),
                    ("cleared", "result cleared"),
                    ("finished", "finished"),
                    ("reopened", "reopened"),
                    ("published", "results published"),
                    ("withdrawn", "results unpublished"),
                    ("entries", "entries changed"),
                    ("closed", "registration closed"),
                    ("paired", "pairings set"),
                    ("imported", "read from a file"),
                    ("ruled", "ruling made"),
                    ("unruled", "ruling cancelled"),
                    ("penalised", "penalty given"),
                    ("pardoned", "penalty cancelled"),
                    ("fouled", "deals of a fouled board marked"),
                    ("seated", "played by others than scheduled"),
                    ("exchanged", "schedule changed after an exchange"),
                    ("mended", "doubt fixed"),
                    ("ticked", "doubt dismissed"),
                    ("unticked", "doubt raised again"),
                    ("undone", "change undone"),
                    ("restored", "earlier state restored"),
                    ("confirmed", "result confirmed"),
                    ("objected", "result not agreed to"),
                    ("claimed", "correction claimed"),
                    ("consented", "correction agreed to"),
                    ("dealt", "hands stored"),
                    ("unsealed", "hands opened"),
                    ("hands sent", "hands saved as a file"),
                    ("undealt", "hands removed"),
                    ("sent", "sent to another site"),
                    ("drawn", "round drawn"),
                    ("awarded", "match awarded"),
                    ("team", "team changed"),
                    ("play added", "auctions and card play stored"),
                    ("analysed", "double dummy worked out"),
                    ("breach", "not as FIDE’s rules have it"),
                ],
                max_length=12,
                verbose_name="action",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("fide_left_round__isnull", False), ("fide_mode", False)),
                    models.Q(("fide_left_round__isnull", True), ("fide_mode", True)),
                    models.Q(("fide_left_round__isnull", True), ("fide_mode__isnull", True)),
                    _connector="OR",
                ),
                name="tournament_fide_mode_left_after_a_round",
            ),
        ),
        migrations.RunPython(begin_in_fide_mode, migrations.RunPython.noop),
    ]
