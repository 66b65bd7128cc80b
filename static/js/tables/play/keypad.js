// The keypad: five columns in the order that players know, four keys for the seats. It is used with
// a finger, with the keys of a keyboard, or by ear.

import { button, echo, h } from "../../devices/dom.js";
import { Entry } from "./entry.js";
import { isLeftHanded } from "../../devices/prefs.js";
import { scoreNs } from "./score.js";
import { t } from "../../devices/words.js";
import { forSide, leadText, letters, longResult, shortResult, strainName, strainSign } from "./words.js";

const ROWS = [
  ["C", "D", "H", "S", "NT"],
  ["1", "2", "3", "+", "-"],
  ["4", "5", "6", "pass", "="],
  ["7", "8", "9", "xx", "x"],
  ["seat-N", "seat-E", "seat-S", "seat-W", "10"],
];
// For the left hand the columns beside the digits change sides; suits and seats keep their order.
const LEFT_ROWS = [ROWS[0], ...ROWS.slice(1, 4).map(([a, b, c, d, e]) => [e, d, a, b, c]), ["10", ...ROWS[4].slice(0, 4)]];
// While the lead is asked, honours take the place of + − Pass =.
const HONOURS = { "+": "J", "-": "Q", pass: "K", "=": "A" };
const SIGNS = { "+": "plus", "-": "minus", "=": "equal" };
const TYPED = { c: "C", d: "D", h: "H", s: "S", "+": "+", "-": "-", "=": "=", p: "pass", x: "x" };

export class Keypad {
  // `ok(result)` with what was entered, `cancel()` with nothing; `heading` are the lines above.
  constructor({ heading, line, side, lead, ok, cancel, notPlayed }) {
    Object.assign(this, { heading, line, side, ok, cancel, notPlayed });
    this.entry = new Entry({ lead });
    this.display = h("p", { class: "display" });
    this.explained = h("p", { class: "explained" });
    this.grid = h("div", { class: "pad", role: "group" });
    this.foot = h("div", { class: "pad-foot" });
    this.element = h(
      "section",
      { class: "keypad", tabindex: "-1", "aria-label": t("enter") },
      h("div", { class: "lcd" }, ...heading, this.display, this.explained),
      h("div", { class: "keys" }, this.grid, this.foot),
    );
    this.element.addEventListener("keydown", (event) => this.#type(event));
    this.#build();
    this.#show();
  }

  #build() {
    this.buttons = new Map();
    for (const key of (isLeftHanded() ? LEFT_ROWS : ROWS).flat()) {
      const made = button("", () => this.#press(key), { kind: `pad-${SIGNS[key] ?? key}` });
      this.buttons.set(key, made);
      this.grid.append(made);
    }
    this.cancelKey = button(t("cancel"), () => this.#cancel(), { kind: "pad-cancel" });
    this.okKey = button(t("ok"), () => this.#ok(), { kind: "pad-ok" });
    const np = this.notPlayed && button(t("not_played"), this.notPlayed, { kind: "plain pad-np" });
    this.foot.append(this.cancelKey, ...(np ? [np] : []), this.okKey);
  }

  #meaning(key) {
    return this.entry.asksLead ? (HONOURS[key] ?? key) : key;
  }

  #press(key) {
    this.entry.press(this.#meaning(key));
    this.#show();
    echo(this.#spoken());
  }

  #cancel() {
    if (!this.entry.isBegun) return this.cancel();
    this.entry.clear();
    this.#show();
    return undefined;
  }

  #ok() {
    if (this.entry.asksLead) {
      this.entry.withoutLead = true;
      this.#show();
    } else if (this.entry.isComplete) this.ok(this.entry.result);
  }

  #show() {
    const { entry } = this;
    for (const [key, made] of this.buttons) {
      const meaning = this.#meaning(key);
      const [text, label] = face(meaning);
      made.textContent = text;
      made.setAttribute("aria-label", label);
      made.disabled = !entry.allows(meaning);
      made.setAttribute("aria-pressed", String(isChosen(entry, meaning)));
    }
    this.display.textContent = entry.isComplete && !entry.asksLead ? shortResult(entry.result) : partial(entry);
    this.explained.textContent = this.#explained();
    const skips = entry.asksLead && entry.wantsLead !== "must";
    this.okKey.textContent = skips ? t("no_lead") : t("ok");
    this.okKey.disabled = !(entry.isComplete || skips);
    this.element.classList.toggle("asks-lead", entry.asksLead);
    this.element.dataset.wanted = entry.isComplete ? "" : entry.wanted;
  }

  #explained() {
    if (!this.entry.isComplete) return t(this.entry.wanted);
    const result = this.entry.result;
    const score = forSide({ ...result, score_ns: scoreNs(result, this.line.vul) }, this.side, this.line.vul);
    return result.pass ? score : `${t("tricks", { tricks: result.tricks })} · ${score}`;
  }

  #spoken() {
    if (this.entry.isComplete) return longResult(this.entry.result);
    return partial(this.entry, strainName);
  }

  #type(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") return void this.#cancel();
    // On a key, Enter presses that key.
    if (event.key === "Enter" && event.target === this.element) return void this.#ok();
    const { entry } = this;
    let key = TYPED[event.key.toLowerCase()] ?? event.key.toUpperCase();
    // N, E, S and W are seats once there is a contract; before, S is spades and N is no trump.
    if (entry.hasContract && !entry.asksLead && "NESW".includes(key)) key = `seat-${key}`;
    else if (key === "N") key = "NT";
    if (entry.allows(key)) {
      event.preventDefault();
      entry.press(key);
      this.#show();
      echo(this.#spoken());
    }
  }
}

function isChosen(entry, key) {
  if (entry.asksLead) return key === entry.suit || key === entry.rank;
  if (key === "pass") return entry.isPass;
  if (key.startsWith("seat-")) return key.slice(5) === entry.declarer;
  return key === entry.strain || key === entry.doubled || key === entry.sign || (!entry.sign && key === String(entry.level));
}

// What stands on a key, and what is said of it.
function face(key) {
  if (key.startsWith("seat-")) return [letters.seats[key.slice(5)], t(key.slice(5))];
  if (["C", "D", "H", "S", "NT"].includes(key)) return [strainSign(key), strainName(key)];
  const words = { "+": ["+", t("plus")], "-": ["−", t("minus")], "=": ["=", t("equal")], pass: [t("pass"), t("pass")], x: ["X", t("x")], xx: ["XX", t("xx")] };
  return words[key] ?? [letters.ranks[key] ?? key, letters.ranks[key] ?? key];
}

// What there is of an entry that is not complete: 4♠N.
function partial(entry, strain = strainSign) {
  if (!entry.isBegun) return "_";
  const doubled = entry.doubled ?? "";
  const contract = `${entry.level || "_"}${entry.strain ? strain(entry.strain) : "_"}${doubled}`;
  const apart = entry.strain === "NT" ? " " : "";
  const seat = entry.declarer ? `${apart}${letters.seats[entry.declarer]}` : "";
  const lead = entry.suit || entry.rank ? ` ${leadText(`${entry.suit || "?"}${entry.rank}`)}` : "";
  const over = entry.sign ? `${lead && " "}${entry.sign === "-" ? "−" : entry.sign}${entry.count || ""}` : "";
  return `${contract}${seat}${lead}${over}`;
}
