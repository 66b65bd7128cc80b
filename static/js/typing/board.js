// The traveller of a board: a page of lines, the points of the board, the boards beside it, undo.

import { askToUndo, isUndoKey } from "../undo.js";
import { Beside } from "./beside.js";
import { Doubts } from "./doubts.js";
import { TypingPage } from "./typing_page.js";
import { GoTo } from "./go_to.js";
import { Line } from "./line.js";
import { Pasting } from "./pasted.js";
import { Seating } from "./seats.js";

const held = globalThis.clubscoreHeldKeys;
// What was done on the board before is shown on the next one.
const FINISHED = "clubscore-finished";

// Prepare the board that the document shows; `open(address)` leads to another page. The function
// that is given back lets go of all that does not go with the board's own elements.
export function prepareBoard(open) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const traveller = document.getElementById("traveller");
  const text = traveller.dataset;
  const undoStatus = document.getElementById("undo-status");
  const undoButton = document.getElementById("undo");
  const summary = document.getElementById("summary");
  const lines = [...traveller.querySelectorAll("[data-line]")].map((row) => new Line(row, text));
  const page = new TypingPage(lines, text, {
    outbox: text.session,
    saved: showSaved,
    done: leaveFinished,
    stay: (isCorrection) => {
      if (doubts.isAny) {
        doubts.reveal();
        return text.textStayDoubt;
      }
      return isCorrection ? text.textStaySaved : "";
    },
    stuck: () => showUndo(text.textOfflineStay, "alert-warning"),
    divert: (line) => seating.take(line),
    held,
    signal,
    conflict: (answer) => seating.show(answer.seats),
  });
  const seating = new Seating(page);
  // Lines whose last change fixed a doubt.
  const fixed = new Set();
  const beside = new Beside(undo);
  new Pasting(page);

  function showSaved(answer, line) {
    beside.renew();
    if (!line) return;
    fixed.delete(line);
    undoStatus.replaceChildren();
    summary.textContent = "";
    if (answer.seats) showSeated(answer.seats, line);
    for (const other of lines) other.showPoints(answer.points[other.id]);
    showProgress(answer.board);
    doubts.show(answer.doubts);
  }

  // Who sits where, after a change that was asked for in this line: its result is what it was.
  function showSeated(seats, line) {
    const moved = seating.show(seats).filter((each) => each !== line);
    if (moved.length > 0) {
      showUndo(`${text.textOthersMoved} ${moved.map((each) => each.place).join("; ")}`);
    }
    if (line.isChanged) return;
    const scheduled = line.row.querySelector('[data-seat="scheduled"]').textContent;
    if (!scheduled) line.tell(text.textAsScheduled);
    else if (line.saved) line.tell(text.textSeatedKept.replace("%(result)s", line.saved));
    else line.tell(text.textSeated);
    if (page.activeLine === line) line.focus();
  }

  function showProgress(board) {
    const part = board.sections[text.section] ?? board;
    if (String(board.number) === text.board) {
      const place = document.getElementById("board-progress");
      place.dataset.now = `${part.entered}/${part.expected}`;
      place.textContent = place.dataset.template
        .replace("%(entered)s", part.entered)
        .replace("%(expected)s", part.expected);
      for (const link of document.querySelectorAll(".section-jump [data-section]")) {
        const { entered, expected } = board.sections[link.dataset.section];
        link.querySelector("small").textContent = `${entered}/${expected}`;
      }
    }
    const step = document.querySelector(`.board-strip [data-board="${board.number}"]`);
    step.className = `strip-${part.state}`;
    step.querySelector(".strip-count").textContent = `${part.entered}/${part.expected}`;
    step.querySelector(".strip-state").textContent = step.closest("ol").dataset[part.state];
  }

  // What an undo did, or a fix: to lines of this board, of another one, or to a penalty. The lines
  // of this page that are not what they were.
  function showUndone(answer, done = text.textUndone) {
    beside.renew();
    summary.textContent = "";
    showUndo(answer.message);
    if (!answer.board) return [];
    showProgress(answer.board);
    doubts.show(answer.doubts, { here: String(answer.board.number) === text.board });
    if (String(answer.board.number) !== text.board) {
      const link = document.querySelector(`.board-strip [data-board="${answer.board.number}"]`);
      const way = document.createElement("a");
      way.href = link.href;
      way.textContent = text.textGo;
      undoStatus.firstChild.append(" ", way);
      return [];
    }
    const changed = answer.lines.filter(({ id, version }) => {
      const line = page.byId.get(String(id));
      return line && String(version) !== line.version;
    });
    if (answer.seats) seating.show(answer.seats);
    for (const values of changed) page.byId.get(String(values.id)).show(values, done);
    for (const line of lines) line.showPoints(answer.points[line.id]);
    return changed.map(({ id }) => page.byId.get(String(id)));
  }

  // What is typed after an undo is meant for the line that was undone; only a fix was made from
  // another line, and leads back to none.
  function returnTo(changed) {
    const { activeLine } = page;
    const [first] = changed.filter((line) => !fixed.delete(line));
    if (!first || !activeLine || activeLine.isChanged || changed.includes(activeLine)) return;
    first.focus();
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
      await page.outbox.settled();
      if (!page.outbox.isEmpty) {
        if (page.outbox.isOffline) showUndo(text.textOfflineUndo, "alert-warning");
        return;
      }
      await askToUndo(text.undo, { board: text.board, section: text.section }, {
        undone: (answer) => {
          returnTo(showUndone(answer));
        },
        refused: (message) => showUndo(message, "alert-warning"),
        loggedOut: (...outcome) => page.showLogin(...outcome),
        offline: () => showUndo(text.textOfflineUndo, "alert-warning"),
      });
    });
  }

  function leaveFinished() {
    const place = document.getElementById("board-progress");
    const [entered, expected] = place.dataset.now.split("/");
    const sentence = text.textDone.replace("%(board)s", text.board);
    sessionStorage.setItem(
      FINISHED,
      sentence.replace("%(entered)s", entered).replace("%(expected)s", expected),
    );
    const target = nextIncomplete() ?? text.finish;
    open(target);
  }

  // The next board with something missing, around the end; none when all is in.
  function nextIncomplete() {
    const boards = [...document.querySelectorAll(".board-strip a")];
    const here = boards.findIndex((board) => board.hasAttribute("aria-current"));
    const others = [...boards.slice(here + 1), ...boards.slice(0, here)];
    return others.find((board) => !board.classList.contains("strip-complete"))?.href;
  }

  // To the board before or after, once what stands in the line is kept.
  async function turn(line, id) {
    const link = document.getElementById(id);
    if (link) await leave(line, link);
  }

  async function leave(line, link) {
    if (!line.isRefused) page.accept(line);
    if (await page.settle(line)) open(link.href);
    else if (page.outbox.isOffline) showUndo(text.textOfflineStay, "alert-warning");
  }

  new GoTo(page, (line, link) => leave(line, link));

  page.keys.PageUp = (line) => turn(line, "previous-board");
  page.keys.PageDown = (line) => turn(line, "following-board");

  for (const line of lines) {
    line.clearButton.addEventListener("click", () => {
      // Emptied, not yet cleared: Enter clears the line, Esc brings it back.
      line.input.value = "";
      line.focus();
    });
  }
  undoButton.hidden = false;
  undoButton.addEventListener("click", undo);
  const undoByKey = (event) => {
    if (!isUndoKey(event)) return;
    const line = lines.find((each) => each.input === event.target);
    // Another field keeps the browser's own undo; in a line, first what is not kept yet goes.
    if (!line && event.target.matches("input")) return;
    event.preventDefault();
    if (line?.isChanged) page.takeOut(line);
    else undo();
  };
  document.addEventListener("keydown", undoByKey, { signal });
  // A state that was brought back from the history of a line.
  const showRestored = (event) => {
    event.preventDefault();
    showUndone(event.detail, text.textRestored);
  };
  document.addEventListener("clubscore:restored", showRestored, { signal });
  const doubts = new Doubts(page, {
    changed: (answer, isDone) => {
      for (const line of showUndone(answer, text.textFixed)) fixed.add(line);
      if (!isDone) showUndo(answer.message, "alert-warning");
    },
    tell: showUndo,
    signal,
  });
  summary.textContent = sessionStorage.getItem(FINISHED) ?? "";
  sessionStorage.removeItem(FINISHED);
  page.start();
  held.release();
  return () => leaving.abort();
}
