// The results of a round: a page of games, and how far the round is.

import { TypingPage } from "../sessions/typing/typing_page.js";
import { GameLine } from "./game_line.js";

const table = document.getElementById("round");

function showProgress(round) {
  const place = document.getElementById("round-progress");
  if (place) {
    place.textContent = place.dataset.template
      .replace("%(entered)s", round.entered)
      .replace("%(games)s", round.games);
  }
  if (round.entered < round.games) document.getElementById("round-done").hidden = true;
  const step = document.querySelector(`.board-strip [data-round="${round.number}"]`);
  step.className = `strip-${round.state}`;
  step.querySelector(".strip-count").textContent = `${round.entered}/${round.games}`;
}

// The scores of the matches of teams.
function showMatches(scores) {
  for (const [key, score] of Object.entries(scores)) {
    const cell = table.querySelector(`[data-match="${key}"]`);
    if (cell) cell.textContent = score;
  }
}

// Who goes on after a drawn game of a knock-out; while that is open, no next step is offered.
function showPlayOffs(html) {
  document.getElementById("play-offs").innerHTML = html;
  if (openPlayOff()) document.getElementById("round-done").hidden = true;
}

function openPlayOff() {
  return document.querySelector("#play-offs [data-open] [name='side']");
}

function showUndo(last) {
  const form = document.getElementById("undo-last");
  form.elements.namedItem("log").value = last.log;
  form.querySelector("span").textContent = last.text;
  form.hidden = false;
}

// The page stays: the last result can be read again before the next step is taken.
function showDone() {
  const done = document.getElementById("round-done");
  done.hidden = false;
  done.querySelector("a").focus();
}

// "37 1" is the result 1 of board 37, typed on any board, and "37" alone goes there. What stands there
// already waits for Enter.
const JUMP = /^(\d{1,3}(?:\.\d{1,2})?)(?:\s+(\S.*))?$/;

function jump(page, line) {
  const [, place, result] = JUMP.exec(line.typed) ?? [];
  const isResult = !result && /^(0|1|00)$/.test(line.typed);
  const target = page.lines.find(({ row }) => row.cells[0].textContent.trim() === place);
  if (!target || isResult) return false;
  page.takeOut(line);
  const isOpen = target.isOpen;
  target.focus();
  if (result === undefined) return true;
  target.input.value = result;
  if (isOpen) page.keys.Enter(target);
  return true;
}

if (table) {
  const text = table.dataset;
  const lines = [...table.querySelectorAll("tr[data-line]")].map((row) => new GameLine(row, text));
  const page = new TypingPage(lines, text, {
    outbox: text.round,
    divert: (line) => jump(page, line),
    saved: (answer) => {
      showProgress(answer.round);
      if (answer.matches) showMatches(answer.matches);
      if (answer.play_offs !== undefined) showPlayOffs(answer.play_offs);
      if (answer.last) showUndo(answer.last);
    },
    done: () => {
      if (lines.some((line) => line.isOpen)) return;
      const question = openPlayOff();
      if (question) question.focus();
      else showDone();
    },
  });
  const accept = page.keys.Enter;
  page.keys.Enter = (line) => {
    // Enter on a result that stands goes down, and never leaves the page.
    if (line.isOpen || line.isChanged) accept(line);
    else page.step(line, +1);
  };
  for (const line of lines) {
    for (const button of line.row.querySelectorAll("[data-result]")) {
      button.addEventListener("click", () => {
        line.input.value = button.dataset.result;
        accept(line);
      });
    }
    // Where there are buttons, the field is for what they do not say.
    line.row.querySelector("[data-other]")?.addEventListener("click", () => {
      line.row.querySelector(".result-field").classList.add("is-typed");
      line.focus();
    });
  }
  page.start();
}
