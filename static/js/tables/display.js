// The display of an evening of bridge: the clock, the moves, who still plays. Sound begins after a
// tap, as browsers want.

import { body, byId, fill, PAGE_MS, Screen } from "../devices/screen.js";

const ROWS = 15;
const NO_NEW_BOARD = 300;
const LAST_MINUTES = 120;
// Nobody has stopped it, and the round has been over for three hours.
const FORGOTTEN = 3 * 3600;
const SHAPES = {
  before: "○", play: "▶", "no-new": "◆", last: "▲", over: "■", move: "⇄", break: "☕", end: "★",
  paused: "❚❚",
};
const KEYS = {
  " ": "pause", "+": "plus", "=": "plus", "-": "minus", "−": "minus", ArrowRight: "next",
  ArrowLeft: "back", b: "break", B: "break",
};
let audio;
let rung = "";

function left() {
  const { paused, ends } = screen.state;
  if (paused !== null) return paused;
  return ends ? Math.ceil((Date.parse(ends) - screen.now) / 1000) : null;
}

// What the phase is now, with the warnings of its last minutes.
function phaseNow(seconds) {
  const { paused, phase } = screen.state;
  if (paused !== null) return "paused";
  if (phase !== "play" || seconds === null) return phase;
  if (seconds <= 0) return "over";
  if (seconds <= LAST_MINUTES) return "last";
  return seconds <= NO_NEW_BOARD ? "no-new" : "play";
}

function digits(seconds) {
  if (seconds === null) return screen.state.phase === "end" ? "★" : "–:––";
  if (seconds < -FORGOTTEN) return "–:––";
  const whole = Math.abs(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  const hours = minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return `${seconds < 0 ? "−" : ""}${hours}:${two(whole % 60)}`;
}

function step(texts, who, count) {
  if (count === 0) return fill(texts.stay, { who });
  const many = Math.abs(count) > 1;
  const template = count > 0 ? texts[many ? "upMany" : "up"] : texts[many ? "downMany" : "down"];
  return fill(template, { who, count: Math.abs(count) });
}

function moveText(move) {
  const texts = byId("moves").dataset;
  const now = move.after === Math.max(screen.state.round, 1);
  const parts = [now ? texts.next : fill(texts.later, { round: move.after })];
  if (move.section) parts.push(fill(texts.section, { section: move.section }));
  if (move.skip) parts.push(texts.skip);
  if (move.switch) parts.push(texts.switch);
  const steps = [["ns", texts.ns], ["ew", texts.ew], ["boards", texts.boards]]
    .filter(([name]) => move[name] !== null)
    .map(([name, who]) => step(texts, who, move[name]));
  if (move.ns === null || move.ew === null) steps.unshift(texts.cards);
  return `${parts.join(" ")} ${steps.join(", ")}`;
}

function showMoves() {
  const items = screen.state.moves.map((move) => {
    const li = document.createElement("li");
    li.textContent = moveText(move);
    li.classList.toggle("special", move.skip || move.switch);
    return li;
  });
  byId("moves").replaceChildren(...items);
}

// So many rows at a time, the next ones every twelve seconds.
function showStandings() {
  const { rounds, rows } = screen.state.standings;
  const section = byId("standings");
  section.hidden = rows.length === 0;
  section.querySelector("h2").textContent = fill(rounds === 1 ? section.dataset.textOne : section.dataset.text, { rounds });
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const first = (Math.floor(screen.now / PAGE_MS) % pages) * ROWS;
  const names = { NS: section.dataset.ns, EW: section.dataset.ew };
  const lines = rows.slice(first, first + ROWS).map((row) => {
    const tr = document.createElement("tr");
    const pair = `${names[row.direction] ?? ""} ${row.pair} ${row.names}`.trim();
    for (const text of [row.place, pair, row.percent ? `${row.percent} %` : row.points]) {
      tr.insertCell().textContent = text;
    }
    return tr;
  });
  section.querySelector("tbody").replaceChildren(...lines);
}

function show() {
  const { state } = screen;
  const round = byId("round");
  round.textContent = fill(round.dataset.text, { round: Math.max(state.round, 1), rounds: state.rounds });
  byId("message").textContent = state.message;
  showMoves();
  showStandings();
  const playing = byId("playing");
  if (state.phase === "before") playing.textContent = "";
  else if (state.playing.length === 0) playing.textContent = playing.dataset.all;
  else playing.textContent = fill(playing.dataset.text, { tables: state.playing.join(", ") });
  const word = byId("word");
  word.textContent = state.word ? fill(word.dataset.text, { word: state.word }) : "";
  const finish = byId("finish");
  const time = state.finish && new Date(state.finish).toLocaleTimeString(
    document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false },
  );
  finish.textContent = time && state.phase !== "before" ? fill(finish.dataset.text, { time }) : "";
  const begin = byId("begin");
  begin.textContent = time ? fill(begin.dataset.text, { time }) : "";
  for (const each of document.querySelectorAll("input[name=seen]")) each.value = state.state;
}

function beep(times, pitch) {
  if (!audio) return;
  for (let each = 0; each < times; each += 1) {
    const at = audio.currentTime + each * 0.5;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.5, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.45);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.45);
  }
}

// Each warning and each phase sounds once.
function ring(phase) {
  const now = `${screen.state.round}-${phase}`;
  if (rung && rung !== now) {
    if (phase === "no-new") beep(1, 660);
    if (phase === "last") beep(2, 660);
    if (phase === "over" || phase === "move") beep(3, 880);
    if (phase === "play") beep(1, 990);
  }
  rung = now;
}

function tick() {
  const seconds = left();
  const phase = phaseNow(seconds);
  body.dataset.phase = phase;
  byId("digits").textContent = digits(seconds);
  byId("shape").textContent = SHAPES[phase];
  const names = byId("phase").dataset;
  byId("phase-text").textContent = names[phase === "no-new" ? "noNew" : phase];
  ring(phase);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !body.dataset.clock) return;
  if (event.target.closest("input, button, a, summary")) return;
  if (event.key === "m" || event.key === "M") {
    byId("message-text").focus();
  } else if (KEYS[event.key]) {
    screen.press(KEYS[event.key]);
  } else {
    return;
  }
  event.preventDefault();
});

byId("sound").addEventListener("click", () => {
  audio ??= new AudioContext();
  beep(1, 880);
  byId("sound").textContent = byId("sound").dataset.on;
});

const screen = new Screen({ show, tick, state: JSON.parse(byId("first").textContent) });
show();
setInterval(showStandings, PAGE_MS / 4);
screen.start();
