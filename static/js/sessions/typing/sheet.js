// A sheet of lines that are typed: the traveller of a board, or the round slip of a table. Its
// points, its doubts, undo, and the way to the next one; what differs between the two is said by
// `BoardPlaces` and `SlipPlaces`.

import { askToUndo, isUndoKey } from "../undo.js";
import { Beside } from "./beside.js";
import { BoardPlaces } from "./board_places.js";
import { Doubts } from "./doubts.js";
import { TypingPage } from "./typing_page.js";
import { GoTo } from "./go_to.js";
import { Line } from "./line.js";
import { Pasting } from "./pasted.js";
import { Seating } from "./seats.js";
import { SlipPlaces } from "./slip_places.js";

const held = globalThis.clubscoreHeldKeys;
// What was done on the sheet before is shown on the next one.
const FINISHED = "clubscore-finished";

// Prepare the sheet that the document shows; `open(address)` leads to another page. The function
// that is given back lets go of all that does not go with the sheet's own elements.
export function prepareSheet(open) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const traveller = document.getElementById("traveller");
  const text = traveller.dataset;
  const undoStatus = document.getElementById("undo-status");
  const undoButton = document.getElementById("undo");
  const summary = document.getElementById("summary");
  const lines = [...traveller.querySelectorAll("[data-line]")].map((row) => new Line(row, text));
  const places = text.slip ? new SlipPlaces(text, lines) : new BoardPlaces(text);
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
  if (document.getElementById("pasted")) new Pasting(page);

  function showSaved(answer, line) {
    beside.renew();
    if (!line) return;
    fixed.delete(line);
    undoStatus.replaceChildren();
    summary.textContent = "";
    if (answer.seats) showSeated(answer.seats, line);
    const number = String(answer.board.number);
    for (const other of lines) if (other.board === number) other.showPoints(answer.points[other.id]);
    places.showProgress(answer.board);
    doubts.show(places.doubtsOf(answer.doubts));
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

  // What an undo did, or a fix: to lines of this sheet, of another one, or to a penalty. The lines
  // of this page that are not what they were.
  async function showUndone(answer, done = text.textUndone) {
    beside.renew();
    summary.textContent = "";
    showUndo(answer.message);
    if (!answer.board) return [];
    const values = await places.current(answer);
    if (!values) {
      if (answer.board) places.showElsewhere(answer, doubts, undoStatus);
      return [];
    }
    return showLines(values, done);
  }

  // The lines as they are now; those that are not what they were. One that is being typed in stays
  // as it is here: saving it says that somebody was faster.
  function showLines(values, done) {
    doubts.show(places.doubtsOf(values.doubts));
    const changed = values.lines.filter(({ id, version }) => {
      const line = page.byId.get(String(id));
      return line && String(version) !== line.version && places.mayShow(line);
    });
    if (values.seats) seating.show(values.seats);
    for (const each of changed) page.byId.get(String(each.id)).show(each, done);
    for (const line of lines) line.showPoints(values.points[line.id]);
    places.showProgress(values.board);
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
      await askToUndo(text.undo, { board: text.board ?? "", section: text.section }, {
        undone: async (answer) => {
          returnTo(await showUndone(answer));
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
    const said = sentence.replace("%(entered)s", entered).replace("%(expected)s", expected);
    const to = places.next() ?? text.finish;
    sessionStorage.setItem(FINISHED, JSON.stringify({ to, said }));
    open(to);
  }

  // To the sheet before or after, once what stands in the line is kept.
  async function turn(line, id) {
    const link = document.getElementById(id);
    if (link) await leave(line, link);
  }

  async function leave(line, link) {
    if (!line.isRefused) page.accept(line);
    if (await page.settle(line)) open(link.href);
    else if (page.outbox.isOffline) showUndo(text.textOfflineStay, "alert-warning");
  }

  new GoTo(page, places, (line, link) => leave(line, link));

  page.keys.PageUp = (line) => turn(line, "previous-board");
  page.keys.PageDown = (line) => turn(line, "following-board");

  for (const line of lines) {
    line.clearButton.addEventListener("click", () => {
      // Emptied, not yet cleared: Enter clears the line, Esc brings it back.
      line.input.value = "";
      line.focus();
    });
  }
  // A finished session has none: there an undo needs a reason.
  if (undoButton) {
    undoButton.hidden = false;
    undoButton.addEventListener("click", undo);
  }
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
    changed: async (answer, isDone) => {
      for (const line of await showUndone(answer, text.textFixed)) fixed.add(line);
      if (!isDone) showUndo(answer.message, "alert-warning");
    },
    tell: showUndo,
    first: places.doubtsOf(JSON.parse(document.getElementById("doubts").textContent)),
    signal,
  });
  places.prepare?.(page, { tell: showUndo, renew: () => beside.renew(), show: showLines });
  summary.textContent = saidBefore();
  page.start();
  held.release();
  return () => leaving.abort();
}

// What was said of the board before, where it led here, and not to the page of another session.
function saidBefore() {
  const { to, said } = JSON.parse(sessionStorage.getItem(FINISHED)) ?? {};
  sessionStorage.removeItem(FINISHED);
  return to && new URL(to, location).pathname === location.pathname ? said : "";
}
