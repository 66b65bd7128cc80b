// The screen of a tournament: its pages turn every twelve seconds, and Space holds one.

import { h } from "../devices/dom.js";
import { body, byId, fill, PAGE_MS, Screen } from "../devices/screen.js";
import { defaultTime, digits } from "./clock.js";

const ROWS = 12;
const texts = body.dataset;
let page = 0;
let isHeld = false;

// Who has which colour, above the games.
const HEADS = { boards: () => ["", `${texts.white} – ${texts.black}`, "", ""] };

const LINES = {
  boards: (row) => (row.black === null ? ["", row.white, "", texts.bye] : [row.board ?? "", `${row.white} – ${row.black}`, handicap(row), row.result]),
  names: (row) => (row.board ? [row.name, `${texts.board} ${row.board}`, texts[row.colour], row.opponent] : [row.name, "", "", texts.bye]),
  matches: (row) => [row.home, row.away, row.score?.join("–") ?? ""],
  standings: (row) => [row.place, row.name, row.points],
};

function handicap(row) {
  if (row.komi === null) return "";
  const stones = { 0: "", 1: texts.stone }[row.handicap] ?? fill(texts.stones, { count: row.handicap });
  return [stones, fill(texts.komi, { komi: row.komi })].filter(Boolean).join(", ");
}

// All pages, each with as many lines as are read from afar.
function screens() {
  return screen.state.pages.flatMap((each) => {
    const heading = fill(texts[each.kind], each);
    const lines = each.kind === "missing" ? each.names.map((name) => [name]) : each.rows.map(LINES[each.kind]);
    const count = Math.max(1, Math.ceil(lines.length / ROWS));
    return Array.from({ length: count }, (_each, place) => ({
      head: HEADS[each.kind]?.() ?? [],
      heading: count > 1 ? `${heading} (${place + 1}/${count})` : heading,
      lines: lines.slice(place * ROWS, (place + 1) * ROWS),
    }));
  });
}

function show() {
  const { clock, announcements, title, word } = screen.state;
  const all = screens();
  const shown = all[page % Math.max(all.length, 1)] ?? { heading: title, head: [], lines: [] };
  byId("heading").textContent = shown.heading;
  byId("head").replaceChildren(...shown.head.map((text) => (text ? h("th", { scope: "col" }, text) : h("td", {}))));
  byId("rows").style.setProperty("--lines", shown.lines.length + 1);
  byId("rows").replaceChildren(...shown.lines.map((line) => h("tr", {}, line.map((text) => h("td", {}, String(text))))));
  byId("message").textContent = [clock.message, ...announcements].filter(Boolean).join(" · ");
  byId("word").textContent = word ? fill(texts.word, { word }) : "";
}

function tick() {
  const { clock } = screen.state;
  byId("digits").textContent = digits(clock, screen.now);
  const late = defaultTime(clock, screen.now);
  byId("rate").textContent = [clock.text, late && fill(texts.default, { time: late })].filter(Boolean).join(" · ");
}

document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("input, button, a")) return;
  isHeld = !isHeld;
  texts.aside = isHeld ? texts.held : "";
  event.preventDefault();
});

setInterval(() => {
  if (!screen.state || isHeld) return;
  page += 1;
  show();
}, PAGE_MS);

const screen = new Screen({ show, tick });
screen.start();
