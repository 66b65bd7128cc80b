"""The addresses of the register."""

from django.urls import path

from players.views import (
    clubs as club_settings,
    importing,
    lookup,
    player,
    privacy,
    register,
    upkeep as removal,
)

app_name = "players"
urlpatterns = [
    path("", register.index, name="list"),
    path("new/", player.add, name="new"),
    path("import/", importing.import_file, name="import"),
    path("export/<str:kind>", register.export, name="export"),
    path("search/", register.search, name="search"),
    path("lookup/", lookup.lists, name="lookup"),
    path("lookup/search/", lookup.search, name="lookup-search"),
    path("lookup/<int:list_id>/remove/", lookup.remove, name="lookup-remove"),
    path("settings/", club_settings.settings, name="settings"),
    path("name-parts/", player.name_parts, name="name-parts"),
    path("delete/", removal.delete, name="delete"),
    path("clubs/", club_settings.index, name="clubs"),
    path("clubs/<int:club_id>/", club_settings.edit, name="club"),
    path("<int:number>/", player.player, name="player"),
    path("own/<slug:token>/", player.own, name="own"),
    path("<int:number>/link/", player.make, name="link"),
    path("<int:number>/link/withdraw/", player.withdraw, name="link-withdraw"),
    path("<int:number>/edit/", player.edit, name="edit"),
    path("<int:number>/rename/", player.rename, name="rename"),
    path("<int:number>/delete/", removal.delete_one, name="delete-one"),
    path("<int:number>/merge/", removal.merge, name="merge"),
    path("<int:number>/join/", removal.join, name="join"),
    path("<int:number>/take/", removal.take, name="take"),
    path("<int:number>/held/", privacy.held, name="held"),
    path("<int:number>/held.json", privacy.held_file, name="held-file"),
    path("<int:number>/erase/", privacy.erase, name="erase"),
]
