// One line of a traveller on the page: the field, and the cells of its result.

import { EntryLine } from "./entry_line.js";

const CELLS = ["contract", "declarer", "tricks", "ns_score", "ew_score"];

export class Line extends EntryLine {
  constructor(row, text) {
    super(row, text);
    this.clearButton = row.querySelector(".clear-line");
  }

  showCells(values) {
    this.clearButton.hidden = values.entry === "";
    for (const name of CELLS) {
      this.row.querySelector(`[data-cell="${name}"]`).innerHTML = values[name];
    }
  }

  showPoints(points) {
    this.row.querySelector('[data-points="ns"]').textContent = points?.ns ?? "";
    this.row.querySelector('[data-points="ew"]').textContent = points?.ew ?? "";
  }
}
