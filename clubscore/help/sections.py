"""Which part of the guides belongs to which page: by the name of its view.

A name that ends in ``*`` is the beginning of names; the longest that fits counts.
"""

HELP = {
    "home": "evening#an-evening-of-bridge-in-ten-steps",
    "about": "install#on-a-laptop",
    "search": "register#the-register-of-players",
    "login": "security#accounts",
    "language*": "what-to-do-when#what-to-do-when-",
    "backups*": "keeping#backups",
    "accounts:*": "security#accounts",
    "admin:*": "security#who-may-do-what",
    "players:*": "register#the-register-of-players",
    "players:import": "member-lists#the-file",
    "players:lookup*": "register#lists-of-federations",
    "players:settings": "register#club-settings",
    "players:name-parts": "register#names",
    "players:delete*": "register#deleting-a-player-a-session-a-tournament-a-series",
    "players:merge": "register#one-person-twice",
    "players:join": "register#guests",
    "players:take": "register#guests",
    "players:link*": "register#a-private-link-for-the-player",
    "players:own": "register#a-private-link-for-the-player",
    "players:held*": "privacy#somebody-asks-what-is-held",
    "players:erase": "privacy#somebody-asks-to-be-erased",
    "movements:*": "evening#2-choose-a-movement",
    "events:site*": "site#the-clubs-site",
    "events:privacy-page": "site#names",
    "events:own-club": "evening#1-start-and-log-in",
    "events:deleted": "register#deleting-a-player-a-session-a-tournament-a-series",
    "events:*": "evening#an-evening-of-bridge-in-ten-steps",
    "events:new": "evening#3-set-up-the-session",
    "events:name-fields": "evening#4-names",
    "events:session": "evening#7-follow-the-evening",
    "events:names": "evening#4-names",
    "events:handicaps": "series#handicaps",
    "events:paper": "evening#5-paper-for-the-tables",
    "events:settings": "evening#3-set-up-the-session",
    "events:carry-over": "series#carry-over-into-one-session",
    "events:movement": "what-to-do-when#-with-the-movement",
    "events:section-*": "evening#3-set-up-the-session",
    "events:delete": "register#deleting-a-player-a-session-a-tournament-a-series",
    "events:board": "typing#what-may-be-typed",
    "events:slip": "typing#by-round-slip",
    "events:beside": "typing#what-may-be-typed",
    "events:deals": "rulings#a-fouled-board",
    "events:ruling*": "rulings#a-ruling-on-a-result",
    "events:rulings": "rulings#all-of-them",
    "events:penalty": "rulings#penalties",
    "events:line-history": "rulings#undo",
    "try*": "tables#before-the-evening",
    "hall": "tables#before-the-evening",
    "events:tables*": "tables#during-the-evening",
    "events:table-cards": "tables#before-the-evening",
    "events:claims": "tables#at-the-end",
    "events:display*": "tables#clock-and-display",
    "events:public-display*": "tables#clock-and-display",
    "events:laminated": "tables#what-to-tell-the-players",
    "events:monitor*": "evening#7-follow-the-evening",
    "events:missing*": "evening#7-follow-the-evening",
    "events:doubts": "doubts#what-raises-a-doubt",
    "events:points": "rulings#where-do-these-points-come-from",
    "events:ranking": "scoring#ranking",
    "events:travellers": "scoring#matchpoints",
    "events:frequencies": "scoring#matchpoints",
    "events:grid": "scoring#matchpoints",
    "events:board-page": "results#an-evening-of-bridge",
    "events:line-page": "results#where-the-trick-went",
    "events:find": "results#find-your-name",
    "events:card": "results#an-evening-of-bridge",
    "events:cards": "scoring#matchpoints",
    "events:series*": "series#make-one",
    "events:series-delete": "register#deleting-a-player-a-session-a-tournament-a-series",
    "events:bridgescore": "bridgescore#files-of-the-old-bridgescore",
    "events:keep-bridgescore": "bridgescore#files-of-the-old-bridgescore",
    "events:tournament-find": "results#find-your-name",
    "events:tournament-places": "results#a-tournament",
    "events:tournament*": "tournament#a-tournament-by-hand",
    "events:new-tournament": "tournament#1-make-it",
    "events:import-tournament": "krause#what-is-read",
    "events:keep-tournament": "krause#what-is-corrected-and-what-is-refused",
    "events:tournament-settings": "tournament#1-make-it",
    "events:tournament-delete": "register#deleting-a-player-a-session-a-tournament-a-series",
    "events:tournament-trf": "krause#what-is-written",
    "events:tournament-fide": "fide#fide-mode",
    "events:tournament-leave-fide": "fide#leaving-fide-mode",
    "events:tournament-log": "tournament#5-corrections",
    "events:tournament-players": "tournament#2-players",
    "events:tournament-add": "tournament#2-players",
    "events:tournament-entry": "tournament#2-players",
    "events:tournament-regist*": "tournament#at-the-door",
    "events:tournament-close": "tournament#at-the-door",
    "events:tournament-import": "register-files#in-a-tournament",
    "events:tournament-round*": "tournament#4-results",
    "events:tournament-pairings": "tournament#3-pair-a-round",
    "events:tournament-correct": "tournament#5-corrections",
    "events:tournament-standings*": "tie-breaks#which-ones-to-choose",
    "events:tournament-tie-break": "tie-breaks#one-tournament-every-tie-break",
    "events:tournament-crosstable": "tie-breaks#one-tournament-every-tie-break",
    "events:tournament-teams": "tie-breaks#teams",
}


def help_of(view_name: str) -> tuple[str, str]:
    """The guide and the anchor of a page; two empty texts where a page has none."""
    fitting = [each for each in HELP if each == view_name or view_name.startswith(_beginning(each))]
    if not fitting:
        return "", ""
    # The name itself before any beginning of it.
    best = max(fitting, key=lambda each: (each == view_name, len(each)))
    guide, _, anchor = HELP[best].partition("#")
    return guide, anchor


def _beginning(name: str) -> str:
    # A name without the star begins no other.
    return name[:-1] if name.endswith("*") else f"{name}\0"
