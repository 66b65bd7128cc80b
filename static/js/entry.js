// The traveller of a board: moving by keyboard, keeping each line as it is accepted.
// What a text means is the server's to say; this file knows only fields, keys and places.

import { Outbox } from "./entry/outbox.js";
import { Line } from "./entry/line.js";
import { echo, stopEcho } from "./entry/echo.js";
import { askToUndo, isUndoKey } from "./undo.js";

const traveller = document.getElementById("traveller");
const text = traveller.dataset;
const notice = document.getElementById("entry-alert");
const undoStatus = document.getElementById("undo-status");
const undoButton = document.getElementById("undo");
const lines = [...traveller.querySelectorAll("tr[data-line]")].map((row) => new Line(row, text));
const byId = new Map(lines.map((line) => [line.id, line]));
const outbox = new Outbox(text.session, {
  saved: showSaved,
  refused: showRefused,
  conflict: showConflict,
  loggedOut: showLogin,
  offline: () => showNotice(text.textOffline),
  online: () => showNotice(""),
});

function showNotice(message, link) {
  notice.replaceChildren();
  if (!message) return;
  const box = document.createElement("div");
  box.className = "alert alert-warning";
  box.append(message, " ");
  if (link) box.append(link);
  notice.append(box);
}

function showLogin(message, loginUrl) {
  const link = document.createElement("a");
  link.href = `${loginUrl}?next=${encodeURIComponent(location.pathname)}`;
  link.className = "btn btn-primary btn-sm";
  link.textContent = text.textLogIn;
  showNotice(message, link);
}

function showSaved(id, answer) {
  const line = byId.get(id);
  if (!line) return;
  undoStatus.replaceChildren();
  line.show(answer.line);
  for (const other of lines) other.showPoints(answer.points[other.id]);
  showProgress(answer.board);
}

function showProgress(board) {
  if (String(board.number) === text.board) {
    const place = document.getElementById("board-progress");
    place.textContent = place.dataset.template
      .replace("%(entered)s", board.entered)
      .replace("%(expected)s", board.expected);
  }
  const step = document.querySelector(`.board-strip [data-board="${board.number}"]`);
  step.className = `strip-${board.state}`;
  step.querySelector(".strip-count").textContent = `${board.entered}/${board.expected}`;
}

// What an undo did: to a line of this board, of another one, or to a penalty.
function showUndone(answer) {
  showUndo(answer.message);
  if (!answer.board) return;
  showProgress(answer.board);
  if (String(answer.board.number) !== text.board) {
    const link = document.querySelector(`.board-strip [data-board="${answer.board.number}"]`);
    const way = document.createElement("a");
    way.href = link.href;
    way.textContent = text.textGo;
    undoStatus.firstChild.append(" ", way);
    return;
  }
  for (const values of answer.lines) {
    const line = byId.get(String(values.id));
    if (line && String(values.version) !== line.version) line.show(values, text.textUndone);
  }
  for (const line of lines) line.showPoints(answer.points[line.id]);
}

function showUndo(message, kind = "alert-info") {
  const box = document.createElement("div");
  box.className = `alert ${kind}`;
  box.textContent = message;
  undoStatus.replaceChildren(box);
}

// After everything that was typed before is kept; one undo after the other.
let undoing = Promise.resolve();
function undo() {
  undoing = undoing.then(async () => {
    await outbox.settled();
    if (!outbox.isEmpty) return;
    await askToUndo(text.undo, {
      undone: showUndone,
      refused: (message) => showUndo(message, "alert-warning"),
      loggedOut: showLogin,
      offline: () => showUndo(text.textOfflineUndo, "alert-warning"),
    });
  });
}

function showRefused(id, typed, message) {
  const line = byId.get(id);
  if (!line) {
    showNotice(`${text.textElsewhere} “${typed}” – ${message}`);
    return;
  }
  line.refuse(typed, message);
  returnTo(line);
}

function showConflict(id, typed, answer) {
  const line = byId.get(id);
  if (!line) return;
  line.version = answer.line.version;
  line.refuse(typed, answer.error);
  returnTo(line);
}

// Back to a line that was refused, unless the next one is being typed already.
function returnTo(line) {
  const active = lines.find((each) => each.input === document.activeElement);
  if (!active || active === line || !active.isChanged) line.focus();
}

function accept(line) {
  if (!line.isChanged) return;
  stopEcho();
  line.wait();
  outbox.put(line.id, { url: line.url, entry: line.typed, version: line.version });
}

async function goOn(from) {
  const start = lines.indexOf(from) + 1;
  const around = [...lines.slice(start), ...lines.slice(0, start - 1)];
  // Enter on an empty field skips the line: only what comes below it is looked for then.
  const candidates = from.typed ? around : lines.slice(start);
  const empty = candidates.find((line) => line.isOpen);
  if (empty) {
    empty.focus();
    return;
  }
  await outbox.settled();
  const refused = lines.find((line) => line.isRefused);
  if (refused) refused.focus();
  else if (outbox.isEmpty) location.assign(nextIncomplete() ?? text.finish);
}

// The next board with something missing, around the end; none when all is in.
function nextIncomplete() {
  const boards = [...document.querySelectorAll(".board-strip a")];
  const here = boards.findIndex((board) => board.hasAttribute("aria-current"));
  const others = [...boards.slice(here + 1), ...boards.slice(0, here)];
  return others.find((board) => !board.classList.contains("strip-complete"))?.href;
}

function step(line, by) {
  const next = lines[lines.indexOf(line) + by];
  if (next) next.focus();
}

// To the board before or after, once what stands in the line is kept.
async function turn(line, id) {
  const link = document.getElementById(id);
  if (!link) return;
  if (!line.isRefused) accept(line);
  await outbox.settled();
  if (!lines.some((each) => each.isRefused)) link.click();
}

const keys = {
  Enter: (line) => {
    accept(line);
    goOn(line);
  },
  ArrowUp: (line) => step(line, -1),
  ArrowDown: (line) => step(line, +1),
  PageUp: (line) => turn(line, "previous-board"),
  PageDown: (line) => turn(line, "following-board"),
  Escape: (line) => line.restore(),
  "?": () => {
    const help = document.getElementById("entry-help");
    help.open = !help.open;
    if (help.open) help.scrollIntoView({ block: "nearest" });
  },
};

for (const line of lines) {
  line.input.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action(line);
  });
  // Leaving a field keeps what is in it, but never sends a refused text again unasked.
  line.input.addEventListener("blur", () => line.isRefused || accept(line));
  line.input.addEventListener("input", () => echo(line));
  line.clearButton.addEventListener("click", () => {
    // Emptied, not yet cleared: Enter clears the line, Esc brings it back.
    line.input.value = "";
    line.focus();
  });
}
undoButton.hidden = false;
undoButton.addEventListener("click", undo);
document.addEventListener("keydown", (event) => {
  if (!isUndoKey(event)) return;
  // A field with something typed in it keeps the browser's own undo.
  const line = lines.find((each) => each.input === event.target);
  if (line?.isChanged) return;
  event.preventDefault();
  undo();
});
window.addEventListener("beforeunload", (event) => {
  if (outbox.isOffline || lines.some((line) => line.isRefused)) event.preventDefault();
});

for (const [id, waiting] of outbox.waiting()) byId.get(id)?.refill(waiting.entry);
outbox.send();
// Somebody may be typing already, in the field that the page itself put the focus on.
for (const line of lines) if (line.isChanged) echo(line);
if (!lines.some((line) => line.input === document.activeElement)) {
  (lines.find((line) => line.isOpen) ?? lines[0])?.focus();
}
