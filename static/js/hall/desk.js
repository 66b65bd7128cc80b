// The arbiter's page of the phones: asks every three seconds, shows what needs a hand first, and does
// it with one click. What somebody is typing in is not made anew under the hands.

import { h } from "../devices/dom.js";
import { csrfToken } from "../devices/outbox.js";
import { clockTime as time } from "./clock.js";
import { longResult, spoken } from "./words.js";
import { t } from "../devices/words.js";
import { isUndoKey } from "../sessions/undo.js";

const PAUSE_MS = 3000;
const OLD_MS = 600_000;
const SOON_MS = 600_000;
const place = document.getElementById("desk");
const told = document.getElementById("told");
const look = h("input", { class: "form-control", type: "search", id: "look", "aria-label": t("look"), placeholder: `/ ${t("look")}` });
const parts = h("div", { class: "hall-parts" });
const last = button(t("undo"), undo);
let state = null;
let tag = "";

function button(text, press, kind = "btn-outline-secondary") {
  return h("button", { type: "button", class: `btn btn-sm ${kind}`, onclick: press }, text);
}

async function send(values) {
  try {
    const response = await fetch(place.dataset.do, {
      method: "POST",
      headers: { "X-CSRFToken": csrfToken(), Accept: "application/json" },
      body: new URLSearchParams(values),
    });
    return await response.json();
  } catch {
    return { message: t("failed") };
  }
}

async function act(values, done = "") {
  told.textContent = (await send(values)).message ?? done;
  document.activeElement?.blur();
  await ask();
}

// What would be undone is told first: it may have been entered elsewhere.
async function undo() {
  const { message, log } = await send({ do: "undo" });
  if (!log) told.textContent = message;
  else if (confirm(t("undo_sure", { what: message }))) await act({ do: "undo", log }, t("undone"));
}

const does = (values) => () => act(values);

function part(name, title, rows, ...more) {
  if (rows.length === 0) return "";
  return h("section", { class: `hall-part ${name}` }, h("h3", {}, title), more, rows);
}

function card(title, ...content) {
  return h("section", { class: "card card-body" }, h("h2", {}, title), content);
}

function row(text, ...more) {
  return h("div", { class: "hall-row" }, h("span", { class: "who" }, text), more);
}

function form(text, ...more) {
  return h("div", { class: "hall-row hall-form" }, h("span", { class: "who" }, text), more);
}

function title(game) {
  const names = `${spoken(game.white)} – ${spoken(game.black)}`;
  return game.board ? `${t("board", { board: game.board })}: ${names}` : names;
}

function said(game, report) {
  return t("says", { name: spoken(game[report.by]), result: longResult(game, report.result) });
}

function disputed() {
  const rows = state.disputed.map((game) => {
    const reason = h("input", { class: "form-control", "aria-label": t("reason"), placeholder: t("reason"), maxlength: 200 });
    const decide = (result) => act({ do: "decide", game: game.game, result, version: game.version, reason: reason.value });
    const made = row(
      [title(game), game.reports.map((report) => h("div", {}, said(game, report)))],
      ["1", "=", "0"].map((result) => button(longResult(game, result), () => decide(result), "btn-outline-secondary decide")),
      reason,
    );
    made.addEventListener("keydown", (event) => {
      if (event.target === reason || !RESULTS.includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      decide(event.key);
    });
    return made;
  });
  return part("is-disputed", `▲ ${t("disputed")}`, rows);
}

function calls() {
  const rows = state.calls.map((call) =>
    row(`${call.board ? `${t("board", { board: call.board })}: ` : ""}${call.name} · ${time(call.at)}`, button(t("answer"), does({ do: "answer", call: call.call }), "btn-primary")),
  );
  return part("is-calling", `● ${t("calls")}`, rows);
}

function requests() {
  const rows = state.requests.map((each) => {
    const reason = h("input", { class: "form-control", "aria-label": t("reason"), placeholder: t("reason"), maxlength: 200 });
    return row(
      [`${each.name}: ${t(each.kind, { round: each.round })}`, !each.proven && h("strong", {}, ` (${t("not_proven")})`), each.note && h("div", {}, `“${each.note}”`)],
      button(t("grant"), does({ do: "grant", request: each.request, reason: "" }), each.proven ? "btn-primary grant" : "btn-outline-secondary"),
      reason,
      button(t("refuse"), () => act({ do: "refuse", request: each.request, reason: reason.value })),
    );
  });
  return part("", t("requests"), rows);
}

function isOld(game) {
  const [report] = game.reports;
  return report.at && Date.now() - Date.parse(report.at) > OLD_MS;
}

function reported() {
  const rows = state.reported.map((game) => {
    const [report] = game.reports;
    return row(
      [title(game), h("div", {}, said(game, report), report.at && ` · ${time(report.at)}`)],
      button(t("accept"), does({ do: "accept", report: report.report }), "btn-outline-secondary accept"),
    );
  });
  const old = state.reported.filter(isOld);
  const all = async () => {
    for (const game of old) await act({ do: "accept", report: game.reports[0].report });
  };
  return part("", t("reported"), rows, old.length > 0 && h("p", {}, button(t("accept_old"), all)));
}

function whose(device) {
  return device.board ? t("board", { board: device.board }) : device.name;
}

function prove() {
  const rows = state.prove.map((each) => row([whose(each), ` · ${t("digits")} `, h("strong", {}, each.show), each.has_other && h("div", {}, t("has_other"))], button(t("let_in"), does({ do: "let-in", device: each.device }), "btn-outline-secondary let-in")));
  return part("", t("prove"), rows, rows.length > 1 && h("p", {}, button(t("let_all"), does({ do: "let-in" }))));
}

function checkIn() {
  const now = state.check_in;
  if (!now) return openCheckIn();
  const { round, here, missing, closes } = now;
  const isSoon = closes && Date.parse(closes) - Date.now() < SOON_MS;
  const names = missing.map(who).join("; ");
  const close = () => confirm(missing.length > 0 ? t("close_sure", { round, names }) : t("close_all")) && closeCheckIn(round, missing);
  const absent = missing.map((each) => row(who(each), button(t("arrived"), does({ do: "arrived", entry: each.entry, round }))));
  const present = here.map((each) => row(`${who(each)}${each.proven ? "" : ` (${t("not_proven")})`}`, button(t("not_arrived"), does({ do: "not-arrived", entry: each.entry, round }))));
  return h(
    "section",
    { class: "hall-part" },
    h("h3", {}, t("check_in", { round, here: here.length, all: here.length + missing.length })),
    closes && h("p", { class: isSoon ? "hall-soon" : "" }, t("closes", { time: time(closes) })),
    absent.length > 0 && [h("h4", {}, t("missing")), h("div", { class: "hall-names" }, absent)],
    h("p", {}, button(t("close"), close, "btn-outline-danger")),
    present.length > 0 && h("div", { class: "hall-names" }, present),
  );
}

// Then the round is paired.
async function closeCheckIn(round, missing) {
  const answer = await send([["do", "close-check-in"], ["round", round], ...missing.map((each) => ["missing", each.entry])]);
  if (answer.message) told.textContent = answer.message;
  else told.replaceChildren(t("closed"), " ", h("a", { href: place.dataset.pair.replace("/0/", `/${round}/`) }, t("pair", { round })));
  await ask();
}

function who(each) {
  return each.number ? `${each.number}. ${spoken(each)}` : spoken(each);
}

function openCheckIn() {
  const round = h("input", { class: "form-control", type: "number", min: 1, value: place.dataset.next, "aria-label": t("open_check_in") });
  const closes = h("input", { class: "form-control", type: "time", "aria-label": t("closing_time") });
  const send = () => act({ do: "open-check-in", round: round.value, closes: closes.value && today(closes.value) });
  return h("div", { class: "hall-part" }, form(t("open_check_in"), round, t("closing_time"), closes, button(t("open"), send)));
}

function today(hours) {
  const moment = new Date();
  moment.setHours(...hours.split(":").map(Number), 0, 0);
  return moment.toISOString();
}

function late() {
  return part("", t("late"), state.late.map((each) => row(
    `${each.name}: ${each.admit ? t("late_check_in", { round: each.what }) : each.what} · ${time(each.at)}`,
    each.admit && button(t("admit"), () => act({ do: "admit", call: each.call }, t("admitted")), "btn-primary"),
    button(t("seen"), does({ do: "answer", call: each.call })),
  )));
}

function boards() {
  return h("p", { class: "hall-part" }, state.open.length > 0 ? [`${t("boards")}: `, h("strong", {}, state.open.join(", "))] : t("all_ended"));
}

function devices() {
  const sure = (values) => () => confirm(t("sure")) && act(values);
  const rows = state.devices.map((each) =>
    row(
      [whose(each), h("div", { class: "text-body-secondary" }, `${each.browser} · ${each.show} · ${time(each.seen)}`)],
      button(t("forget"), sure({ do: "forget", device: each.device })),
      button(t("forget_undo"), sure({ do: "forget-and-undo", device: each.device }), "btn-outline-danger"),
    ),
  );
  return rows.length > 0 && h("details", { class: "card card-body", id: "devices" }, h("summary", {}, `${t("devices")} (${rows.length})`), rows);
}

// Captains send their line-ups once the matches are published, and nobody reads them before the
// boards are set.
function matches() {
  if (!("teams" in place.dataset)) return "";
  const round = h("input", { class: "form-control", type: "number", min: 1, value: place.dataset.paired, "aria-label": t("matches") });
  const send = (what) => () => act({ do: what, round: round.value });
  return h("div", { class: "hall-part" }, form(t("matches"), round, button(t("publish_matches"), send("publish-matches")), button(t("set_boards"), send("set-boards"))));
}

function announce() {
  const text = h("input", { class: "form-control", maxlength: 200, "aria-label": t("announce") });
  return h("div", { class: "hall-part" }, form(t("announce"), text, button(t("say"), () => act({ do: "announce", text: text.value }))));
}

function isBusy() {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && parts.contains(field);
}

function show() {
  const isOpen = document.getElementById("devices")?.open;
  const first = [disputed(), calls(), requests(), late(), reported(), prove()];
  const nothing = first.every((each) => each === "") && h("p", {}, t("nothing"));
  last.hidden = !state.can_undo;
  parts.replaceChildren(
    card(t("needs"), ...first, nothing),
    card(t("round"), boards(), checkIn(), matches(), announce()),
    ...[devices()].filter(Boolean),
  );
  if (isOpen) document.getElementById("devices").open = true;
  filter();
}

function filter() {
  const wanted = look.value.trim().toLowerCase();
  for (const each of parts.querySelectorAll(".hall-row")) each.hidden = wanted !== "" && !each.textContent.toLowerCase().includes(wanted);
}

async function ask() {
  try {
    const response = await fetch(place.dataset.now, { cache: "no-store", headers: { Accept: "application/json", ...(tag && { "If-None-Match": tag }) } });
    if (response.status === 304) return;
    if (!response.ok) throw new Error(response.status);
    state = await response.json();
    tag = response.headers.get("ETag") ?? "";
    if (!isBusy()) show();
    // What was typed in is looked at again later.
    else tag = "";
  } catch {
    told.textContent = t("failed");
  }
}

// In the contradiction that stands first, 1, = and 0 decide at once.
const RESULTS = ["1", "=", "0"];

const KEYS = { a: ".accept", g: ".grant", l: ".let-in" };

document.addEventListener("keydown", (event) => {
  if (isUndoKey(event) && !event.target.closest("input, textarea")) {
    event.preventDefault();
    undo();
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const [first] = parts.querySelectorAll(".is-disputed .hall-row:not([hidden])");
  if (event.key === "/") look.focus();
  else if (RESULTS.includes(event.key) && first) [...first.querySelectorAll(".decide")][RESULTS.indexOf(event.key)].click();
  else if (KEYS[event.key]) parts.querySelector(`.hall-row:not([hidden]) ${KEYS[event.key]}`)?.click();
  else return;
  event.preventDefault();
});
look.addEventListener("input", filter);
document.getElementById("lift")?.addEventListener("click", async (event) => {
  await act({ do: "lift-wrong-codes" });
  event.target.parentElement.remove();
});
last.hidden = true;
place.replaceChildren(h("div", { class: "hall-tools" }, look, last), parts);

async function follow() {
  if (document.visibilityState === "visible") await ask();
  setTimeout(follow, PAUSE_MS);
}

follow();
