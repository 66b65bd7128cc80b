// `g` and a number go to a board, or to a slip; the field is there for the mouse as well.

export class GoTo {
  // `places.find(text)` is the link to what was asked for; `go(line, link)` leaves the page by it,
  // once the line is kept.
  constructor(page, places, go) {
    this.form = document.getElementById("go-to");
    this.field = this.form.querySelector("input");
    this.message = this.form.querySelector("[role=status]");
    this.line = page.lines[0];
    this.form.hidden = false;
    page.keys.g = (line) => line.isUntouched && this.ask(line);
    page.keys.G = page.keys.g;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const asked = this.field.value.trim();
      const link = places.find(asked);
      this.message.textContent = link ? "" : this.message.dataset.unknown.replace("%(board)s", asked);
      if (link) {
        this.field.value = "";
        go(this.line, link);
      } else this.field.select();
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.field.value = "";
      this.message.textContent = "";
      this.line.focus();
    });
  }

  ask(line) {
    this.line = line;
    this.field.focus();
    this.field.select();
  }
}
