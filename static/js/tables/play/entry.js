// What the keys of the pad have come to so far: a contract, its declarer, the lead, the result.
// Only what can follow is enabled, so that an impossible result cannot be tapped.

const LEVELS = "1234567";
const SUITS = "CDHS";

export class Entry {
  constructor({ lead = "no" } = {}) {
    this.wantsLead = lead;
    this.clear();
  }

  clear() {
    this.level = 0;
    this.strain = "";
    this.doubled = "";
    this.declarer = "";
    this.isPass = false;
    this.suit = "";
    this.rank = "";
    this.withoutLead = false;
    this.sign = "";
    this.count = 0;
  }

  get isBegun() {
    return Boolean(this.level || this.strain || this.isPass);
  }

  get hasContract() {
    return Boolean(this.level && this.strain);
  }

  get asksLead() {
    if (this.wantsLead === "no" || this.withoutLead || !this.declarer || !this.hasContract) return false;
    return !(this.suit && this.rank);
  }

  get over() {
    return this.sign === "-" ? -this.count : this.count;
  }

  get isComplete() {
    if (this.isPass) return true;
    return this.hasContract && Boolean(this.declarer && this.sign) && !this.asksLead;
  }

  // What is wanted next: a word of the page.
  get wanted() {
    if (this.asksLead) return "lead";
    if (!this.level) return "level_wanted";
    if (!this.strain) return "suit_wanted";
    return this.declarer ? "result_wanted" : "seat_wanted";
  }

  get result() {
    if (this.isPass) return { pass: true };
    const lead = this.suit && this.rank ? this.suit + this.rank : "";
    return {
      level: this.level,
      strain: this.strain,
      doubled: this.doubled,
      declarer: this.declarer,
      tricks: this.level + 6 + this.over,
      lead,
    };
  }

  // Whether a key means anything now.
  allows(key) {
    if (this.asksLead) return this.#allowsInLead(key);
    if (key === "pass") return !this.isBegun || this.isPass;
    if (this.isPass) return false;
    if (SUITS.includes(key) || key === "NT") return true;
    if (["N", "E", "S", "W"].includes(`${key}`.slice(5)) && key.startsWith("seat-")) return true;
    if (key === "x" || key === "xx") return this.hasContract;
    if (key === "+") return this.#hasSeat && this.#fits("+", this.sign === "+" ? this.count + 1 : 1);
    if (key === "-") return this.#hasSeat && this.#fits("-", this.sign === "-" ? this.count + 1 : 1);
    if (key === "=") return this.#hasSeat;
    if (/^\d+$/.test(key)) return this.#allowsDigit(key);
    return false;
  }

  press(key) {
    if (!this.allows(key)) return;
    if (this.asksLead) this.#pressInLead(key);
    else if (key === "pass") this.isPass = !this.isPass;
    else if (SUITS.includes(key) || key === "NT") this.strain = key;
    else if (key.startsWith("seat-")) this.declarer = key.slice(5);
    else if (key === "x" || key === "xx") this.doubled = this.doubled === key ? "" : key;
    else if (key === "=") [this.sign, this.count] = ["=", 0];
    else if (key === "+" || key === "-") this.#pressSign(key);
    else this.#pressDigit(key);
    // Another level may make the result impossible.
    if (this.sign && !this.#fits(this.sign, this.count)) [this.sign, this.count] = ["", 0];
  }

  get #hasSeat() {
    return this.hasContract && Boolean(this.declarer);
  }

  #fits(sign, count) {
    const tricks = this.level + 6 + (sign === "-" ? -count : count);
    return tricks >= 0 && tricks <= 13 && (sign === "=" || count > 0);
  }

  #pressSign(key) {
    this.count = this.sign === key ? this.count + 1 : 1;
    this.sign = key;
    this.isFresh = true;
  }

  #allowsDigit(key) {
    if (this.sign === "+" || this.sign === "-") return this.#fits(this.sign, this.#counted(key));
    return LEVELS.includes(key) && key.length === 1;
  }

  // After the ten a digit adds to it: −10, −11.
  #counted(key) {
    const ten = this.count === 10 && !this.isFresh && Number(key) < 4;
    return ten ? 10 + Number(key) : Number(key);
  }

  #pressDigit(key) {
    if (this.sign === "+" || this.sign === "-") {
      this.count = this.#counted(key);
      this.isFresh = false;
    } else this.level = Number(key);
  }

  #allowsInLead(key) {
    if (SUITS.includes(key)) return true;
    return /^([2-9]|10|[JQKA])$/.test(key);
  }

  #pressInLead(key) {
    if (SUITS.includes(key)) this.suit = key;
    else this.rank = key;
  }
}
