// A line that is typed into: its field, and how it stands. What else is shown of a result is the
// subclass's to say, in `showCells(values)`.

export class TypedLine {
  constructor(row, text) {
    this.row = row;
    this.text = text;
    this.id = row.dataset.line;
    this.url = row.dataset.url;
    this.version = row.dataset.version;
    this.input = row.querySelector("input.typed");
    this.status = row.querySelector(".typing-status");
    this.saved = this.input.dataset.saved;
    this.sent = this.saved;
    this.refusedText = null;
    // What stood in the field when the page did not go on though somebody may be typing on, and
    // whether that was typed over at once: what stands there now may be meant for another line.
    this.guarded = null;
    this.isOvertyped = false;
    // The text that the line asked about, until it is answered.
    this.asked = null;
    this.choice = document.createElement("div");
    this.choice.className = "typing-choice";
    this.status.after(this.choice);
  }

  get typed() {
    return this.input.value.trim();
  }

  // Where the line is, for a list of lines of several pages.
  get label() {
    const heading = document.querySelector(".page-title").textContent.trim();
    return `${heading} – ${this.input.getAttribute("aria-label")}`;
  }

  // What stands in the field is neither saved nor on its way.
  get isChanged() {
    return this.typed !== this.sent;
  }

  // Nothing was typed since the field was come to: a key may be a command.
  get isUntouched() {
    const { value, selectionStart, selectionEnd } = this.input;
    return !this.isChanged && selectionStart === 0 && selectionEnd === value.length;
  }

  // A score in tens is one as it stands, and back: 50- and -50. Says whether there is any.
  turnTens() {
    const inTens = /^(\d+)([+-])$/.exec(this.typed);
    const inFull = /^([+-]?)(\d+)$/.exec(this.typed);
    if (!inTens && !inFull) return false;
    this.input.value = inTens ? `${inTens[2]}${inTens[1]}` : `${inFull[2]}${inFull[1] || "+"}`;
    return true;
  }

  // What stands in the field was refused, and nothing has been corrected yet.
  get isRefused() {
    return this.refusedText !== null && this.typed === this.refusedText;
  }

  // Still to be filled in: empty, or refused and to be corrected.
  get isOpen() {
    return this.isRefused || (this.sent === "" && this.typed === "");
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  wait() {
    this.unguard();
    this.sent = this.typed;
    this.#state("waiting", this.text.textSaving);
  }

  // It could not be sent for now.
  waitLonger() {
    if (!this.isChanged) this.#state("waiting", this.text.textWaiting);
  }

  // A text that is still to be sent.
  refill(typed) {
    this.unguard();
    this.input.value = typed;
    this.sent = typed;
    this.#state("waiting", this.text.textWaiting);
  }

  // What is stored, and what was done: saved or cleared, unless said otherwise.
  show(values, done = values.typed ? this.text.textSaved : this.text.textCleared) {
    const untouched = this.typed === this.sent;
    this.version = String(values.version);
    this.saved = values.typed;
    this.sent = values.typed;
    if (untouched) {
      this.input.value = values.typed;
      // Whoever is in the field types over the result, or has a key that is a command.
      if (document.activeElement === this.input) this.input.select();
    }
    this.showCells(values);
    this.#state("saved", values.understood ? `${values.understood} – ${done}` : done);
  }

  refuse(typed, message) {
    // The field may have been typed in again since; what is there now is not judged yet.
    if (this.typed !== typed) return false;
    this.sent = this.saved;
    this.refusedText = typed;
    this.#state("refused", message);
    this.guard();
    return true;
  }

  // From now on what is typed straight over the field is asked about before it is kept; whoever
  // takes anything out first has looked.
  guard() {
    this.guarded = this.typed;
    this.isOvertyped = false;
  }

  unguard() {
    this.guarded = null;
    this.isOvertyped = false;
  }

  // Before the field is typed in.
  noteInput({ inputType }) {
    const { value, selectionStart, selectionEnd } = this.input;
    if (this.guarded === null || this.isOvertyped) return;
    const isWhole = value !== "" && selectionStart === 0 && selectionEnd === value.length;
    this.isOvertyped = isWhole && inputType.startsWith("insert");
    if (!this.isOvertyped) this.unguard();
  }

  // Somebody else was faster: both values are said; what was typed stays in the field.
  showConflict(typed, { line, error }) {
    this.version = String(line.version);
    this.saved = line.typed;
    this.showCells(line);
    if (!this.refuse(typed, error)) this.sent = this.saved;
  }

  // Buttons below the sentence, until the line stands otherwise: [words, what to do].
  offer(...choices) {
    this.choice.replaceChildren(
      ...choices.map(([words, act]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "btn btn-sm btn-outline-secondary";
        button.textContent = words;
        button.addEventListener("click", act);
        return button;
      }),
    );
  }

  restore() {
    this.unguard();
    this.asked = null;
    this.input.value = this.saved;
    this.sent = this.saved;
    this.#state("", "");
    this.input.select();
  }

  // While typing: what the text means so far, or nothing.
  hint(message) {
    this.#state("hint", message);
  }

  // One sentence more behind what is said already.
  add(message) {
    const said = this.status.textContent;
    if (said) this.status.append(/[.!?]$/.test(said) ? " " : ". ");
    this.status.append(message);
  }

  // Something was done that is no result of the line.
  tell(message) {
    this.#state("saved", message);
  }

  #state(name, message) {
    if (name !== "refused" && name !== "hint") this.refusedText = null;
    this.row.classList.remove("waiting", "saved", "refused", "hint");
    if (name) this.row.classList.add(name);
    this.input.setAttribute("aria-invalid", String(name === "refused"));
    this.status.textContent = message;
    this.choice.replaceChildren();
  }
}
