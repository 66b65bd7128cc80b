// One game: who plays whom, what was said about it, and the keys to say it.

import { button, h } from "../devices/dom.js";
import { t } from "../devices/words.js";
import { longResult, otherSide, rich, shortName, shortResult, spoken, withStrength } from "./words.js";

const RESULTS = { white: ["1", "=", "0"], black: ["0", "=", "1"] };

// Devices that belong to no side say for whom they speak.
function isShared(app) {
  return ["board", "tablet"].includes(app.state.device.kind);
}

function says(game, side, result) {
  return t("says", { name: spoken(game[side]), result: longResult(game, result) });
}

export function stones(game, side) {
  const terms = [];
  const count = game.handicap;
  if (count && side === "white") terms.push(t(count === 1 ? "give_stone" : "give_stones", { count }));
  if (count && side === "black") terms.push(t(count === 1 ? "get_stone" : "get_stones", { count }));
  if (count && !side) terms.push(t(count === 1 ? "stone" : "stones", { count }));
  if (game.komi && !count) terms.push(t("no_stones"));
  if (game.komi) terms.push(t("komi", { komi: game.komi }));
  return terms.join("; ");
}

// “You are Black against Li Ek (1845)”
function pairing(app, game) {
  if (isShared(app) || !game.me) return [h("p", { class: "meeting" }, spoken(game.white), " – ", spoken(game.black)), h("p", {}, stones(game, ""))];
  const other = h("strong", {}, withStrength(game[otherSide(game.me)]));
  if (app.state.device.kind === "team") return [h("p", { class: "meeting" }, withStrength(game[game.me]), " – ", other)];
  const hasColours = app.state.tournament.game !== "other";
  const colour = h("strong", {}, t(game.me));
  const sentence = hasColours ? rich("you_are", { colour, name: other }) : rich("you_play", { name: other });
  return [h("p", { class: "meeting" }, sentence), h("p", {}, stones(game, game.me))];
}

export function heading(game) {
  const values = { round: game.round, board: game.board };
  return h("h2", { class: "place" }, t(game.board ? "round_board" : "only_round", values));
}

// Half a point of komi leaves no draw.
function isPossible(game, result) {
  return result !== "=" || !game.komi?.includes("½");
}

// The keys of a result, in names; `press(result)`.
function resultKeys(game, me, press, without = null) {
  const other = otherSide(me);
  const name = shortName(game[other], game[me]);
  const texts = [t("i_won"), t("draw"), t("name_won", { name })];
  return RESULTS[me].map((result, place) => result !== without && isPossible(game, result) && button(texts[place], () => press(result), { kind: "wide result" }));
}

function sharedKeys(app, game) {
  return ["1", "=", "0"].filter((result) => isPossible(game, result)).map((result) => button(longResult(game, result), () => app.open("both", game.game, result), { kind: "wide result" }));
}

export function gameCard(app, game) {
  return h("section", { class: `game state-${game.state}`, "data-game": game.game }, heading(game), pairing(app, game), said(app, game));
}

function said(app, game) {
  const [waiting] = isShared(app) ? [] : app.waitingOf(game);
  if (!waiting) return { open, reported, disputed, agreed, arbiter }[game.state](app, game);
  const { result } = waiting.body;
  const isReport = waiting.url.endsWith("/report/");
  return [
    h("p", { class: "display" }, isReport ? t("you_say", { result: longResult(game, result) }) : t("your_answer")),
    h("p", { class: "notice", role: "status" }, t(app.outbox.failures > 0 ? "saved_here" : "sending")),
  ];
}

function may(game, what) {
  return game.may.includes(what);
}

function open(app, game) {
  if (!may(game, "report")) return h("p", { class: "quiet" }, t("no_result"));
  if (isShared(app)) return sharedKeys(app, game);
  const undone = game.taken_back && h("p", { class: "notice", role: "status" }, t("taken_back"));
  return [undone, h("p", { class: "quiet" }, t("after_game")), resultKeys(game, game.me, (result) => app.report(game, result))];
}

function reported(app, game) {
  const [report] = game.reports;
  if (isShared(app)) return [h("p", { class: "display" }, says(game, report.by, report.result)), sharedAnswers(app, game, report)];
  if (report.by !== game.me) return theirs(app, game, report);
  return [
    h("p", { class: "display" }, t("you_say", { result: longResult(game, report.result) })),
    h("p", { class: "notice", role: "status" }, t(game.own_phone ? "own_phone" : "waiting_for", { name: spoken(game[otherSide(game.me)]) })),
    h(
      "div",
      { class: "row" },
      may(game, "take-back") && button(t("take_back"), () => app.takeBack(game, report), { kind: "plain" }),
      game.hand_over && button(t("hand_over"), () => app.open("handover", game.game), { kind: "first" }),
    ),
  ];
}

function sharedAnswers(app, game, report) {
  const side = otherSide(report.by);
  return may(game, "agree") && [
    button(t("agree_name", { name: spoken(game[side]) }), () => app.agree(game, report, side), { kind: "wide first" }),
    button(t("not_right"), () => app.open("dispute", game.game), { kind: "wide" }),
  ];
}

function theirs(app, game, report) {
  return [
    h("p", { class: "display", role: "status" }, says(game, report.by, report.result)),
    may(game, "agree") && button(t("agree"), () => app.agree(game, report), { kind: "wide first" }),
    may(game, "dispute") && button(t("not_right"), () => app.open("dispute", game.game), { kind: "wide" }),
    !game.may.length && h("p", { class: "quiet" }, t("not_here")),
  ];
}

function disputed(app, game) {
  const own = game.reports.find((report) => report.by === game.me);
  const other = game.reports.find((report) => report.by !== game.me);
  return [
    game.reports.map((report) => h("p", { class: "display" }, says(game, report.by, report.result))),
    h("p", { class: "notice ask", role: "alert" }, t("arbiter_comes")),
    h(
      "div",
      { class: "row" },
      own && may(game, "take-back") && button(t("take_back"), () => app.takeBack(game, own), { kind: "plain" }),
      !isShared(app) && other && may(game, "agree") && button(t("agree_after_all"), () => app.agree(game, other)),
    ),
  ];
}

// Written; a report that stands beside it wants another result.
function agreed(app, game) {
  const [report] = game.reports;
  return [
    h("p", { class: "display" }, `✓ ${longResult(game, game.result)}`),
    report
      ? correction(app, game, report)
      : may(game, "report") && button(t("correct"), () => app.open("correct", game.game), { kind: "plain" }),
  ];
}

function correction(app, game, report) {
  if (report.by === game.me) return reported(app, game);
  return isShared(app) ? sharedAnswers(app, game, report) : theirs(app, game, report);
}

function arbiter(app, game) {
  return [h("p", { class: "display" }, longResult(game, game.result)), h("p", { class: "quiet" }, t("by_arbiter"))];
}

// --- screens of one game ---

function screen(title, game, ...content) {
  return h("section", { class: "handover" }, h("h1", {}, title), heading(game), h("p", { class: "meeting" }, spoken(game.white), " – ", spoken(game.black)), content);
}

function back(app) {
  return button(t("back"), () => app.open("home"), { kind: "wide plain" });
}

// The opponent looks at the same phone: what was said, and above where the last tap was the answer.
export function handover(app, game) {
  const [report] = game.reports;
  const side = otherSide(report.by);
  return h(
    "section",
    { class: "handover" },
    h("h1", {}, t("hand_to", { name: spoken(game[side]) })),
    h("p", { class: "display" }, says(game, report.by, report.result)),
    button(t("agree_name", { name: spoken(game[side]) }), () => app.agree(game, report, side), { kind: "wide first" }),
    button(t("not_right"), () => app.open("home"), { kind: "wide" }),
    heading(game),
    h("p", { class: "meeting" }, spoken(game.white), " – ", spoken(game.black)),
    back(app),
  );
}

export function dispute(app, game) {
  const report = game.reports.find((each) => isShared(app) || each.by !== game.me);
  if (!report) return screen(t("what_was_it"), game, back(app));
  const side = otherSide(report.by);
  const as = isShared(app) ? side : null;
  return screen(
    t("what_was_it"),
    game,
    h("p", { class: "display" }, says(game, report.by, report.result)),
    resultKeys(game, side, (result) => app.dispute(game, report, result, as), report.result),
    button(t("only_not_right"), () => app.dispute(game, report, null, as), { kind: "wide" }),
    back(app),
  );
}

export function correct(app, game) {
  const keys = isShared(app) ? sharedKeys(app, game) : resultKeys(game, game.me, (result) => app.report(game, result), game.result);
  return screen(t("correct"), game, h("p", { class: "display" }, t("entered", { result: shortResult(game.result) })), keys, back(app));
}

// On a tablet both players agree, each under the own name.
export function both(app, game, result) {
  const key = (side) => {
    const has = app.waitingOf(game).some((item) => item.body.as === side) || game.reports.some((report) => report.by === side && report.result === result);
    return button(`${has ? "✓ " : ""}${t("agree_name", { name: spoken(game[side]) })}`, () => app.report(game, result, side), { kind: "wide first result", disabled: has });
  };
  return screen(t("both_agree"), game, h("p", { class: "display" }, longResult(game, result)), key("white"), key("black"), back(app));
}
