// The boards of a table, each with its state in a sign and a word, and what can be done with it.

import { button, h } from "../../devices/dom.js";
import { t } from "../../devices/words.js";
import { forSide, otherSide, shortResult, sideName } from "./words.js";

const SIGNS = { empty: "○", entered: "◐", confirmed: "✓", objected: "▲", ruled: "R", np: "–" };

function signOf(state) {
  return state === "director" ? t("director_sign") : SIGNS[state];
}

// Whether this phone enters results now: one that only looks, or waits to be let in, does not.
export function enters({ device, session }) {
  return session.state === "open" && device.approved && device.kind !== "look";
}

// Whether this phone speaks for the side that has yet to say yes.
export function mayConfirm(line) {
  return line.state === "entered" && Boolean(line.side) && !line.own && line.by !== line.side;
}

export function boardRow(line, app) {
  const waiting = app.outbox.of(line.line);
  const label = `${t("board")} ${line.board}`;
  return h(
    "li",
    { class: `board state-${line.state}${waiting ? " unsent" : ""}`, "data-board": line.board, "data-line": line.line },
    h("span", { class: "sign", "aria-hidden": "true" }, waiting ? "…" : signOf(line.state)),
    h("div", { class: "about" }, h("strong", {}, label), said(line, waiting, app)),
    h("div", { class: "acts" }, acts(line, waiting, app)),
  );
}

function said(line, waiting, app) {
  if (waiting) return [h("span", { class: "result" }, shortResult(waiting.body)), h("span", {}, t("saved_here"))];
  const result = h("span", { class: "result" }, shortResult(line.result));
  const score = forSide(line.result, line.side, line.vul);
  if (line.state === "empty") {
    const isLate = line.round < app.state.round;
    return isLate ? h("span", {}, `${t("round")} ${line.round}: ${line.ns} – ${line.ew}`) : "";
  }
  if (!line.result) return h("span", {}, line.state === "confirmed" ? t("confirmed") : t("not_seen"));
  const words = {
    entered: mayConfirm(line) ? score : app.state.switches.confirm ? t("waiting", { side: waitsFor(line) }) : score,
    confirmed: line.how === "entered alike" ? t("alike") : t("confirmed"),
    objected: t("disagree"),
    director: t("director"),
    ruled: line.reason,
    np: "",
  };
  const own = line.objected === line.side ? "you_say" : "proposed";
  const other = line.proposal && h("span", { class: "result" }, t(own, { result: shortResult(line.proposal) }));
  return [result, h("span", {}, words[line.state]), other];
}

function waitsFor(line) {
  return sideName(otherSide(line.by || line.side)) || `${sideName("NS")} / ${sideName("EW")}`;
}

// The server shows other tables' results of a round to the phone of a pair once all of it is settled.
function isRoundIn({ state }) {
  const open = state.switches.confirm ? ["empty", "entered", "objected"] : ["empty", "objected"];
  return state.device.kind === "pair" && state.boards.every((line) => !open.includes(line.state));
}

function acts(line, waiting, app) {
  const open = (name) => () => app.open(name, line.line);
  if (waiting) return [];
  const label = (text) => ({ "aria-label": `${t("board")} ${line.board}: ${text}` });
  const made = (text, name, kind = "") => button(text, open(name), { kind, ...label(text) });
  if (!enters(app.state)) return [];
  switch (line.state) {
    case "empty":
      return [made(t("enter"), "pad", line.line === app.nextOpen ? "first" : "")];
    case "entered":
      if (mayConfirm(line) && line.result) {
        return [
          line.check
            ? made(t("confirm"), "handover", "first")
            : button(t("confirm"), () => app.confirm(line), { kind: "first", ...label(t("confirm")) }),
          made(t("not_right"), "objecting"),
        ];
      }
      if (!line.result) return [];
      return [
        app.state.switches.confirm && app.state.switches.same_device
          ? made(t("we_are", { side: waitsFor(line) }), "handover")
          : "",
        made(t("change"), "pad", "plain"),
      ];
    case "objected":
      return [made(t("settle"), "objected", "first")];
    case "director":
    case "ruled":
      return [button(t("object"), () => app.object(line), { kind: "plain", ...label(t("object")) })];
    default: {
      const results = line.result && app.state.switches.traveller && isRoundIn(app);
      return [
        results ? made(t("show_traveller"), "traveller", "plain") : "",
        made(t("change"), "pad", "plain"),
      ];
    }
  }
}
