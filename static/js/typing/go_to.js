// `g` and a number go to a board; the field for the number is there for the mouse as well.

export class GoTo {
  // `go(line, link)` leaves the page by a link of the strip, once the line is kept.
  constructor(page, go) {
    this.form = document.getElementById("go-to");
    this.field = this.form.querySelector("input");
    this.message = this.form.querySelector("[role=status]");
    this.line = page.lines[0];
    this.form.hidden = false;
    page.keys.g = (line) => line.isUntouched && this.ask(line);
    page.keys.G = page.keys.g;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const number = this.field.value.trim().replace(/^0+/, "");
      const link = this.#linkTo(number);
      this.message.textContent = link ? "" : this.message.dataset.unknown.replace("%(board)s", number);
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

  #linkTo(number) {
    const links = [...document.querySelectorAll(".board-strip a")];
    return links.find((link) => link.dataset.board === number);
  }
}
