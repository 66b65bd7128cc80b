// The first screen, and what stands above the games: the connection, the arbiter, proof, check-in.

import { button, h } from "../devices/dom.js";
import { isLasting } from "../devices/store.js";
import { gameCard } from "./game.js";
import { t } from "../devices/words.js";
import { clockTime, defaultTime, digits } from "./clock.js";
import { ownResult, spoken } from "./words.js";

function note(text, kind = "", ...more) {
  return h("div", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" }, text, " ", ...more);
}

export function connection(app) {
  const waiting = app.outbox.waiting.length;
  const { silence } = app.poll;
  return h(
    "div",
    { id: "connection" },
    silence >= 10 && note(`⚠ ${t("no_contact", { seconds: silence })}`, "bad contact"),
    waiting > 0 && (silence >= 3 || app.outbox.failures > 0) && note(`… ${t("unsent", { count: waiting })}`, "unsent"),
    !isLasting() && note(t("cannot_store"), "bad"),
  );
}

export function home(app) {
  const { state } = app;
  const isTablet = state.device.kind === "tablet";
  return h(
    "section",
    { class: "list" },
    top(state),
    connection(app),
    refused(app),
    clock(app),
    notes(app),
    proof(app),
    checkIn(app),
    match(state),
    isTablet ? state.device.may_report && boards(app) : state.games.map((game) => gameCard(app, game)),
    without(state),
    requests(app),
    past(state),
    foot(app),
  );
}

function top({ player, tournament, device }) {
  const name = player ? spoken(player) : (device.team ?? t(`device_${device.kind}`));
  return h(
    "header",
    { class: "top" },
    h("h1", {}, name),
    h("p", { class: "quiet" }, tournament.name, player?.points && ` · ${t("points", { points: player.points })}`),
  );
}

function refused(app) {
  return app.refused.map((each) => note(`${each.label ? `${each.label}: ` : ""}${each.message}`, "bad", button(t("understood"), () => app.understood(each), { kind: "wide" })));
}

// Counted on this phone by the time of the server.
export function clock({ state, offset }) {
  const now = Date.now() + offset;
  const late = defaultTime(state.clock, now);
  const texts = [digits(state.clock, now), state.clock.text];
  const line = h("p", { class: "quiet" }, texts.filter(Boolean).join(" · "));
  return h("div", { id: "clock", role: "timer" }, line, late && h("p", { class: "quiet" }, t("default_time", { time: late })));
}

function notes(app) {
  const { state } = app;
  const { device, tournament, round } = state;
  const said = state.announcements.map((text) => note(text));
  if (tournament.state === "finished") said.push(note(t("finished")));
  if (state.clock?.message) said.push(note(state.clock.message));
  if (state.call) said.push(note(t(state.call.answered ? "coming" : "called"), "good"));
  if (device.kind === "look") said.push(note(t("looks")));
  if (device.kind === "player" && tournament.preset === "rated" && round.state === "published") said.push(note(t("switch_off"), "ask"));
  return said;
}

function proof(app) {
  const { device, waiting } = app.state;
  const allow = waiting.map((each) => note(t("asks_in", { name: each.name, show: each.show }), "ask", button(t("allow"), () => app.allow(each))));
  // Where it could do nothing more, there are no digits.
  const isOpen = device.kind !== "look" && device.proof === "none" && device.show;
  const isShared = ["board", "tablet"].includes(device.kind);
  const proven = device.let_in_by ? `not_proven_${device.let_in_by}` : "not_proven";
  return [isOpen && note(t(isShared ? "not_let_in" : proven), "ask", h("p", { class: "digits" }, device.show)), ...allow];
}

function checkIn(app) {
  const { check_in: checkIn } = app.state;
  const waiting = app.outbox.waiting.filter((item) => item.url === "/hall/check-in/").at(-1);
  const saved = waiting && h("p", { class: "notice", role: "status" }, `${t(waiting.body.here ? "here" : "not_here_after_all")}: ${t(app.outbox.failures > 0 ? "saved_here" : "sending")}`);
  if (saved) return saved;
  if (!checkIn) return closedCheckIn(app);
  const closes = checkIn.closes && h("p", { class: "quiet" }, t("check_in_closes", { time: clockTime(checkIn.closes) }));
  if (checkIn.here) {
    return note(t("is_here", { round: checkIn.round }), "good", button(t("not_here_after_all"), () => app.checkIn(checkIn.round, false), { kind: "plain" }));
  }
  return h("section", {}, h("h2", {}, t("check_in", { round: checkIn.round })), closes, button(t("here"), () => app.checkIn(checkIn.round, true), { kind: "wide first" }));
}

// Who was here when it was closed stays checked in; who was not goes to the arbiter.
function closedCheckIn(app) {
  const { checked_in: round, late } = app.state;
  if (round) return note(t("is_here", { round }), "good");
  if (!late) return "";
  return note(t("check_in_closed"), "ask", !late.told && button(t("here"), () => app.checkIn(late.round, true), { kind: "wide" }));
}

function match(state) {
  if (!state.match) return "";
  const { home: first, away, score } = state.match;
  return h("p", { class: "display" }, `${first} – ${away} ${score.join("–")}`);
}

// The boards of a round on a tablet: those without a result first.
function boards(app) {
  const open = app.state.games.filter((game) => game.result === null);
  return h(
    "section",
    {},
    h("h2", {}, t("which_board")),
    open.length === 0 && h("p", {}, t("all_in")),
    h("div", { class: "boards-grid" }, open.map((game) => button(String(game.board), () => app.open("one", game.game), { "aria-label": t("board_of", { board: game.board, white: spoken(game.white), black: spoken(game.black) }) }))),
  );
}

export function one(app, game) {
  return h("section", { class: "list" }, h("h1", {}, t("board", { board: game.board })), gameCard(app, game), button(t("back"), () => app.open("home"), { kind: "wide plain" }));
}

function without({ bye, round, games, device }) {
  if (bye) return note(t("has_bye", { round: bye.round, points: bye.points }));
  if (device.kind !== "tablet" && games.length === 0 && round.state === "waiting") return h("p", { class: "quiet" }, t("not_published", { round: round.number }));
  return "";
}

function requests(app) {
  const open = app.state.requests.filter((each) => each.state !== "withdrawn");
  return open.map((each) =>
    note(
      `${t(`kind_${each.kind}`, { round: each.round })}: ${t(`request_${each.state}`)} ${each.reason}`.trim(),
      each.state === "refused" ? "switch" : "",
      each.state === "open" && button(t("take_back"), () => app.withdrawRequest(each), { kind: "plain" }),
    ),
  );
}

function past(state) {
  if (state.past.length === 0) return "";
  const row = (each) =>
    h("tr", {}, h("td", {}, each.round), h("td", {}, each.opponent ? `${t(`letter_${each.me}`)} ${spoken(each.opponent)}` : t("bye")), h("td", {}, each.opponent ? ownResult(each.result, each.me) : each.points));
  return h("section", {}, h("h2", {}, t("my_games")), h("table", {}, h("tbody", {}, state.past.map(row))));
}

// Whose call the server would not take has no key for it: players’ phones are off in a rated
// tournament, and a tablet has to be let in first.
function mayCall({ device, tournament }) {
  if (device.kind === "look" || tournament.state === "finished") return false;
  return ["board", "tablet"].includes(device.kind) ? device.proof !== "none" : tournament.preset !== "rated";
}

function foot(app) {
  const { state } = app;
  const { call, device, tournament } = state;
  const isPlayer = device.kind === "player" && tournament.state !== "finished";
  const isCalled = call && !call.answered;
  return h(
    "nav",
    { class: "foot", "aria-label": t("more") },
    button(t("pairings"), () => app.open("pairings"), { kind: "plain" }),
    button(t("standings"), () => app.open("standings"), { kind: "plain" }),
    state.line_up && button(t("line_up"), () => app.open("lineUp"), { kind: "plain" }),
    isPlayer && button(t("ask"), () => app.open("ask"), { kind: "plain" }),
    mayCall(state) && button(t(isCalled ? "withdraw_call" : "call"), () => app.call(isCalled), { kind: isCalled ? "" : "plain" }),
    button(t("more"), () => app.open("more"), { kind: "plain" }),
  );
}
