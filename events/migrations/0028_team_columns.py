"""What is said about teams that meet, the lot and virtual points get columns and tables.

Before, the lines of a tournament's file said it. They are read by a reader of this migration's own,
so that later ones change nothing here; what it cannot read stays as it is. Backwards, what
directors can set becomes lines again.
"""

import re
from collections import Counter
from fractions import Fraction

import django.core.validators
import django.db.models.deletion
import events.models.points
import events.models.team_rules
from django.conf import settings
from django.db import migrations, models

MAX_ROUNDS = 999
RULES = ("192", "352", "362")
OF_TEAMS = ("320", "330", "352", "362")
FORFEITS = ("+-", "-+", "--")
BYES = ("F", "H", "Z")
COLOURS = {"W": "w", "B": "b", "WHITE1": "w", "BLACK1": "b"}
OF_PLAYERS = ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "SB/C1", "WIN", "PS")
EXTENDED = ("EMMSB", "EMGSB", "EGMSB", "EGGSB")
TIE_BREAKS = frozenset({
    "MPVGP", "EDE", "BC", "TBR", "BBE", *EXTENDED, *(f"{code}/C1" for code in EXTENDED),
    *(f"{code}{end}" for code in (*OF_PLAYERS, "DE") for end in ("", ":MP", ":GP")),
})  # fmt: skip


def is_record(text):
    return re.match(r"[0-9]{3}(?: |\Z)", text) is not None


def whole(text):
    """The whole number that a text is, 0 where it is blank, else ``None``."""
    text = text.strip() or "0"
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) else None


def points(text):
    """Points of a file that fit into a column, else ``None``."""
    text = text.strip().rstrip(".,").replace(",", ".")
    text = f"0{text}" if text.startswith(".") else text
    if not re.fullmatch(r"[0-9]{1,2}(?:\.[0-9]{1,6})?", text, re.ASCII):
        return None
    found = Fraction(text)
    return found if (100 * found).denominator == 1 else None


def numbers_from(text, column, width, *, zeros=False):
    """The numbers in columns of a width from one on, ``None`` when one is none."""
    fields = [text[at : at + width].strip() for at in range(column - 1, len(text), width + 1)]
    while fields and not fields[-1]:
        fields.pop()
    numbers = [whole(each) for each in fields]
    if None in numbers:
        return None
    return numbers if zeros else [number for number in numbers if number]


def show(worth):
    """Points as clubscore writes them into files."""
    hundredths = round(worth * 100)
    return f"{hundredths / 100:.1f}" if hundredths % 10 == 0 else f"{hundredths / 100:.2f}"


def is_type_of_teams(text):
    return text[:3] == "192" and "TEAM" in text[4:].upper()


class Facts:
    """What the kept lines of a tournament say of the pairing and of its teams."""

    def __init__(self, texts):
        self.lot, self.virtual, self.tie_breaks, self.code = "", [], None, ""
        self.colours, self.win, self.draw, self.loss = "", *map(Fraction, (2, 1, 0))
        self.bye_match = self.bye_game = None
        self.by_game, self.uses_other, self.preference = False, True, "typea"
        self.byes, self.forfeits, self.line_ups, self.apart, self.teams = [], [], {}, [], {}
        records = [text for text in texts if is_record(text)]
        self.meet = any(text[:3] in OF_TEAMS or is_type_of_teams(text) for text in records)
        for text in texts:
            self.read_lot(text)
        for text in records:
            reader = getattr(self, f"read_{text[:3]}", None)
            if reader:
                reader(text)

    def read_lot(self, text):
        tag, *words = text.upper().split() or [""]
        if tag in ("152", "XXC"):
            self.lot = next((COLOURS[word] for word in words if word in COLOURS), self.lot)

    def read_192(self, text):
        data = text[4:].strip()
        words = data.upper().split("_")
        if "TEAM" not in words or len(data) > 200:
            return
        scores = [word for word in words if word in ("MP", "GP")]
        if "TYPEB" in words:
            self.preference = "typeb"
        else:
            self.preference = "nocolor" if scores and "TYPEA" not in words else "typea"
        self.by_game, self.uses_other = scores[:1] == ["GP"], len(scores) != 1
        self.code = data if data != self.type_word() else ""

    def type_word(self):
        scores = ["GP", "MP"] if self.by_game else ["MP", "GP"]
        preference = {"typea": ["TYPEA"], "typeb": ["TYPEB"], "nocolor": []}[self.preference]
        return f"FIDE_TEAM_{'_'.join([*preference, *scores[: 2 if self.uses_other else 1]])}"

    def read_202(self, text):
        codes = [code.upper().replace("-", "/") for code in text[4:].replace(",", " ").split()]
        known = list(dict.fromkeys(code for code in codes if code in TIE_BREAKS))
        if text[:3] == "202" or not self.tie_breaks:
            self.tie_breaks = known

    read_212 = read_202

    def read_240(self, text):
        round_, teams = whole(text[6:9]), numbers_from(text, 11, 4)
        if text[4:5].upper() in BYES and round_ and teams:
            self.byes += [(round_, team, text[4:5].upper()) for team in teams]

    def read_250(self, text):
        worth = [points(text[at : at + 4]) if text[at : at + 4].strip() else 0 for at in (4, 9)]
        columns = (text[14:17], text[18:21], text[22:26], text[27:31])
        numbers = [whole(each) if each.strip() else None for each in columns]
        if None not in worth and None not in numbers:
            names = ("match", "game", "first_round", "last_round", "first", "last")
            self.virtual.append(dict(zip(names, (*map(str, worth), *numbers), strict=True)))

    def read_260(self, text):
        first, last, teams = whole(text[4:7]), whole(text[8:11]), numbers_from(text, 13, 4)
        if None not in (first, last) and teams and len(teams) > 1:
            self.apart.append((first or None, last or first or None, teams))

    def read_300(self, text):
        round_, team = whole(text[4:7]), whole(text[8:11])
        players = numbers_from(text, 17, 4, zeros=True)
        if round_ and team and players:
            self.line_ups[round_, team] = players

    def read_310(self, text):
        strength = whole(text[47:53]) if text[47:53].strip() else None
        name = " ".join(text[8:40].split())
        self.teams[name] = (whole(text[4:7]) or None, text[41:46].strip(), strength)

    def read_320(self, text):
        match, game = points(text[4:8]), points(text[9:13])
        teams = numbers_from(text, 15, 3, zeros=True)
        if None not in (match, game, teams):
            self.bye_match, self.bye_game = match, game
            self.byes += [(round_, team, "U") for round_, team in enumerate(teams, 1) if team]

    def read_330(self, text):
        numbers = [whole(each) for each in (text[7:10], text[11:14], text[15:18])]
        if text[4:6] in FORFEITS and all(numbers):
            self.forfeits.append((*numbers, text[4:6]))

    def read_352(self, text):
        colours = text[4:].strip().upper()
        if re.fullmatch(r"[WB]{1,99}", colours):
            self.colours = colours

    def read_362(self, text):
        found = re.findall(r"T([WDL])\s*(\d+(?:[.,]\d+)?)", text, re.ASCII)
        worth = {letter: points(each) for letter, each in found}
        if worth and None not in worth.values():
            self.win = worth.get("W", self.win)
            self.draw = worth.get("D", self.draw)
            self.loss = worth.get("L", self.loss)

    def own_lines(self):
        """How clubscore writes what it lets directors set."""
        worth = (("TW", self.win), ("TD", self.draw), ("TL", self.loss))
        lines = {"152": f"152 {self.lot.upper()}"} if self.lot else {}
        if self.meet:
            lines |= {
                "192": f"192 {self.code or self.type_word()}",
                "352": f"352 {self.colours}" if self.colours else "",
                "362": f"362 {'   '.join(f'{code}{show(each):>4}' for code, each in worth)}",
                "202": f"202 {','.join(self.tie_breaks)}" if self.tie_breaks else "",
            }
        return {tag: text for tag, text in lines.items() if text}


def columns_of(facts):
    return {
        "lot": facts.lot,
        "virtual_points": facts.virtual,
        "teams_meet": facts.meet,
        "board_colours": facts.colours,
        "match_win_points": facts.win,
        "match_draw_points": facts.draw,
        "match_loss_points": facts.loss,
        "team_bye_match_points": facts.bye_match,
        "team_bye_game_points": facts.bye_game,
        "game_points_decide": facts.by_game,
        "other_score_counts": facts.uses_other,
        "colour_preference": facts.preference,
        "team_tie_breaks": facts.tie_breaks or [],
        "team_type_code": facts.code,
    }


def with_places(lines, facts):
    """The lines without those that clubscore writes just so; their places stay."""
    own = facts.own_lines()
    tags = Counter(line["text"][:3] for line in lines)
    # Either all three records of the rules are ours, or they stay as the file has them.
    texts = {line["text"] for line in lines}
    ours = {tag for tag, text in own.items() if tags[tag] == 1 and text in texts}
    if not ours.issuperset(RULES):
        ours -= set(RULES)
    if tags["212"]:
        ours.discard("202")
    if tags["XXC"]:
        ours.discard("152")
    return [
        {"text": "", "after": line["text"][:3]} if line["text"][:3] in ours else line
        for line in lines
    ]


def read_kept_lines(apps, schema_editor):
    """Read what the kept lines of tournaments say into columns and tables; the lines stay, but for
    those that clubscore itself wrote."""
    Tournament = apps.get_model("events", "Tournament")
    for tournament in Tournament.objects.exclude(kept_records=[]).order_by("pk"):
        lines = tournament.kept_records
        facts = Facts([line["text"] for line in lines])
        for column, value in columns_of(facts).items():
            setattr(tournament, column, value)
        tournament.kept_records = with_places(lines, facts)
        tournament.save()
        store_teams(apps, tournament, facts)


def store_teams(apps, tournament, facts):
    Team = apps.get_model("events", "Team")
    teams = {}
    for place, team in enumerate(Team.objects.filter(tournament=tournament).order_by("pk"), 1):
        number, team.short, team.strength = facts.teams.get(team.name, (None, "", None))
        number = number or place
        while number in teams:
            number += 1
        teams[number] = team
        if facts.teams:
            team.number = number
            team.save()
    store_byes(apps, teams, facts)
    store_forfeits(apps, teams, facts)
    store_line_ups(apps, tournament, teams, facts)
    for first, last, numbers in facts.apart:
        known = list(dict.fromkeys(number for number in numbers if number in teams))
        if len(known) > 1:
            apart = apps.get_model("events", "TeamsApart").objects.create(
                tournament=tournament, first_round=first, last_round=last
            )
            for number in known:
                apart.members.create(team=teams[number])


def store_byes(apps, teams, facts):
    TeamBye = apps.get_model("events", "TeamBye")
    seen = set()
    for round_, number, code in facts.byes:
        if number in teams and round_ <= MAX_ROUNDS and (round_, number) not in seen:
            seen.add((round_, number))
            TeamBye.objects.create(team=teams[number], round=round_, code=code)


def store_forfeits(apps, teams, facts):
    TeamForfeit = apps.get_model("events", "TeamForfeit")
    stored = {}
    for round_, white, black, score in facts.forfeits:
        sides = frozenset({white, black})
        busy = any(
            at == round_ and other != sides and other & sides for at, other in stored
        )
        if len(sides) == 2 and sides <= teams.keys() and not busy:
            # Of one match the last that is said counts.
            stored[round_, sides] = (white, black, score)
    for (round_, _sides), (white, black, score) in stored.items():
        TeamForfeit.objects.create(
            round=round_, white=teams[white], black=teams[black], score=score
        )


def store_line_ups(apps, tournament, teams, facts):
    LineUpSeat = apps.get_model("events", "LineUpSeat")
    entries = dict(tournament.entries.exclude(number=None).values_list("number", "pk"))
    for (round_, number), players in facts.line_ups.items():
        known = [entries.get(player) for player in players]
        seated = [entry for entry in known if entry]
        if number in teams and len(set(seated)) == len(seated):
            LineUpSeat.objects.bulk_create(
                LineUpSeat(team=teams[number], round=round_, board=board, entry_id=entry)
                for board, entry in enumerate(known, start=1)
            )


def write_kept_lines(apps, schema_editor):
    """Write as lines again what directors can set, in the places of those that say something else
    or at the end, and whatever lines have left a place for."""
    Tournament = apps.get_model("events", "Tournament")
    for tournament in Tournament.objects.order_by("pk"):
        facts = facts_of(tournament)
        said = columns_of(Facts([line["text"] for line in tournament.kept_records]))
        now = columns_of(facts)
        has_places = any(not line["text"] for line in tournament.kept_records)
        if has_places or any(now[name] != said[name] for name in SETTABLE):
            own = {tag: [text] for tag, text in facts.own_lines().items()}
            others = lines_of_tables(apps, tournament)
            lines = written_back(tournament.kept_records, own, others)
            Tournament.objects.filter(pk=tournament.pk).update(kept_records=lines)


SETTABLE = (
    "lot", "teams_meet", "board_colours", "match_win_points", "match_draw_points",
    "match_loss_points", "game_points_decide", "other_score_counts", "colour_preference",
    "team_tie_breaks", "team_type_code",
)  # fmt: skip


def facts_of(tournament):
    facts = Facts([])
    facts.lot, facts.meet = tournament.lot, tournament.teams_meet
    facts.code, facts.tie_breaks = tournament.team_type_code, tournament.team_tie_breaks
    facts.colours = tournament.board_colours
    facts.win, facts.draw = tournament.match_win_points, tournament.match_draw_points
    facts.loss = tournament.match_loss_points
    facts.by_game = tournament.game_points_decide
    facts.uses_other = tournament.other_score_counts
    facts.preference = tournament.colour_preference
    return facts


def written_back(lines, own, others):
    """The lines with ours by their numbers; those of tables only where a place is left for them."""
    found = []
    for line in lines:
        tag = line["text"][:3] or line["after"]
        if not line["text"] or tag in ("152", *RULES, "202"):
            texts = own.pop(tag, None) or ([] if line["text"] else others.pop(tag, []))
            found += [{"text": text, "after": "end"} for text in texts]
        elif tag != "212" or "202" not in own:
            found.append(line)
    return [*found, *({"text": text, "after": "end"} for texts in own.values() for text in texts)]


def lines_of_tables(apps, tournament):
    """The records of virtual points, byes, forfeits, line-ups and who must not meet."""
    found = {tag: [] for tag in ("240", "250", "260", "300", "320", "330")}
    for each in tournament.virtual_points:
        worth = [Fraction(each[name]) for name in ("match", "game")]
        match, game = (show(points) if points else "" for points in worth)
        found["250"].append(
            f"250 {match:>4} {game:>4} {each['first_round']:3} {each['last_round']:3} "
            f"{each['first']:4} {each['last']:4}"
        )
    numbers = {}
    for place, team in enumerate(tournament.teams.order_by("pk"), start=1):
        numbers[team.pk] = team.number or place
    byes = apps.get_model("events", "TeamBye").objects.filter(team__in=numbers).order_by("round")
    rounds = {}
    for bye in byes:
        if bye.code == "U":
            rounds[bye.round] = numbers[bye.team_id]
        else:
            found["240"].append(f"240 {bye.code} {bye.round:03} {numbers[bye.team_id]:04}")
    if tournament.team_bye_match_points is not None:
        worth = (tournament.team_bye_match_points, tournament.team_bye_game_points or Fraction(0))
        last = max(rounds, default=0)
        teams = " ".join(f"{rounds.get(round_, 0):03}" for round_ in range(1, last + 1))
        match, game = map(show, worth)
        found["320"].append(f"320 {match:>4} {game:>4} {teams}".rstrip())
    forfeits = apps.get_model("events", "TeamForfeit").objects.filter(white__in=numbers)
    for each in forfeits.order_by("round", "pk"):
        sides = f"{numbers[each.white_id]:3} {numbers[each.black_id]:3}"
        found["330"].append(f"330 {each.score} {each.round:03} {sides}")
    seats = apps.get_model("events", "LineUpSeat").objects.filter(team__in=numbers)
    line_ups = {}
    for seat in seats.select_related("entry").order_by("round", "team", "board"):
        player = seat.entry.number if seat.entry else None
        text = f"{player:4}" if player else "0000"
        line_ups.setdefault((seat.round, numbers[seat.team_id]), []).append(text)
    for (round_, team), players in line_ups.items():
        found["300"].append(f"300 {round_:03} {team:3}   0 {' '.join(players)}")
    for apart in tournament.teams_apart.order_by("pk"):
        teams = " ".join(f"{numbers[each.team_id]:4}" for each in apart.members.order_by("pk"))
        rounds_ = f"{apart.first_round or 0:03} {apart.last_round or 0:03}"
        found["260"].append(f"260 {rounds_} {teams}")
    return found


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0027_draw_practices'),
        ('players', '0006_demo_deletion_links'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LineUpSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField(verbose_name='round')),
                ('board', models.PositiveSmallIntegerField(verbose_name='board number')),
            ],
            options={
                'verbose_name': 'seat of a line-up',
                'verbose_name_plural': 'seats of line-ups',
                'ordering': ('team__tournament', 'round', 'team', 'board'),
            },
        ),
        migrations.CreateModel(
            name='TeamApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'verbose_name': 'team',
                'verbose_name_plural': 'teams',
                'ordering': ('apart', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='TeamBye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField(verbose_name='round')),
                ('code', models.CharField(choices=[('U', 'pairing-allocated bye'), ('F', 'full-point bye'), ('H', 'half-point bye'), ('Z', 'zero-point bye')], max_length=1, verbose_name='bye')),
            ],
            options={
                'verbose_name': 'bye of a team',
                'verbose_name_plural': 'byes of teams',
                'ordering': ('team__tournament', 'round', 'team'),
            },
        ),
        migrations.CreateModel(
            name='TeamForfeit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField(verbose_name='round')),
                ('score', models.CharField(choices=[('+-', 'the team with White wins'), ('-+', 'the team with Black wins'), ('--', 'both teams lose')], max_length=2, verbose_name='result')),
            ],
            options={
                'verbose_name': 'forfeited match',
                'verbose_name_plural': 'forfeited matches',
                'ordering': ('white__tournament', 'round', 'white'),
            },
        ),
        migrations.CreateModel(
            name='TeamsApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='first round')),
                ('last_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='last round')),
            ],
            options={
                'verbose_name': 'pairing not allowed',
                'verbose_name_plural': 'pairings not allowed',
                'ordering': ('tournament', 'pk'),
            },
        ),
        migrations.AddField(
            model_name='team',
            name='number',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Empty: its place among the teams.', null=True, verbose_name='number'),
        ),
        migrations.AddField(
            model_name='team',
            name='short',
            field=models.CharField(blank=True, max_length=5, verbose_name='short name'),
        ),
        migrations.AddField(
            model_name='team',
            name='strength',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='strength'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='board_colours',
            field=models.CharField(blank=True, max_length=99, validators=[django.core.validators.RegexValidator('\\A[WB]*\\Z', 'Only the letters W and B: a letter for each board, such as WBWB.')], verbose_name='colours of the boards'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='colour_preference',
            field=models.CharField(choices=[('typea', 'simple (type A)'), ('typeb', 'strong and mild (type B)'), ('nocolor', 'none')], default='typea', max_length=7, verbose_name='colour preferences of teams'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='game_points_decide',
            field=models.BooleanField(default=False, verbose_name='game points decide'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='lot',
            field=models.CharField(blank=True, choices=[('w', 'White'), ('b', 'Black')], help_text='The colour of number 1 in round 1, once it is drawn.', max_length=1, verbose_name='lot'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='match_draw_points',
            field=events.models.points.PointsField(default='1', verbose_name='match drawn'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='match_loss_points',
            field=events.models.points.PointsField(default='0', verbose_name='match lost'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='match_win_points',
            field=events.models.points.PointsField(default='2', verbose_name='match won'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='other_score_counts',
            field=models.BooleanField(default=True, verbose_name='the other score counts for colours'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='team_bye_game_points',
            field=events.models.points.PointsField(blank=True, help_text='Empty: a draw on every board.', null=True, verbose_name='game points of a team’s bye'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='team_bye_match_points',
            field=events.models.points.PointsField(blank=True, help_text='Empty: those of a drawn match.', null=True, verbose_name='match points of a team’s bye'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='team_tie_breaks',
            field=models.JSONField(blank=True, default=list, help_text='Empty: the usual ones.', validators=[events.models.team_rules.validate_team_tie_breaks], verbose_name='tie-breaks of the teams'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='team_type_code',
            field=models.CharField(blank=True, max_length=200, verbose_name='code of the type'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='teams_meet',
            field=models.BooleanField(default=False, verbose_name='teams meet each other'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='virtual_points',
            field=models.JSONField(blank=True, default=list, validators=[events.models.team_rules.validate_virtual_points], verbose_name='virtual points'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='team_number_once', violation_error_message='Another team has this number.'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.CheckConstraint(condition=models.Q(('number__isnull', True), models.Q(('number__gte', 1), ('number__lte', 9999)), _connector='OR'), name='team_number_1_to_9999', violation_error_message='Numbers of teams are 1 to 9999.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('lot__in', ['', 'w', 'b'])), name='tournament_lot_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('colour_preference__in', ['typea', 'typeb', 'nocolor'])), name='tournament_colour_preference_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('match_loss_points__gte', '0'), ('match_draw_points__gte', '0'), ('match_win_points__gte', '0')), name='tournament_match_points_not_negative', violation_error_message='Match points are not negative.'),
        ),
        migrations.AddField(
            model_name='lineupseat',
            name='entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='line_up_seats', to='events.entry', verbose_name='player'),
        ),
        migrations.AddField(
            model_name='lineupseat',
            name='team',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_up_seats', to='events.team', verbose_name='team'),
        ),
        migrations.AddField(
            model_name='teamapart',
            name='team',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.team', verbose_name='team'),
        ),
        migrations.AddField(
            model_name='teambye',
            name='team',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='events.team', verbose_name='team'),
        ),
        migrations.AddField(
            model_name='teamforfeit',
            name='black',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.team', verbose_name='team with Black'),
        ),
        migrations.AddField(
            model_name='teamforfeit',
            name='white',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.team', verbose_name='team with White'),
        ),
        migrations.AddField(
            model_name='teamsapart',
            name='teams',
            field=models.ManyToManyField(related_name='+', through='events.TeamApart', to='events.team'),
        ),
        migrations.AddField(
            model_name='teamsapart',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams_apart', to='events.tournament', verbose_name='tournament'),
        ),
        migrations.AddField(
            model_name='teamapart',
            name='apart',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='events.teamsapart'),
        ),
        migrations.AddConstraint(
            model_name='lineupseat',
            constraint=models.UniqueConstraint(fields=('team', 'round', 'board'), name='line_up_board_once'),
        ),
        migrations.AddConstraint(
            model_name='lineupseat',
            constraint=models.UniqueConstraint(fields=('team', 'round', 'entry'), name='line_up_player_once'),
        ),
        migrations.AddConstraint(
            model_name='lineupseat',
            constraint=models.CheckConstraint(condition=models.Q(('round__gte', 1), ('round__lte', 999)), name='line_up_round_1_to_999'),
        ),
        migrations.AddConstraint(
            model_name='lineupseat',
            constraint=models.CheckConstraint(condition=models.Q(('board__gte', 1)), name='line_up_board_from_1'),
        ),
        migrations.AddConstraint(
            model_name='teambye',
            constraint=models.UniqueConstraint(fields=('team', 'round'), name='team_bye_once', violation_error_message='This team has a bye in this round already.'),
        ),
        migrations.AddConstraint(
            model_name='teambye',
            constraint=models.CheckConstraint(condition=models.Q(('round__gte', 1), ('round__lte', 999)), name='team_bye_round_1_to_999'),
        ),
        migrations.AddConstraint(
            model_name='teambye',
            constraint=models.CheckConstraint(condition=models.Q(('code__in', ['U', 'F', 'H', 'Z'])), name='team_bye_known'),
        ),
        migrations.AddConstraint(
            model_name='teamforfeit',
            constraint=models.UniqueConstraint(fields=('white', 'round'), name='team_forfeit_once_white'),
        ),
        migrations.AddConstraint(
            model_name='teamforfeit',
            constraint=models.UniqueConstraint(fields=('black', 'round'), name='team_forfeit_once_black'),
        ),
        migrations.AddConstraint(
            model_name='teamforfeit',
            constraint=models.CheckConstraint(condition=models.Q(('white', models.F('black')), _negated=True), name='team_forfeit_of_two'),
        ),
        migrations.AddConstraint(
            model_name='teamforfeit',
            constraint=models.CheckConstraint(condition=models.Q(('round__gte', 1), ('round__lte', 999)), name='team_forfeit_round_1_to_999'),
        ),
        migrations.AddConstraint(
            model_name='teamforfeit',
            constraint=models.CheckConstraint(condition=models.Q(('score__in', ['+-', '-+', '--'])), name='team_forfeit_known'),
        ),
        migrations.AddConstraint(
            model_name='teamsapart',
            constraint=models.CheckConstraint(condition=models.Q(('first_round__isnull', True), models.Q(('first_round__gte', 1), ('first_round__lte', 999)), _connector='OR'), name='teams_apart_first_round_1_to_999'),
        ),
        migrations.AddConstraint(
            model_name='teamsapart',
            constraint=models.CheckConstraint(condition=models.Q(('last_round__isnull', True), models.Q(('last_round__gte', 1), ('last_round__lte', 999)), _connector='OR'), name='teams_apart_last_round_1_to_999'),
        ),
        migrations.AddConstraint(
            model_name='teamapart',
            constraint=models.UniqueConstraint(fields=('apart', 'team'), name='team_apart_once'),
        ),
        migrations.RunPython(read_kept_lines, write_kept_lines, elidable=False),
    ]
