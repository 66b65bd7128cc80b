// What is read beside the own game, what is asked of the arbiter, the line-up, and this phone.

import { button, h } from "../devices/dom.js";
import { prefsForm } from "../devices/prefs.js";
import { connection } from "./screens.js";
import { stones } from "./game.js";
import { t } from "../devices/words.js";
import { shortResult, spoken } from "./words.js";

function page(app, title, ...content) {
  return h("section", { class: "more" }, h("h1", {}, title), connection(app), content, button(t("back"), () => app.open("home"), { kind: "wide plain" }));
}

// Loaded, refused with a sentence, or still under way.
function loaded(app, show) {
  if (!app.loaded) return h("p", { class: "quiet" }, "…");
  if (app.loaded.message) return h("p", { class: "notice", role: "status" }, app.loaded.message);
  return show(app.loaded);
}

// The stones and the komi of a game of go.
function terms(game) {
  return game.komi && h("span", { class: "quiet" }, ` (${stones(game, "")})`);
}

export function pairings(app) {
  const own = app.state.player?.number;
  const row = (game) =>
    h(
      "tr",
      { class: own && [game.white.number, game.black.number].includes(own) ? "own" : "" },
      h("td", {}, game.board ?? ""),
      h("td", {}, spoken(game.white), " – ", spoken(game.black), terms(game)),
      h("td", {}, shortResult(game.result)),
    );
  const bye = (each) => h("tr", {}, h("td", {}, "–"), h("td", {}, spoken(each)), h("td", {}, t("bye")));
  return page(app, t("pairings_of", { round: app.state.round.number }), loaded(app, ({ games, byes }) => h("table", {}, h("tbody", {}, games.map(row), byes.map(bye)))));
}

export function standings(app) {
  const own = app.state.player?.number;
  const row = (each) => h("tr", { class: each.number === own ? "own" : "" }, h("td", {}, each.place), h("td", {}, spoken(each)), h("td", {}, each.points));
  return page(
    app,
    t("standings"),
    loaded(app, ({ after, score, rows }) => [h("p", { class: "quiet" }, t("after_round", { round: after }), score && `; ${t(score)}`), h("table", {}, h("tbody", {}, rows.map(row)))]),
  );
}

export function ask(app) {
  const { round, tournament } = app.state;
  const first = round.state === "waiting" ? Math.max(round.number, 1) : round.number + 1;
  const rounds = Array.from({ length: Math.max(tournament.rounds - first + 1, 0) }, (_each, place) => first + place);
  const which = h("select", { id: "which", class: "name" }, rounds.map((each) => h("option", { value: each }, each)));
  const why = h("input", { id: "why", class: "name", maxlength: 100, autocomplete: "off" });
  const half = h("div", {});
  const offer = () => half.replaceChildren(...(app.state.half_byes ?? []).includes(Number(which.value)) ? [button(t("ask_half"), send("half-bye"), { kind: "wide" })] : []);
  which.addEventListener("change", offer);
  const send = (kind) => () => app.ask(kind, kind === "withdraw" ? null : Number(which.value), why.value);
  offer();
  return page(
    app,
    t("ask"),
    rounds.length > 0 && [
      h("p", { class: "seat-name" }, h("label", { for: "which" }, t("in_round")), which),
      h("p", { class: "seat-name" }, h("label", { for: "why" }, t("why")), why),
      half,
      button(t("ask_zero"), send("zero-bye"), { kind: "wide" }),
    ],
    button(t("ask_withdraw"), () => app.open("leaving"), { kind: "wide plain" }),
  );
}

export function leaving(app) {
  return page(app, t("ask_withdraw"), h("p", { class: "notice ask" }, t("withdraw_sure")), button(t("withdraw_yes"), () => app.ask("withdraw", null, ""), { kind: "wide" }));
}

// The players of a team, board by board in the order in which they are tapped.
export function lineUp(app) {
  const { line_up: asked } = app.state;
  if (!asked) return page(app, t("line_up"));
  app.chosen ??= asked.sent ?? [];
  const tap = (entry) => () => {
    if (app.chosen.includes(entry)) app.chosen = app.chosen.filter((each) => each !== entry);
    else if (app.chosen.length < asked.boards) app.chosen = [...app.chosen, entry];
    app.render();
  };
  const key = (player) => {
    const place = app.chosen.indexOf(player.entry);
    return button(place < 0 ? spoken(player) : `${place + 1}. ${spoken(player)}`, tap(player.entry), { kind: "wide", "aria-pressed": String(place >= 0) });
  };
  return page(
    app,
    t("line_up_of", { round: asked.round, opponent: asked.opponent }),
    h("p", {}, t("line_up_help", { boards: asked.boards })),
    asked.sent && h("p", { class: "notice good" }, t("line_up_sent")),
    asked.players.map(key),
    button(t("send"), () => app.lineUp(asked.round, app.chosen), { kind: "wide first" }),
  );
}

export function more(app) {
  return page(app, t("more"), prefsForm(() => app.render(), ["turn", "dark"]), button(t("leave"), () => app.open("unbind"), { kind: "wide plain" }));
}

export function unbind(app) {
  return page(app, t("leave"), h("p", { class: "notice ask" }, t("leave_sure")), button(t("leave"), () => app.leave(), { kind: "wide" }));
}
