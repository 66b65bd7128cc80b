// The screen of a tournament: its pages turn every twelve seconds, and Space holds one.

import { h } from "../devices/dom.js";
import { body, byId, fill, PAGE_MS, Screen } from "../devices/screen.js";
import { defaultTime, digits } from "./clock.js";

const ROWS = 12;
// The size of the letters, in hundredths of the height.
const LARGEST = 13;
const SMALLEST = 4;
const texts = body.dataset;
const table = byId("table");
const isNarrow = matchMedia("(max-width: 50rem)");
let page = 0;
let isHeld = false;

// Above the lines, where a column does not say itself what it is.
const HEADS = { boards: () => ["", texts.white, "", texts.black, ""] };

// Like a pairing sheet: the result between the names.
const LINES = {
  boards: (row) => (row.black === null ? ["", row.white, "", texts.bye, ""] : [row.board ?? "", row.white, row.result, row.black, handicap(row)]),
  names: (row) => (row.board ? [row.name, `${texts.board} ${row.board}`, texts[row.colour], row.opponent] : [row.name, texts.bye, "", ""]),
  matches: (row) => [row.home, row.score?.join("–") ?? "–", row.away],
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
      kind: each.kind,
      head: HEADS[each.kind]?.() ?? [],
      heading: count > 1 ? `${heading} (${place + 1}/${count})` : heading,
      lines: lines.slice(place * ROWS, (place + 1) * ROWS),
    }));
  });
}

function show() {
  const { clock, announcements, title, word } = screen.state;
  const all = screens();
  const shown = all[page % Math.max(all.length, 1)] ?? { kind: "", heading: title, head: [], lines: [] };
  byId("heading").textContent = shown.heading;
  byId("head").replaceChildren(...shown.head.map((text) => (text ? h("th", { scope: "col" }, text) : h("td", {}))));
  table.className = shown.kind;
  table.style.setProperty("--lines", shown.lines.length);
  byId("rows").replaceChildren(...shown.lines.map((line) => h("tr", {}, line.map((text) => h("td", {}, String(text))))));
  byId("message").textContent = [clock.message, ...announcements].filter(Boolean).join(" · ");
  byId("word").textContent = word ? fill(texts.word, { word }) : "";
  fit();
}

// The lines are as large as the screen allows; a phone is scrolled.
function fit() {
  const { style } = byId("rows");
  const { clientWidth, clientHeight } = table.parentElement;
  style.fontSize = "";
  if (isNarrow.matches) return;
  for (let size = LARGEST; size >= SMALLEST; size -= 0.25) {
    style.fontSize = `${size}vh`;
    if (table.offsetWidth <= clientWidth && table.offsetHeight <= clientHeight) break;
  }
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

addEventListener("resize", fit);
document.fonts.ready.then(fit);
setInterval(() => {
  if (!screen.state || isHeld) return;
  page += 1;
  show();
}, PAGE_MS);

const screen = new Screen({ show, tick });
screen.start();
