// A game or a bye of the round on the page: the field, and the result as it is written.

import { TypedLine } from "../sessions/typing/typed_line.js";

export class GameLine extends TypedLine {
  showCells(values) {
    for (const cell of this.row.querySelectorAll("[data-cell]")) {
      cell.textContent = values.shown;
    }
    for (const button of this.row.querySelectorAll("[data-result]")) {
      button.setAttribute("aria-pressed", button.dataset.result === values.typed);
    }
    const correct = this.row.querySelector(".correct-link");
    if (correct) correct.hidden = values.shown === "";
  }
}
