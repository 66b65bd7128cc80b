// The phone's page: the boards of the table, entering, confirming. The server says what there is;
// what is sent waits in the phone until it has answered.

import { connection } from "./play/banners.js";
import { echo, h, isHeld, screenChanged, watchFingers } from "../devices/dom.js";
import { Keypad } from "./play/keypad.js";
import * as more from "./play/more.js";
import { names } from "./play/names.js";
import { csrfToken, Outbox } from "../devices/outbox.js";
import { Poll } from "../devices/poll.js";
import { applyPrefs } from "../devices/prefs.js";
import * as screens from "./play/screens.js";
import { load, save } from "../devices/store.js";
import { t } from "../devices/words.js";
import { longResult, useLetters } from "./play/words.js";

const PADS = new Set(["pad", "pad-object", "pad-claim"]);
const COMING_MS = 120000;
const LOADS = {
  card: () => "/play/card/",
  standings: () => "/play/standings/",
  traveller: (line) => `/play/boards/${line.board}/`,
};

class App {
  constructor() {
    this.place = document.getElementById("play");
    this.state = load("state");
    this.refused = load("refused", []);
    this.screen = "list";
    this.line = null;
    this.loaded = null;
    this.hasMoved = false;
    this.offset = 0;
    this.outbox = new Outbox({
      answered: (item, status, answer) => this.#answered(item, status, answer),
      changed: () => this.place && this.#refresh(),
    });
    this.poll = new Poll({
      url: "/play/now/",
      show: (state) => this.#show(state),
      unbound: (message) => this.#unbound(message),
      tick: () => this.#tick(),
    });
  }

  start() {
    applyPrefs();
    watchFingers(() => this.#refresh());
    useLetters(this.state?.letters);
    this.render();
    this.poll.ask();
    this.outbox.send();
  }

  get nextOpen() {
    return this.state.boards.find((line) => line.state === "empty" && !this.outbox.of(line.line))?.line;
  }

  // A call that was answered some minutes ago; the clock of the phone may be wrong.
  isOver(call) {
    return Boolean(call.answered) && Date.now() + this.offset - Date.parse(call.answered) > COMING_MS;
  }

  find(id) {
    const own = this.loaded?.rows?.find((line) => line.line === id);
    return [...this.state.boards, ...this.state.late].find((line) => line.line === id) ?? own;
  }

  // --- what is shown ---

  open(screen, line = null) {
    this.screen = screen;
    this.line = line;
    if (LOADS[screen]) this.#load(screen);
    else if (screen !== "pad-claim") this.loaded = null;
    this.render();
    this.place.focus({ preventScroll: true });
    this.place.querySelector(".keypad")?.focus();
    window.scrollTo(0, 0);
  }

  async #load(screen) {
    this.loaded = null;
    const loaded = await this.get(LOADS[screen](this.find(this.line)));
    if (this.screen !== screen) return;
    this.loaded = loaded;
    this.render();
  }

  async get(address) {
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store" });
      return await response.json();
    } catch {
      return { message: t("no_contact", { seconds: this.poll.silence }) };
    }
  }

  render() {
    screenChanged();
    this.place.replaceChildren(this.#made());
  }

  #made() {
    if (!this.state) return h("section", { class: "page" }, h("h1", {}, t("table")), connection(this));
    const line = this.line === null ? null : this.find(this.line);
    if (this.line !== null && !line) this.screen = "list";
    if (PADS.has(this.screen)) return this.#pad(line);
    const made = this.screen === "names" ? names : (screens[this.screen] ?? more[this.screen]);
    return made(this, line);
  }

  #pad(line) {
    const act = { pad: "enter", "pad-object": "object", "pad-claim": "claim" }[this.screen];
    return new Keypad({
      heading: [this.screen === "pad-claim" ? screens.claimHeading(line) : screens.heading(this.state), screens.boardHeading(line)],
      line,
      side: line.side,
      lead: this.state.switches.lead,
      ok: (result) => this[act](line, result),
      cancel: () => this.open("list"),
      notPlayed: this.screen === "pad" && (() => this.open("notPlayed", line.line)),
    }).element;
  }

  // The list as it is now; a screen on which somebody is busy stays as it is.
  #refresh() {
    if (this.state && this.screen === "list" && !isHeld()) {
      const focused = document.activeElement?.getAttribute("aria-label");
      const before = this.place.innerHTML;
      const made = this.#made();
      if (h("main", {}, made.cloneNode(true)).innerHTML === before) return;
      this.place.replaceChildren(made);
      if (focused) this.place.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  #tick() {
    const place = document.getElementById("connection");
    const made = connection(this);
    if (place && place.innerHTML !== made.innerHTML) place.replaceWith(made);
    if (this.state?.calls.length > 0) this.#refresh();
  }

  #show(state) {
    const before = this.state;
    this.state = state;
    this.offset = Date.parse(state.now) - Date.now();
    this.hasMoved ||= before?.device.pair === state.device.pair && before.session.id === state.session.id && before.movement !== state.movement;
    save("state", state);
    useLetters(state.letters);
    if (this.line !== null && !PADS.has(this.screen)) this.#keepUp(before);
    if (!before) this.render();
    this.#refresh();
    this.#renew();
  }

  // What is on the screen was answered elsewhere, or is another result by now.
  #keepUp(before) {
    const was = before && [...before.boards, ...before.late].find((line) => line.line === this.line);
    const is = this.find(this.line);
    if (!LOADS[this.screen] && (!is || (was && (was.version !== is.version || was.state !== is.state)))) this.open("list");
  }

  // Another release of the program: only where nothing is begun, and with a connection.
  #renew() {
    const isIdle = this.screen === "list" && this.outbox.waiting.length === 0;
    if (this.state.app === this.place.dataset.app || !isIdle || load("renewed") === this.state.app) return;
    save("renewed", this.state.app);
    fetch("/play/", { cache: "reload" }).then((response) => response.ok && location.reload());
  }

  #unbound(message) {
    this.place.replaceChildren(
      h("section", { class: "page" }, h("h1", {}, t("table")), h("p", { class: "notice", role: "alert" }, message), h("p", {}, h("a", { class: "key wide", href: "/t/" }, t("type_code"))), h("p", {}, t("browser")), connection(this)),
    );
    this.state = null;
  }

  // --- what is sent ---

  #put(line, what, body, more = {}) {
    const end = what === "enter" ? "" : `${what}/`;
    this.outbox.put({ url: `/play/lines/${line.line}/${end}`, body: { version: line.version, ...body }, line: line.line, board: line.board, what, ...more });
    this.poll.beEager();
  }

  enter(line, result) {
    this.#put(line, "enter", { ...result, board: line.board });
    echo(longResult(result));
    this.open("list");
  }

  confirm(line, body = {}) {
    this.#put(line, "confirm", body);
    this.open("list");
  }

  object(line, result = {}) {
    this.#put(line, "object", result);
    this.open("list");
  }

  claim(line, result) {
    this.#put(line, "claim", result);
    this.open("list");
  }

  turn(id) {
    this.#put(this.find(id), "seats", {});
    this.open("list");
  }

  exchange(id, other) {
    this.#put(this.find(id), "exchange", { other });
    this.open("list");
  }

  sayNames(names) {
    this.outbox.put({ url: "/play/names/", body: { names } });
    this.poll.beEager();
    this.open("list");
  }

  // Nothing that waits in the outbox: what is found without a network is of no use later.
  async findNames(text) {
    try {
      const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": csrfToken() };
      const response = await fetch("/play/names/", { method: "POST", headers, body: JSON.stringify({ q: text }) });
      return await response.json();
    } catch {
      return {};
    }
  }

  agree(proposal, agree) {
    if (proposal.kind === "names") {
      this.outbox.put({ url: "/play/names/", body: { proposal: proposal.id, agree } });
      this.poll.beEager();
      return;
    }
    const what = { seats: "seats", boards: "exchange", result: "change" }[proposal.kind];
    this.#put({ ...this.find(proposal.line), line: proposal.line, board: proposal.board }, what, { agree });
  }

  answerClaim(claim, agree) {
    this.outbox.put({ url: `/play/claims/${claim.id}/`, body: { agree }, board: claim.board });
    this.poll.beEager();
  }

  call(withdraw, board = null) {
    this.outbox.put({ url: "/play/call/", body: withdraw ? { withdraw: true } : { board }, board });
    this.poll.beEager();
    this.open("list");
  }

  atRound(round, agree = true) {
    this.outbox.put({ url: "/play/round/", body: agree ? { round } : { round, agree } });
    this.poll.beEager();
    this.open("list");
  }

  async allow(device) {
    await fetch(`/play/devices/${device}/allow/`, { method: "POST", headers: { "X-CSRFToken": csrfToken() } });
    this.poll.ask();
  }

  async leave() {
    await fetch("/play/leave/", { method: "POST", headers: { "X-CSRFToken": csrfToken() } });
    save("state", null);
    this.poll.ask();
  }

  seenMovement() {
    this.hasMoved = false;
    this.#refresh();
  }

  understood(refused) {
    this.refused = this.refused.filter((each) => each !== refused);
    save("refused", this.refused);
    this.#refresh();
  }

  #answered(item, status, answer) {
    if (answer.line) this.#patch(answer.line);
    if (status === 401) this.#unbound(answer.message);
    else if (status >= 400) {
      this.refused.push({ board: item.board, body: item.body, message: answer.message });
      save("refused", this.refused);
    } else if (item.what === "enter" && this.#handsOver(answer.line)) this.open("handover", item.line);
    this.poll.ask();
    this.#refresh();
  }

  // A device that stays at the table is handed to the opponents at once.
  #handsOver(line) {
    const { device, switches } = this.state ?? {};
    return device?.kind === "table" && switches.confirm && switches.same_device && line?.state === "entered" && Boolean(line.result) && this.screen === "list";
  }

  #patch(line) {
    if (!this.state) return;
    for (const name of ["boards", "late"]) {
      this.state[name] = this.state[name].map((each) => (each.line === line.line ? line : each));
    }
    save("state", this.state);
  }
}

const app = new App();
app.start();
