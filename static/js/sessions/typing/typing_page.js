// A page of lines that are typed into: moving by keyboard, keeping each line as it is accepted.
// What a text means is the server's to say; this file knows only fields, keys and places.

import { Outbox } from "./outbox.js";
import { echo, stopEcho } from "./echo.js";
import { SetAside } from "./set_aside.js";
import { prepareWaiting, showWaiting } from "./waiting.js";

function notice() {
  return document.getElementById("typing-alert");
}

export function showNotice(message, link) {
  notice().replaceChildren();
  if (message) addNotice(message, link);
}

// One more, below those that there are: it stays until the page is left.
export function addNotice(message, link, place = notice()) {
  const box = document.createElement("div");
  box.className = "alert alert-warning";
  box.append(message, " ");
  if (link) box.append(link);
  place.append(box);
}

// What was typed by these keys, line after line.
function textsOf(keys) {
  let typed = "";
  for (const key of keys) {
    if (key === "Enter") typed += "\n";
    else typed = key === "Backspace" ? typed.slice(0, -1) : typed + key;
  }
  return typed.split("\n");
}

const MOVES = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);
const NOTHING_HELD = { hold: () => {}, drop: () => [] };

export class TypingPage {
  // `text` has the sentences of the page; what waits to be sent is kept under the name `outbox`;
  // `saved(answer, line)` shows what an answer says beyond its own line; `done()` is called when
  // Enter finds nothing more to fill in here. `divert(line)`, where given, may take what was
  // typed for something else than a result of the line, and says whether it did; `conflict(answer)`
  // shows what else an answer says of a line that somebody else has changed; `stay(isCorrection)`
  // may give a reason, to be read, not to leave yet after the last line was typed, or corrected;
  // `stuck()` is called when they cannot be left for want of a connection;
  // `held` keeps the keys that are typed while the page is left, and `signal` tells that it is.
  constructor(
    lines,
    text,
    {
      outbox,
      saved,
      done,
      divert = () => false,
      conflict = () => {},
      stay = () => "",
      stuck = () => {},
      held = NOTHING_HELD,
      signal = undefined,
    },
  ) {
    this.lines = lines;
    this.text = text;
    this.done = done;
    this.stay = stay;
    this.stuck = stuck;
    this.held = held;
    this.signal = signal;
    this.divert = divert;
    this.showConflict = conflict;
    // The line whose result is still to be typed, though a key has done something in it.
    this.awaited = null;
    this.byId = new Map(lines.map((line) => [line.id, line]));
    const shown = text.section ? { section: text.section } : {};
    const on = {
      saved: (item, answer) => {
        const line = this.byId.get(item.id);
        // Something else is still to be sent for it: its field stays as it is.
        if (line && !this.outbox.has(item.id)) line.show(answer.line);
        else if (line) line.version = String(answer.line.version);
        saved(answer, line);
      },
      refused: (...outcome) => this.#refused(...outcome),
      conflict: (...outcome) => this.#conflict(...outcome),
      loggedOut: (...outcome) => this.showLogin(...outcome),
      offline: () => {
        showNotice(text.textOffline);
        for (const { id } of this.outbox.waiting()) this.byId.get(id)?.waitLonger();
      },
      online: () => showNotice(""),
      changed: () => showWaiting(this.outbox),
    };
    this.outbox = new Outbox(outbox, on, shown);
    this.setAside = new SetAside(outbox, (texts) => this.#putIn(texts));
    // Where typing goes on when the focus is on no line.
    this.latestLine = null;
    // A key that finds nothing to do here, and says so by `false`, is typed as any other.
    this.keys = {
      Enter: (line) => {
        const change = { isChanged: line.isChanged, isCorrection: line.saved !== "" };
        const isAwaited = this.awaited === line && line.typed === "";
        this.awaited = null;
        if (isAwaited || this.#asks(line)) return;
        if (this.accept(line)) this.goOn(line, change);
      },
      ArrowUp: (line) => this.step(line, -1),
      ArrowDown: (line) => this.step(line, +1),
      Escape: (line) => this.takeOut(line),
      "/": (line) => {
        if (!line.turnTens()) return false;
        echo(line);
        return true;
      },
      i: (line) => {
        if (!line.isUntouched || this.setAside.texts.length === 0) return false;
        return this.setAside.putAll();
      },
      "?": () => {
        const help = document.getElementById("typing-help");
        help.open = !help.open;
        const shown = help.open ? help : this.activeLine?.row;
        shown?.scrollIntoView({ block: help.open ? "nearest" : "center" });
      },
    };
  }

  // Listen to the fields, send what still waits, and go to the first line that is open.
  start() {
    for (const line of this.lines) this.#listen(line);
    const warn = (event) => {
      const { outbox } = this;
      // The last one is on its way, and goes on when the page is left.
      const isUnsent = outbox.isStuck || outbox.waiting().length > 1;
      if (!this.refusedLine && (!isUnsent || this.isLoggingIn)) return;
      event.preventDefault();
      this.held.drop();
    };
    window.addEventListener("beforeunload", warn, { signal: this.signal });
    prepareWaiting(this.outbox);
    for (const item of this.outbox.waiting()) {
      if (!item.kind) this.byId.get(item.id)?.refill(item.typed);
    }
    this.outbox.send();
    // Somebody may be typing already, in the field that the page itself put the focus on.
    for (const line of this.lines) if (line.isChanged) echo(line);
    // A finger has its place to touch; there the page would only scroll away from its head.
    if (!this.activeLine && !matchMedia("(pointer: coarse)").matches)
      (this.lines.find((line) => line.isOpen) ?? this.lines[0])?.focus();
  }

  get activeLine() {
    return this.lines.find((line) => line.input === document.activeElement);
  }

  get refusedLine() {
    return this.lines.find((line) => line.isRefused);
  }

  // Keep what was typed; whether it was a result of the line, or nothing new. What has a `group` is
  // undone at once with the others of it.
  accept(line, group) {
    if (!line.isChanged) return true;
    stopEcho();
    if (this.divert(line)) return false;
    // Whoever was asked about the line has answered.
    if (line.asked !== null) this.setAside.remove(line.asked);
    line.asked = null;
    line.wait();
    this.outbox.put(line.id, { ...this.item(line, line.typed), group });
    return true;
  }

  // What was typed goes, and what is kept or on its way stands in the field again.
  takeOut(line) {
    const waiting = this.outbox.waiting().find(({ id, kind }) => id === line.id && !kind);
    if (!waiting) {
      line.restore();
      return;
    }
    line.refill(waiting.typed);
    line.input.select();
  }

  // What is to be sent for a line; a `kind` is added to what is no result.
  item(line, typed) {
    return { id: line.id, url: line.url, typed, version: line.version, label: line.label };
  }

  // To the next line that is open, or away when there is none; after a change only if there is
  // nothing left to look at here.
  async goOn(from, { isChanged = false, isCorrection = false } = {}) {
    const start = this.lines.indexOf(from) + 1;
    const around = [...this.lines.slice(start), ...this.lines.slice(0, start - 1)];
    // Enter on an empty field skips the line: only what comes below it is looked for then.
    const candidates = from.typed ? around : this.lines.slice(start);
    const open = candidates.find((line) => line.isOpen);
    if (open) {
      open.focus();
      return;
    }
    if (!(await this.settle(from))) {
      if (this.refusedLine) return;
      this.stuck();
      this.#remain(from);
      return;
    }
    const reason = isChanged ? this.stay(isCorrection) : "";
    if (!reason) {
      this.done();
      return;
    }
    from.add(reason);
    this.#drop(from);
    this.#remain(from);
  }

  // Nothing is open and the page stays: whoever types on may believe to be on the next one.
  #remain(line) {
    // Somebody may have gone elsewhere while it was saved.
    if (this.activeLine === line) line.focus();
    line.guard();
  }

  // Whether Enter only asks, since what was typed may be meant for the line after this one. It
  // counts as refused until Enter is pressed again: going elsewhere is no answer.
  #asks(line) {
    if (!line.isOvertyped || !line.isChanged) return false;
    stopEcho();
    this.setAside.add(line.typed);
    line.asked = line.typed;
    // What the line had when it was first asked: what was typed since is in the list.
    const before = line.guarded;
    const question = this.text.textInstead.replaceAll("%(typed)s", () => line.typed);
    line.refuse(line.typed, question.replace("%(before)s", () => before));
    line.guarded = before;
    line.input.select();
    return true;
  }

  // Whether all is kept and the page may be left; the keys typed meanwhile are for the next one.
  async settle(line) {
    this.held.hold();
    await this.outbox.settled();
    if (!this.refusedLine && this.outbox.isEmpty) return true;
    const refused = this.refusedLine;
    refused?.focus();
    this.#drop(refused ?? line);
    return false;
  }

  // Nothing is typed into a line that it was not meant for: it is said instead.
  #drop(line) {
    const keys = this.held.drop();
    const typed = keys.map((key) => (key.length === 1 ? key : " ")).join("");
    if (typed.trim()) line.add(this.text.textNotTaken.replace("%(typed)s", typed.trim()));
    this.setAside.add(...textsOf(keys));
  }

  // Texts into the lines that are empty from the one on that was typed in last; how many found one.
  #putIn(texts) {
    const from = this.activeLine ?? this.latestLine ?? this.lines[0];
    const below = this.lines.slice(this.lines.indexOf(from));
    const empty = below.filter((line) => line.sent === "" && line.typed === "");
    const filled = empty.slice(0, texts.length);
    const group = `${Date.now()}`;
    for (const [place, line] of filled.entries()) {
      line.input.value = texts[place];
      this.accept(line, group);
    }
    const last = filled.at(-1);
    if (last) (below.slice(below.indexOf(last)).find((line) => line.isOpen) ?? last).focus();
    return filled.length;
  }

  step(line, by) {
    this.lines[this.lines.indexOf(line) + by]?.focus();
  }

  showLogin(message, loginUrl) {
    for (const { id } of this.outbox.waiting()) this.byId.get(id)?.waitLonger();
    const link = document.createElement("a");
    link.href = `${loginUrl}?next=${encodeURIComponent(location.pathname)}`;
    link.className = "btn btn-primary btn-sm";
    link.textContent = this.text.textLogIn;
    link.addEventListener("click", () => {
      this.isLoggingIn = true;
    });
    showNotice(message, link);
  }

  #listen(line) {
    line.input.addEventListener("keydown", (event) => {
      // Whoever moves within the field, or chooses it, looks at it.
      if (MOVES.has(event.key) || event.ctrlKey || event.metaKey) line.unguard();
      const action = this.keys[event.key];
      if (!action || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
      if (action(line) !== false) event.preventDefault();
    });
    // Leaving a field keeps what is in it, but never sends a refused text again unasked.
    line.input.addEventListener("blur", () => {
      if (!line.isRefused) this.accept(line);
      line.unguard();
    });
    line.input.addEventListener("input", () => echo(line));
    line.input.addEventListener("focus", () => {
      this.latestLine = line;
    });
    this.#chooseByMouse(line);
    // The browser's own undo would reach into the field that was typed in before this one.
    line.input.addEventListener("beforeinput", (event) => {
      if (event.inputType.startsWith("history")) event.preventDefault();
      else line.noteInput(event);
    });
  }

  // A click into a field chooses what stands there, as a key does that comes to it; the second one
  // sets the cursor.
  #chooseByMouse({ input }) {
    let wasActive = false;
    input.addEventListener("pointerdown", () => {
      wasActive = document.activeElement === input;
    });
    input.addEventListener("click", () => {
      if (!wasActive && input.selectionStart === input.selectionEnd) input.select();
    });
  }

  #refused(item, answer) {
    const line = this.#takeBack(item, answer);
    if (!line) return;
    if (line.refuse(item.typed, answer.error)) {
      if (answer.needs_reason) this.#offerReason(line);
      if (answer.choices) this.#offerTexts(line, answer.choices);
      if (answer.asks) this.#offerYes(line);
    }
    this.#returnTo(line);
  }

  #conflict(item, answer) {
    this.showConflict(answer);
    const line = this.#takeBack(item, answer);
    if (!line) return;
    line.showConflict(item.typed, answer);
    if (line.isRefused && this.text.textMine) {
      const put = () => this.keys.Enter(line);
      line.offer([this.text.textMine, put], [this.text.textTheirs, () => line.restore()]);
    }
    this.#returnTo(line);
  }

  // The line whose text was not kept. Where it is on another page, or typed in already for
  // something else, a notice says so instead.
  #takeBack(item, answer) {
    const line = this.byId.get(item.id);
    if (line && item.kind && !line.isChanged) line.input.value = item.typed;
    if (line && (!item.kind || line.typed === item.typed)) return line;
    const message = `${this.text.textElsewhere} ${item.label}: “${item.typed}” – ${answer.error}`;
    addNotice(message, null, document.getElementById("typing-elsewhere") ?? notice());
    return null;
  }

  // Texts of which one was meant, each as a button.
  #offerTexts(line, texts) {
    const choices = texts.map((text) => [
      text,
      () => {
        line.input.value = text;
        line.focus();
        this.keys.Enter(line);
      },
    ]);
    line.offer(...choices);
  }

  // The text again, with a yes to what was asked about it; or what was there before.
  #offerYes(line) {
    const say = () => {
      const item = { ...this.item(line, line.typed), confirmed: true };
      line.wait();
      this.outbox.put(line.id, item);
      line.focus();
    };
    line.offer([this.text.textYes, say], [this.text.textNo, () => line.restore()]);
  }

  #offerReason(line) {
    const begin = () => {
      line.input.value = `${line.typed}! `;
      line.choice.textContent = this.text.textReasonNow;
      line.input.focus();
    };
    line.offer([this.text.textReason, begin]);
  }

  // Back to a line that was refused, unless the next one is being typed already.
  #returnTo(line) {
    const active = this.activeLine;
    if (!active || active === line || !active.isChanged) line.focus();
  }
}
