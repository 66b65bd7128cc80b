// What is not needed for every board: the card, standings, another board, two boards exchanged.

import { button, h } from "../../devices/dom.js";
import { prefsForm } from "../../devices/prefs.js";
import { enters } from "./rows.js";
import { boardHeading } from "./screens.js";
import { t } from "../../devices/words.js";
import { shortResult, sideLetters, signed } from "./words.js";

const SIGNS = { confirmed: "✓", entered: "?", objected: "▲", ruled: "R", np: "–" };

function signOf(state) {
  return state === "director" ? t("director_sign") : SIGNS[state] ?? "○";
}

function back(app) {
  return button(t("back"), () => app.open("list"), { kind: "wide plain" });
}

export function more(app) {
  const { state } = app;
  const mayEnter = enters(state);
  const results = state.boards.filter((line) => line.result && !line.result.ruling);
  return h(
    "section",
    { class: "more" },
    h("h1", {}, t("more")),
    mayEnter && button(t("other_board"), () => app.open("where"), { kind: "wide" }),
    mayEnter && results.length > 1 && button(t("exchange"), () => app.open("exchange"), { kind: "wide" }),
    mayEnter && state.boards.length > 0 && button(t("turned"), () => app.open("turned"), { kind: "wide" }),
    mayEnter && !state.said && state.round < state.rounds && button(t("at_round", { round: state.round + 1 }), () => app.atRound(state.round + 1), { kind: "wide" }),
    state.switches.standings && button(t("standings"), () => app.open("standings"), { kind: "wide" }),
    prefsForm(() => app.render(), ["two", "left", "turn", "dark"]),
    button(t("leave"), () => app.open("leave"), { kind: "wide plain" }),
    back(app),
  );
}

export function leave(app) {
  return h("section", { class: "more" }, h("h1", {}, t("leave")), h("p", {}, t("leave_sure")), button(t("leave"), () => app.leave(), { kind: "wide" }), back(app));
}

// Where a board is in this round; its results are never asked for here.
export function where(app) {
  const field = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: "4", class: "number", "aria-label": t("board") });
  const said = h("p", { role: "status" });
  const ask = async (event) => {
    event.preventDefault();
    const board = Number(field.value);
    if (!board) return;
    const { tables } = await app.get(`/play/boards/${board}/?where`);
    said.textContent = tables?.length > 0 ? t("where", { board, tables: tables.join(", ") }) : t("nowhere", { board });
    said.append(" ", button(t("call"), () => app.call(false, board), { kind: "wide" }));
  };
  return h(
    "section",
    { class: "more" },
    h("h1", {}, t("other_board")),
    h("form", { onsubmit: ask }, h("p", {}, t("other_board_help")), field, h("button", { class: "key" }, t("ok"))),
    said,
    back(app),
  );
}

export function exchange(app) {
  const chosen = new Set();
  const rows = app.state.boards
    .filter((line) => line.result)
    .map((line) => {
      const text = `${t("board")} ${line.board}: ${shortResult(line.result)}`;
      const row = button(text, () => {
        if (!chosen.delete(line.line)) chosen.add(line.line);
        row.setAttribute("aria-pressed", String(chosen.has(line.line)));
        go.disabled = chosen.size !== 2;
      }, { kind: "wide toggle", "aria-pressed": "false" });
      return row;
    });
  const go = button(t("exchange"), () => app.exchange(...chosen), { kind: "wide first", disabled: true });
  return h("section", { class: "more" }, h("h1", {}, t("exchange")), h("p", {}, t("exchange_help")), rows, go, back(app));
}

export function turned(app) {
  const { seats, boards } = app.state;
  const named = (one, other) => `${seats[one]?.pair ?? ""} ${[...new Set([seats[one]?.name, seats[other]?.name])].filter(Boolean).join(" – ")}`.trim();
  const values = { ns: named("E", "W"), ew: named("N", "S") };
  return h(
    "section",
    { class: "more" },
    h("h1", {}, t("turned")),
    h("p", {}, t("turned_help", values)),
    button(t("turned"), () => app.turn(boards[0].line), { kind: "wide first" }),
    back(app),
  );
}

export function card(app) {
  const { rows, page } = app.loaded ?? {};
  return h(
    "section",
    { class: "more" },
    h("h1", {}, t("card")),
    page && h("p", {}, h("a", { class: "key wide", href: page }, t("own_card_page"))),
    !rows?.length && h("p", {}, t("nothing")),
    rows?.length > 0 && h(
      "ul",
      { class: "boards card" },
      rows.map((row) =>
        h(
          "li",
          { class: `board state-${row.state}` },
          h("span", { class: "sign" }, signOf(row.state)),
          h(
            "div",
            { class: "about" },
            h("strong", {}, `${t("board")} ${row.board}`),
            h("span", { class: "result" }, shortResult(row.result)),
            h("span", {}, [sideLetters(row.side), row.side === "NS" ? row.ew : row.ns, ownScore(row), row.percent && `${row.percent} %`, row.state === "entered" && t("not_seen")].filter(Boolean).join(" · ")),
          ),
          h("div", { class: "acts" }, app.state.switches.claims && row.result?.level && button(t("this_is_wrong"), () => app.open("pad-claim", row.line), { kind: "plain" })),
        ),
      ),
    ),
    back(app),
  );
}

function ownScore(row) {
  const score = row.result?.score_ns;
  return score === null || score === undefined ? "" : signed(row.side === "EW" ? -score : score);
}

export function standings(app) {
  const { rounds, rows } = app.loaded ?? {};
  const table = h(
    "table",
    {},
    (rows ?? []).map((row) =>
      h("tr", { class: row.own ? "own" : "" }, h("td", {}, row.place), h("td", {}, `${row.direction ? sideLetters(row.direction) : ""} ${row.pair} ${row.names}`), h("td", {}, row.percent ? `${row.percent} %` : row.points)),
    ),
  );
  return h("section", { class: "more" }, h("h1", {}, t("standings")), rounds && h("p", {}, t(rounds === 1 ? "after_one_round" : "after_rounds", { rounds })), table, back(app));
}

export function traveller(app, line) {
  const { rows, message } = app.loaded ?? {};
  const table = h(
    "table",
    {},
    (rows ?? []).map((row) =>
      h("tr", { class: row.own ? "own" : "" }, h("td", {}, row.ns), h("td", {}, row.ew), h("td", {}, shortResult(row.result)), h("td", {}, signed(row.score_ns))),
    ),
  );
  return h("section", { class: "more" }, h("h1", {}, t("traveller", { board: line.board })), boardHeading(line), message ? h("p", {}, message) : table, back(app));
}
