// What has to be said above the boards: the connection, the director, the arrow switch, questions.

import { button, h } from "../../devices/dom.js";
import { isLasting } from "../../devices/store.js";
import { t } from "../../devices/words.js";
import { otherSide, shortResult, sideName } from "./words.js";

export function banners(app) {
  return [connection(app), ...refused(app), moved(app), ...ofSession(app), ...questions(app), ...claims(app)];
}

function note(text, kind = "", ...more) {
  return h("div", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" }, text, " ", ...more);
}

export function connection(app) {
  const waiting = app.outbox.waiting.length;
  const silence = app.poll.silence;
  return h(
    "div",
    { id: "connection" },
    silence >= 10 && note(`⚠ ${t("no_contact", { seconds: silence })}`, "bad contact"),
    waiting > 0 && (silence >= 3 || app.outbox.failures > 0) && note(`… ${t("unsent", { count: waiting })}`, "unsent"),
    !isLasting() && note(t("cannot_store"), "bad"),
  );
}

// Another movement, as for a late pair: the list below is the new one.
function moved(app) {
  return app.hasMoved && note(t("moved_on"), "switch", button(t("ok_understood"), () => app.seenMovement(), { kind: "wide" }));
}

function refused(app) {
  return app.refused.map((each) =>
    note(
      t("refused", { board: each.board ?? "–", result: shortResult(each.body), message: each.message }),
      "bad",
      button(t("ok_understood"), () => app.understood(each), { kind: "wide" }),
    ),
  );
}

function ofSession(app) {
  const { state } = app;
  const { device, session } = state;
  const said = [];
  if (!device.approved && session.state === "open") {
    const help = device.let_in_by ? `waits_help_${device.let_in_by}` : "waits_help";
    said.push(note(t("waits"), "", h("p", {}, t(help))));
  }
  if (device.kind === "look") said.push(note(t("looks")));
  if (device.gone) said.push(note(t("gone"), "bad"));
  if (device.closed && session.state === "open") said.push(note(t("closed"), "bad"));
  if (session.state === "off") said.push(note(t("off"), "bad"));
  if (session.state === "finished") said.push(note(`${t("finished")} ${t("checked")}`));
  if (session.state === "published") {
    const link = session.page && h("a", { class: "key wide", href: session.page }, t("own_card_page"));
    said.push(note(t("published"), "good", link));
  }
  const call = state.calls.at(-1);
  if (call && !app.isOver(call)) said.push(note(call.answered ? t("coming") : t("called"), "good"));
  if (state.message) said.push(note(state.message));
  if (session.state !== "open") return said;
  if (state.sitout && !device.gone) said.push(note(t("sitout")));
  if (state.switched) said.push(note(switchText(state), "switch"));
  if (state.switched && device.kind === "pair") said.push(note(t("you_are", { side: sideName(device.side) }), "switch"));
  if (state.switches.done && state.round > 0) {
    const [done, all] = state.switches.done;
    if (done > 0) said.push(h("p", { class: "quiet" }, t("done", { round: state.round, done, all })));
  }
  return said;
}

function switchText(state) {
  const { N: north, S: south } = state.seats;
  const names = [...new Set([north?.name, south?.name])].filter(Boolean).join(" – ");
  return t("switched", { names: `${north?.pair ?? ""} ${names}`.trim(), side: sideName("NS") });
}

function questions(app) {
  const { state } = app;
  const nameless = state.naming?.length > 0 && note(t("names_missing"), "ask", button(t("names_enter"), () => app.open("names")));
  const devices = state.waiting.map((each) =>
    note(t(each.pair ? "allow" : "allow_table", each), "ask", button(t("allow_yes"), () => app.allow(each.id))),
  );
  const proposals = state.proposals.map((each) => {
    const isMine = state.device.side && each.side === state.device.side;
    if (isMine && each.kind === "names") return namesAsked(app, each);
    const values = { board: each.board, other: each.other, result: shortResult(each.result), names: each.names };
    if (isMine) return note(t(`asked_${each.kind}`, values), "", button(t("take_back"), () => app.agree(each, false)));
    return note(
      t(`ask_${each.kind}`, values),
      "ask",
      button(t("yes"), () => app.agree(each, true)),
      button(t("no"), () => app.agree(each, false)),
    );
  });
  return [said(app), nameless, ...devices, ...proposals];
}

// One side says that they are at the next round: the other one has to say so, too.
function said(app) {
  const { state } = app;
  if (!state.said) return "";
  const round = state.round + 1;
  const no = (text) => button(text, () => app.atRound(round, false));
  if (state.said === state.device.side) {
    return note(t("asked_round", { side: sideName(otherSide(state.said)), round }), "", no(t("take_back")));
  }
  return note(t("say_round", { side: sideName(state.said), round }), "ask", button(t("yes"), () => app.atRound(round)), no(t("no")));
}

// Opponents without a phone say yes on this one; who wrote the names may write them again.
function namesAsked(app, each) {
  const side = sideName(otherSide(each.side));
  return note(
    `${t("names_asked")} ${each.names}`,
    "",
    app.state.switches.same_device && button(`${t("we_are", { side })}: ${t("yes")}`, () => app.agree(each, true)),
    button(t("names_again"), () => app.agree(each, false)),
  );
}

function claims(app) {
  return app.state.claims.flatMap((each) => {
    const result = shortResult(each.proposal);
    if (each.state === "open" && !each.mine) {
      return note(
        t("claimed", { pair: each.by, board: each.board, result }),
        "ask",
        button(t("yes"), () => app.answerClaim(each, true)),
        button(t("no"), () => app.answerClaim(each, false)),
      );
    }
    if (!each.mine) return [];
    if (each.state === "open") return note(t("claim_waits", { result }));
    if (each.state === "consented") return note(t("claim_director", { result }));
    if (each.state === "refused") return note(t("claim_refused", { reason: each.reason }), "bad");
    return note(t("claim_accepted"), "good");
  });
}
