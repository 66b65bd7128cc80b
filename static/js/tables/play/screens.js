// The screens besides the keypad: the list of the boards, handing over, objecting, moving on.

import { button, h } from "../../devices/dom.js";
import { banners } from "./banners.js";
import { boardRow, enters } from "./rows.js";
import { t } from "../../devices/words.js";
import { forSide, letters, longResult, otherSide, shortResult, sideLetters, sideName } from "./words.js";

export function heading(state) {
  const where = state.table ? `${t("table")} ${state.section_shown ?? ""}${state.table}` : "";
  const { N: north, E: east } = state.seats;
  const pairs = north && east ? `${sideLetters("NS")} ${north.pair} · ${sideLetters("EW")} ${east.pair}` : "";
  const boards = state.boards.map((line) => line.board);
  const range = boards.length > 1 ? `${boards[0]}–${boards.at(-1)}` : `${boards[0] ?? ""}`;
  return h(
    "header",
    { class: "top" },
    h("h1", {}, [where, `${t("round")} ${state.round}`].filter(Boolean).join(" · ")),
    h("p", {}, [pairs, boards.length > 0 ? `${t("boards")} ${range}` : ""].filter(Boolean).join(" · ")),
  );
}

export function boardHeading(line) {
  const vul = t(`vul_${line.vul}`, { side: sideLetters(line.vul) });
  return h("p", { class: "deal" }, `${t("board")} ${line.board} · ${t("dealer", { seat: letters.seats[line.dealer] })} · ${vul}`);
}

export function list(app) {
  const { state } = app;
  return h(
    "section",
    { class: "list" },
    heading(state),
    banners(app),
    moves(app),
    state.late.length > 0 && [
      h("h2", { class: "bad" }, t("left")),
      h("ul", { class: "boards late" }, state.late.map((line) => boardRow(line, app))),
    ],
    state.boards.length > 0 && [
      h("h2", {}, state.boards.some((line) => line.state === "empty") ? t("which") : t("all_boards")),
      h("ul", { class: "boards" }, state.boards.map((line) => boardRow(line, app))),
    ],
    seatsOf(state),
    foot(app),
  );
}

function seatsOf(state) {
  const names = (one, other) => [...new Set([state.seats[one]?.name, state.seats[other]?.name])].filter(Boolean);
  const side = (one, other) => {
    const known = names(one, other).join(" – ");
    const team = state.seats[one]?.team;
    return known && team ? `${known} (${team})` : known || team;
  };
  const rows = [["NS", side("N", "S")], ["EW", side("E", "W")]].filter(([, found]) => found);
  return rows.length > 0 && h("dl", { class: "seats" }, rows.map(([side, found]) => [h("dt", {}, sideName(side)), h("dd", {}, found)]));
}

// Where everybody goes, once the boards of the round are in.
function moves(app) {
  const { state } = app;
  const isDone = state.boards.every((line) => line.state !== "empty") && (state.boards.length > 0 || state.sitout);
  if (!isDone || state.session.state !== "open") return "";
  if (state.round >= state.rounds) return h("p", { class: "notice good" }, t("last"));
  if (state.moves.length === 0) return h("p", { class: "notice" }, t("not_drawn", { round: state.round + 1 }));
  return h(
    "section",
    { class: "moves" },
    h("h2", {}, t("next")),
    ownFirst(state).map((way) => h("p", { class: isOwn(state, way) ? "move own" : "move" }, moveText(way))),
    enters(state) &&
      !state.said &&
      button(t("at_round", { round: state.round + 1 }), () => app.atRound(state.round + 1), { kind: "wide" }),
  );
}

function isOwn(state, way) {
  return state.device.kind === "pair" && way.pair === state.device.pair;
}

function ownFirst(state) {
  return [...state.moves].sort((one, other) => isOwn(state, other) - isOwn(state, one));
}

// A claim is about a board of any round: which it was, and what stands there.
export function claimHeading(line) {
  return h(
    "header",
    { class: "top" },
    h("h1", {}, t("should_be")),
    h("p", {}, `${t("round")} ${line.round} · ${t("table")} ${line.table} · ${t("stands", { result: shortResult(line.result) })}`),
  );
}

export function moveText(way) {
  // Of a pair of a team its name is better known than the number.
  const pair = way.team ? `${way.pair} (${way.team})` : way.pair;
  if (way.sitout) return t("move_sitout", { pair, round: way.round });
  const boards = way.boards.length > 1 ? `${way.boards[0]}–${way.boards.at(-1)}` : `${way.boards[0] ?? ""}`;
  // In a sentence the side stays on one line.
  const side = sideLetters(way.side);
  const values = { pair, table: way.table, side, boards };
  return t(way.table === way.from ? "stay" : "move", values);
}

function foot(app) {
  const { state } = app;
  const call = state.calls.some((each) => !each.answered);
  // A phone that waits to be let in may call; one that only looks may not.
  const mayCall = state.session.state === "open" && state.device.kind !== "look";
  return h(
    "nav",
    { class: "foot", "aria-label": t("more") },
    mayCall && button(call ? t("withdraw") : t("call"), () => app.call(call), { kind: call ? "" : "plain" }),
    state.switches.card && button(t("card"), () => app.open("card"), { kind: "plain" }),
    button(t("more"), () => app.open("more"), { kind: "plain" }),
  );
}

// The other side looks at the same device; Confirm stands at the top, where OK was not.
export function handover(app, line) {
  const isOwn = Boolean(line.side) && line.side !== line.by;
  const side = isOwn ? line.side : otherSide(line.by);
  const name = side ? sideName(side) : `${sideName("NS")} / ${sideName("EW")}`;
  const says = side && !isOwn ? `${t("we_are", { side: name })}: ${t("confirm")}` : t("confirm");
  return h(
    "section",
    { class: "handover" },
    h("h1", {}, side && !isOwn ? t("hand_over", { side: name }) : t("confirm")),
    boardHeading(line),
    h("p", { class: "display" }, shortResult(line.result)),
    h("p", { class: "explained" }, `${longResult(line.result)} · ${forSide(line.result, side, line.vul)}`),
    line.check && h("p", { class: "notice ask", role: "alert" }, t("check")),
    button(says, () => app.confirm(line), { kind: "wide first confirm" }),
    button(t("not_right"), () => app.open("objecting", line.line), { kind: "wide" }),
    button(t("back"), () => app.open("list"), { kind: "wide plain" }),
  );
}

export function objecting(app, line) {
  return h(
    "section",
    { class: "handover" },
    h("h1", {}, t("other_result")),
    boardHeading(line),
    h("p", { class: "display" }, t("stands", { result: shortResult(line.result) })),
    button(t("enter"), () => app.open("pad-object", line.line), { kind: "wide first" }),
    button(t("only_object"), () => app.object(line), { kind: "wide" }),
    button(t("back"), () => app.open("list"), { kind: "wide plain" }),
  );
}

export function objected(app, line) {
  const isMine = line.side && line.objected === line.side;
  return h(
    "section",
    { class: "handover" },
    h("h1", {}, t("disagree")),
    boardHeading(line),
    h("p", { class: "display" }, t("stands", { result: shortResult(line.result) })),
    line.proposal && h("p", { class: "display" }, t(isMine ? "you_say" : "proposed", { result: shortResult(line.proposal) })),
    isMine
      ? button(t("agree_after_all"), () => app.confirm(line), { kind: "wide" })
      : line.proposal && button(t("accept"), () => app.confirm(line, { accept: true }), { kind: "wide first" }),
    button(t("change"), () => app.open("pad", line.line), { kind: "wide" }),
    button(t("call"), () => app.call(false), { kind: "wide" }),
    button(t("back"), () => app.open("list"), { kind: "wide plain" }),
  );
}

export function notPlayed(app, line) {
  return h(
    "section",
    { class: "handover" },
    h("h1", {}, t("np_ask", { board: line.board })),
    button(t("np_time"), () => app.enter(line, { np: true, reason: t("np_time") }), { kind: "wide" }),
    button(t("np_director"), () => app.enter(line, { np: true, reason: t("np_director") }), { kind: "wide" }),
    button(t("back"), () => app.open("list"), { kind: "wide plain" }),
  );
}
