// The display in the hall: counts by the server's time, asks every three seconds, and goes on by
// itself without contact. A director's display has keys; sound begins after a tap, as browsers want.

const PAUSE_MS = 3000;
const LOST_MS = 12000;
const ROWS = 15;
const PAGE_MS = 12000;
const NO_NEW_BOARD = 300;
const LAST_MINUTES = 120;
const SHAPES = {
  before: "○", play: "▶", "no-new": "◆", last: "▲", over: "■", move: "⇄", break: "☕", end: "★",
  paused: "❚❚",
};
const KEYS = {
  " ": "pause", "+": "plus", "=": "plus", "-": "minus", "−": "minus", ArrowRight: "next",
  ArrowLeft: "back", b: "break", B: "break",
};
const body = document.getElementById("display");
const byId = (id) => document.getElementById(id);
let state = JSON.parse(byId("first").textContent);
let offset = Date.parse(state.now) - Date.now();
let heard = Date.now();
let audio;
let rung = "";

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function left() {
  if (state.paused !== null) return state.paused;
  if (!state.ends) return null;
  return Math.ceil((Date.parse(state.ends) - (Date.now() + offset)) / 1000);
}

// What the phase is now, with the warnings of its last minutes.
function phaseNow(seconds) {
  if (state.paused !== null) return "paused";
  if (state.phase !== "play" || seconds === null) return state.phase;
  if (seconds <= 0) return "over";
  if (seconds <= LAST_MINUTES) return "last";
  return seconds <= NO_NEW_BOARD ? "no-new" : "play";
}

function digits(seconds) {
  if (seconds === null) return state.phase === "end" ? "★" : "–:––";
  const whole = Math.abs(seconds);
  const sign = seconds < 0 ? "−" : "";
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function step(texts, who, count) {
  if (count === 0) return fill(texts.stay, { who });
  const many = Math.abs(count) > 1;
  const template = count > 0 ? texts[many ? "upMany" : "up"] : texts[many ? "downMany" : "down"];
  return fill(template, { who, count: Math.abs(count) });
}

function moveText(move) {
  const texts = byId("moves").dataset;
  const now = move.after === Math.max(state.round, 1);
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
  const items = state.moves.map((move) => {
    const li = document.createElement("li");
    li.textContent = moveText(move);
    li.classList.toggle("special", move.skip || move.switch);
    return li;
  });
  byId("moves").replaceChildren(...items);
}

// So many rows at a time, the next ones every twelve seconds.
function showStandings() {
  const { rounds, rows } = state.standings;
  const section = byId("standings");
  section.hidden = rows.length === 0;
  section.querySelector("h2").textContent = fill(rounds === 1 ? section.dataset.textOne : section.dataset.text, { rounds });
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const first = (Math.floor((Date.now() + offset) / PAGE_MS) % pages) * ROWS;
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
  const now = `${state.round}-${phase}`;
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
  const silent = Date.now() - heard;
  const contact = byId("contact");
  contact.textContent = silent > LOST_MS
    ? fill(contact.dataset.lost, { seconds: Math.round(silent / 1000) }) : "";
}

async function ask() {
  const asked = Date.now();
  const response = await fetch(body.dataset.url, { cache: "no-store" });
  if (!response.ok) throw new Error(response.status);
  state = await response.json();
  heard = Date.now();
  offset = Date.parse(state.now) - (asked + heard) / 2;
  show();
  tick();
}

async function poll() {
  try {
    await ask();
  } catch {
    // The clock goes on; the page says so.
  }
  setTimeout(poll, PAUSE_MS);
}

let pressing = false;

async function press(what, more = {}) {
  if (!body.dataset.clock || pressing) return;
  pressing = true;
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  try {
    await fetch(body.dataset.clock, {
      method: "POST",
      headers: { "X-CSRFToken": token, Accept: "application/json" },
      body: new URLSearchParams({ do: what, seen: state.state, ...more }),
    });
    await ask();
  } catch {
    // What was pressed did not arrive; the contact says why.
  }
  pressing = false;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !body.dataset.clock) return;
  if (event.target.closest("input, button, a, summary")) return;
  if (event.key === "m" || event.key === "M") {
    byId("message-text").focus();
  } else if (KEYS[event.key]) {
    press(KEYS[event.key]);
  } else {
    return;
  }
  event.preventDefault();
});

document.addEventListener("submit", (event) => {
  const what = event.submitter?.value;
  if (!what || what === "times") return;
  event.preventDefault();
  const text = event.target.elements.text;
  press(what, text ? { text: text.value } : {});
});

byId("sound").addEventListener("click", () => {
  audio ??= new AudioContext();
  beep(1, 880);
  byId("sound").textContent = byId("sound").dataset.on;
});

show();
tick();
setInterval(tick, 250);
setInterval(showStandings, PAGE_MS / 4);
poll();
