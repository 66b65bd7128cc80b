"""The addresses of events, in one namespace: those of sessions, and those of tournaments."""

from django.urls import include, path

from events.club import views
from events.club.open_file import open_file
from events.website.views import director, visitors

app_name = "events"
urlpatterns = [
    path("own-club/", views.own_club, name="own-club"),
    path("past/", views.past, name="past"),
    path("deleted/", views.deleted, name="deleted"),
    path("deleted/restore/", views.restore, name="restore"),
    path("open/", open_file, name="open-file"),
    path("site/", director.index, name="site"),
    path("site/account/", director.account, name="site-account"),
    path("site/settings/", director.say, name="site-settings"),
    path("site/try/", director.attempt, name="site-try"),
    path("site/pages/", director.pages, name="site-pages"),
    path("site/upload/", director.upload, name="site-upload"),
    path("site/stop/", director.stop, name="site-stop"),
    path("site/club-site.zip", director.download, name="site-zip"),
    path("feed.xml", visitors.feed, name="feed"),
    path("calendar.ics", visitors.calendar, name="calendar"),
    path("privacy/", visitors.privacy_page, name="privacy-page"),
    path("widget/last-ranking/", visitors.last_ranking, name="last-ranking"),
    path("", include("events.exchange.urls")),
    # Before the sessions: the cards of the tables are a kind of paper.
    path("", include("events.tables.desk_urls")),
    path("", include("events.sessions.urls")),
    path("", include("events.tables.urls")),
    path("", include("events.hall.urls")),
    path("", include("events.hall.page_urls")),
    path("tournaments/", include("events.hall.desk_urls")),
    path("tournaments/", include("events.tournaments.urls")),
]
