// One line of a traveller on the page: the field, the cells of its result, and who sat there.

import { TypedLine } from "./typed_line.js";

const CELLS = ["played", "lead", "ns_score", "ew_score"];
const SEATS = ["ns", "ns_names", "ew", "ew_names", "scheduled"];

export class Line extends TypedLine {
  constructor(row, text) {
    super(row, text);
    this.clearButton = row.querySelector(".clear-line");
    this.swapButton = row.querySelector(".swap-seats");
  }

  // Who sits there, as it may be typed: `3*8`.
  get seats() {
    return this.row.dataset.seats;
  }

  get board() {
    return this.row.dataset.board;
  }

  // For a list of lines of this page: table, and who met there.
  get place() {
    const [table, ns, ew] = ["td", '[data-seat="ns"]', '[data-seat="ew"]'].map(
      (cell) => this.row.querySelector(cell).textContent,
    );
    const pairs = `${ns} – ${ew}`;
    if (!table) return pairs;
    return this.text.textPlace.replace("%(table)s", table).replace("%(pairs)s", pairs);
  }

  showCells(values) {
    this.clearButton.hidden = values.typed === "";
    for (const name of CELLS) {
      this.row.querySelector(`[data-cell="${name}"]`).innerHTML = values[name];
    }
  }

  showPoints(points) {
    for (const cell of this.row.querySelectorAll("[data-points]")) {
      cell.textContent = points?.[cell.dataset.points] ?? "";
    }
  }

  showSeats(values) {
    this.row.dataset.seats = values.seats;
    this.row.classList.toggle("unscheduled", values.scheduled !== "");
    for (const name of SEATS) {
      this.row.querySelector(`[data-seat="${name}"]`).textContent = values[name];
    }
  }
}
