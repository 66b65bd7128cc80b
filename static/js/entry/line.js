// One line of a traveller on the page: the field, the cells of its result, and who sat there.

import { EntryLine } from "./entry_line.js";

const CELLS = ["contract", "declarer", "tricks", "ns_score", "ew_score"];
const SEATS = ["ns", "ns_names", "ew", "ew_names", "scheduled"];

export class Line extends EntryLine {
  constructor(row, text) {
    super(row, text);
    this.clearButton = row.querySelector(".clear-line");
    this.swapButton = row.querySelector(".swap-seats");
  }

  // Who sits there, as it may be typed: `3*8`.
  get seats() {
    return this.row.dataset.seats;
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

  showSeats(values) {
    this.row.dataset.seats = values.seats;
    this.row.classList.toggle("unscheduled", values.scheduled !== "");
    for (const name of SEATS) {
      this.row.querySelector(`[data-seat="${name}"]`).textContent = values[name];
    }
  }
}
