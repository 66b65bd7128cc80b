// The screen in the hall: asks every three seconds, turns its pages every twelve, and counts by the
// server's time. Space holds a page; without contact the clock goes on, and the page says so.

import { h } from "../devices/dom.js";
import { csrfToken } from "../devices/outbox.js";
import { defaultTime, digits } from "./clock.js";

const PAUSE_MS = 3000;
const PAGE_MS = 12_000;
const LOST_MS = 12_000;
const ROWS = 12;
const body = document.getElementById("display");
const texts = body.dataset;
const byId = (id) => document.getElementById(id);
let state = null;
let tag = "";
let offset = 0;
let heard = Date.now();
let page = 0;
let isHeld = false;

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const LINES = {
  boards: (row) => [row.board ?? "", `${row.white} – ${row.black}`, handicap(row), row.result],
  names: (row) => (row.board ? [row.name, `${texts.board} ${row.board}`, texts[row.colour], row.opponent] : [row.name, "", "", texts.bye]),
  matches: (row) => [row.home, row.away, row.score?.join("–") ?? ""],
  standings: (row) => [row.place, row.name, row.points],
};

function handicap(row) {
  return row.komi === null ? "" : `${row.handicap || ""} (${row.komi})`.trim();
}

// All pages, each with as many lines as are read from afar.
function screens() {
  return state.pages.flatMap((each) => {
    const heading = fill(texts[each.kind], each);
    const lines = each.kind === "missing" ? each.names.map((name) => [name]) : each.rows.map(LINES[each.kind]);
    const count = Math.max(1, Math.ceil(lines.length / ROWS));
    return Array.from({ length: count }, (_each, place) => ({
      heading: count > 1 ? `${heading} (${place + 1}/${count})` : heading,
      lines: lines.slice(place * ROWS, (place + 1) * ROWS),
    }));
  });
}

function show() {
  const all = screens();
  const shown = all[page % Math.max(all.length, 1)] ?? { heading: state.title, lines: [] };
  byId("heading").textContent = shown.heading;
  byId("rows").replaceChildren(...shown.lines.map((line) => h("tr", {}, line.map((text) => h("td", {}, String(text))))));
  byId("message").textContent = [state.clock.message, ...state.announcements].filter(Boolean).join(" · ");
  byId("word").textContent = state.word ? fill(texts.word, { word: state.word }) : "";
}

function tick() {
  if (!state) return;
  const now = Date.now() + offset;
  byId("digits").textContent = digits(state.clock, now);
  const late = defaultTime(state.clock, now);
  byId("rate").textContent = [state.clock.text, late && fill(texts.default, { time: late })].filter(Boolean).join(" · ");
  const silent = Date.now() - heard;
  byId("contact").textContent = silent > LOST_MS ? fill(texts.lost, { seconds: Math.round(silent / 1000) }) : isHeld ? texts.held : "";
}

async function ask() {
  const asked = Date.now();
  try {
    const response = await fetch(texts.url, { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
    if (response.status !== 304 && !response.ok) throw new Error(response.status);
    heard = Date.now();
    if (response.status === 304) return;
    tag = response.headers.get("ETag") ?? "";
    state = await response.json();
    offset = Date.parse(state.now) - (asked + heard) / 2;
    show();
    tick();
  } catch {
    tick();
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("input, button, a")) return;
  isHeld = !isHeld;
  tick();
  event.preventDefault();
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = event.target.elements.text;
  const body = new URLSearchParams({ do: event.submitter.value, ...(text && { message: text.value }) });
  try {
    const response = await fetch(texts.clock, { method: "POST", headers: { "X-CSRFToken": csrfToken(), Accept: "application/json" }, body });
    const answer = await response.json();
    if (answer.message) byId("contact").textContent = answer.message;
  } catch {
    // What was pressed did not arrive; the contact says why.
  }
  await ask();
});

async function follow() {
  await ask();
  setTimeout(follow, PAUSE_MS);
}

setInterval(tick, 250);
setInterval(() => {
  if (!state || isHeld) return;
  page += 1;
  show();
}, PAGE_MS);
follow();
