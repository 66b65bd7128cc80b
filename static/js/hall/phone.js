// The phone in a tournament: the own game, the result with the opponent's word, and what players ask
// of the arbiter. The server says what there is; what is sent waits in the phone until it has answered.

import { echo, h, isHeld, screenChanged, watchFingers } from "../devices/dom.js";
import { Outbox } from "../devices/outbox.js";
import { Poll } from "../devices/poll.js";
import { applyPrefs } from "../devices/prefs.js";
import { load, save } from "../devices/store.js";
import * as game from "./game.js";
import * as more from "./more.js";
import * as screens from "./screens.js";
import { t } from "../devices/words.js";
import { longResult } from "./words.js";

const SCREENS = { ...screens, ...more, ...game };
const LOADS = { pairings: (app) => `/hall/rounds/${app.state.round.number}/`, standings: () => "/hall/standings/" };
// Screens that show what others do as it comes; on the rest somebody is busy.
const LIVE = new Set(["home", "one"]);

// The code on a card can be typed.
function typeIt() {
  return h("p", {}, h("a", { class: "key wide plain", href: "/h/" }, t("type_code")));
}

class App {
  constructor() {
    this.place = document.getElementById("hall");
    this.state = load("state");
    this.refused = load("refused", []);
    this.screen = "home";
    this.about = null;
    this.with = null;
    this.loaded = null;
    // Milliseconds from this phone's clock to the server's.
    this.offset = 0;
    this.outbox = new Outbox({
      answered: (item, status, answer) => this.#answered(item, status, answer),
      changed: () => this.place && this.#refresh(),
    });
    this.poll = new Poll({
      url: "/hall/now/",
      show: (state) => this.#show(state),
      unbound: (message) => this.#unbound(message),
      closed: (message) => this.#unbound(message),
      tick: () => this.#tick(),
    });
  }

  start() {
    applyPrefs();
    watchFingers(() => this.#refresh());
    this.render();
    this.poll.ask();
    this.outbox.send();
  }

  // What was sent of a game and is not answered yet.
  waitingOf({ game: id }) {
    return this.outbox.waiting.filter((item) => item.line === id);
  }

  find(id) {
    return this.state.games.find((each) => each.game === id);
  }

  // --- what is shown ---

  open(screen, about = null, having = null) {
    this.screen = screen;
    this.about = about;
    this.with = having;
    this.chosen = null;
    this.loaded = null;
    if (LOADS[screen]) this.#load(screen);
    this.render();
    this.place.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  async #load(screen) {
    let loaded;
    try {
      const response = await fetch(LOADS[screen](this), { headers: { Accept: "application/json" }, cache: "no-store" });
      loaded = await response.json();
    } catch {
      loaded = { message: t("no_contact", { seconds: this.poll.silence }) };
    }
    if (this.screen !== screen) return;
    this.loaded = loaded;
    this.render();
  }

  render() {
    screenChanged();
    this.place.replaceChildren(this.#made());
  }

  #made() {
    if (!this.state) return h("section", { class: "page" }, h("h1", {}, t("tournament")), screens.connection(this));
    const about = this.about === null ? null : this.find(this.about);
    if (this.about !== null && !about) this.screen = "home";
    return SCREENS[this.screen](this, about, this.with);
  }

  // The first screen as it is now; a screen on which somebody is busy stays as it is.
  #refresh() {
    if (!this.state || !LIVE.has(this.screen) || isHeld()) return;
    // Or every second of the clock would be another screen.
    this.#tick();
    const before = this.place.innerHTML;
    const made = this.#made();
    if (h("main", {}, made.cloneNode(true)).innerHTML === before) return;
    const focused = document.activeElement?.textContent;
    screenChanged();
    this.place.replaceChildren(made);
    if (focused) [...this.place.querySelectorAll("button")].find((key) => key.textContent === focused)?.focus();
  }

  #tick() {
    for (const part of ["connection", "clock"]) {
      const place = document.getElementById(part);
      const made = place && screens[part](this);
      if (place && place.innerHTML !== made.innerHTML) place.replaceWith(made);
    }
  }

  #show(state) {
    const before = this.state;
    this.state = state;
    this.offset = Date.parse(state.now) - Date.now();
    save("state", state);
    if (this.about !== null && !LIVE.has(this.screen)) this.#keepUp(before);
    // The boards are set: nothing is sent any more.
    if (this.screen === "lineUp" && !state.line_up) this.open("home");
    if (!before) this.render();
    this.#refresh();
    this.#renew();
  }

  // What is on the screen was answered elsewhere, or is another result by now.
  #keepUp(before) {
    const told = (state) => JSON.stringify(state?.games.find((each) => each.game === this.about) ?? null);
    const isOwn = this.screen === "both" && this.find(this.about)?.state !== "agreed";
    if (!isOwn && told(before) !== told(this.state)) this.open("home");
  }

  // Another release of the program: only where nothing is begun, and with a connection.
  #renew() {
    const isIdle = this.screen === "home" && this.outbox.waiting.length === 0;
    const isNew = this.state.app && this.state.app !== this.place.dataset.app;
    if (!isNew || !isIdle || load("renewed") === this.state.app) return;
    save("renewed", this.state.app);
    fetch("/hall/", { cache: "reload" }).then((response) => response.ok && location.reload());
  }

  #unbound(message) {
    this.state = null;
    save("state", null);
    const made = h("section", { class: "page" }, h("h1", {}, t("tournament")), h("p", { class: "notice", role: "alert" }, message), typeIt(), screens.connection(this));
    if (this.place.textContent !== made.textContent) this.place.replaceChildren(made);
  }

  // --- what is sent ---

  #put(url, body, more = {}) {
    this.outbox.put({ url, body, ...more });
    this.poll.beEager();
  }

  #about(each, what, body, as, more = {}) {
    const isAsked = as ?? (this.state.device.kind === "team" ? each.me : null);
    const label = each.board ? t("board", { board: each.board }) : t("only_round", { round: each.round });
    this.#put(`/hall/games/${each.game}/${what}/`, { ...body, ...(isAsked && { as: isAsked }) }, { line: each.game, board: each.board, label, ...more });
  }

  report(each, result, as = null) {
    // Of one side a later result takes the place of one that was never sent.
    this.#about(each, "report", { result, version: each.version }, as, { what: as ?? "enter" });
    echo(longResult(each, result));
    if (this.screen === "both") this.render();
    else this.open("home");
  }

  agree(each, report, as = null) {
    this.#about(each, "agree", { report: report.report }, as);
    this.open("home");
  }

  dispute(each, report, result, as = null) {
    this.#about(each, "dispute", { report: report.report, result }, as);
    this.open("home");
  }

  takeBack(each, report) {
    this.#about(each, "take-back", { report: report.report });
    this.open("home");
  }

  checkIn(round, here) {
    this.#put("/hall/check-in/", { round, here }, { label: t("check_in", { round }) });
    this.#refresh();
  }

  ask(kind, round, note) {
    this.#put("/hall/requests/", { kind, round, note }, { label: t(`kind_${kind}`, { round }) });
    this.open("home");
  }

  withdrawRequest({ request }) {
    this.#put(`/hall/requests/${request}/`, { withdraw: true });
  }

  call(withdraw) {
    this.#put("/hall/call/", withdraw ? { withdraw: true } : {});
  }

  lineUp(round, players) {
    this.#put("/hall/line-up/", { round, players }, { label: t("line_up") });
    this.open("home");
  }

  allow({ device }) {
    this.#put(`/hall/devices/${device}/allow/`, {});
  }

  leave() {
    this.#put("/hall/leave/", {});
    this.open("home");
  }

  understood(refused) {
    this.refused = this.refused.filter((each) => each !== refused);
    save("refused", this.refused);
    this.#refresh();
  }

  #answered(item, status, answer) {
    if (answer.game) this.#patch(answer.game);
    if (status === 401) this.#unbound(answer.message);
    // Of a check-in that is closed the page says what to do, as long as it is so.
    else if (status >= 400 && !(status === 410 && item.url === "/hall/check-in/")) {
      this.refused.push({ label: item.label, message: answer.message });
      save("refused", this.refused);
    }
    if (this.screen === "both" && this.about === item.line) {
      if (this.find(item.line)?.state === "agreed" || status >= 400) this.open("home");
      else this.render();
    }
    this.poll.ask();
    this.#refresh();
  }

  #patch(answered) {
    if (!this.state) return;
    this.state.games = this.state.games.map((each) => (each.game === answered.game ? answered : each));
    save("state", this.state);
  }
}

new App().start();
