// A line that is typed into: its field, and how it stands. What else is shown of a result is the
// subclass's to say, in `showCells(values)`.

export class EntryLine {
  constructor(row, text) {
    this.row = row;
    this.text = text;
    this.id = row.dataset.line;
    this.url = row.dataset.url;
    this.version = row.dataset.version;
    this.input = row.querySelector("input.entry");
    this.status = row.querySelector(".entry-status");
    this.saved = this.input.dataset.saved;
    this.sent = this.saved;
    this.refusedText = null;
  }

  get typed() {
    return this.input.value.trim();
  }

  // What stands in the field is neither saved nor on its way.
  get isChanged() {
    return this.typed !== this.sent;
  }

  // What stands in the field was refused, and nothing has been mended yet.
  get isRefused() {
    return this.refusedText !== null && this.typed === this.refusedText;
  }

  // Still to be filled in: empty, or refused and to be mended.
  get isOpen() {
    return this.isRefused || (this.sent === "" && this.typed === "");
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  wait() {
    this.sent = this.typed;
    this.#state("waiting", this.text.textSaving);
  }

  // A text that was typed before the page was loaded again, and is still to be sent.
  refill(typed) {
    this.input.value = typed;
    this.sent = typed;
    this.#state("waiting", this.text.textWaiting);
  }

  // What is stored, and what was done: saved or cleared, unless said otherwise.
  show(values, done = values.entry ? this.text.textSaved : this.text.textCleared) {
    const untouched = this.typed === this.sent;
    this.version = values.version;
    this.saved = values.entry;
    this.sent = values.entry;
    if (untouched) this.input.value = values.entry;
    this.showCells(values);
    this.#state("saved", values.understood ? `${values.understood} – ${done}` : done);
  }

  refuse(typed, message) {
    // The field may have been typed in again since; what is there now is not judged yet.
    if (this.typed !== typed) return;
    this.sent = this.saved;
    this.refusedText = typed;
    this.#state("refused", message);
  }

  restore() {
    this.input.value = this.saved;
    this.sent = this.saved;
    this.#state("", "");
    this.input.select();
  }

  // While typing: what the text means so far, or nothing.
  hint(message) {
    this.#state("hint", message);
  }

  #state(name, message) {
    if (name !== "refused" && name !== "hint") this.refusedText = null;
    this.row.classList.remove("waiting", "saved", "refused", "hint");
    if (name) this.row.classList.add(name);
    this.input.setAttribute("aria-invalid", String(name === "refused"));
    this.status.textContent = message;
  }
}
