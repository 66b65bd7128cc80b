// Who sat at a table, where the slip says otherwise: one key or button swaps North–South and
// East–West, and `3*8` in the field names both.

const STAR = "*";

export class Seating {
  constructor(page) {
    this.page = page;
    page.keys[STAR] = (line) => {
      if (!line.isUntouched) return false;
      // Enter may follow it as it follows `3*8`: the line is still to be typed then.
      page.awaited = line;
      return this.swap(line);
    };
    for (const line of page.lines) {
      line.swapButton.addEventListener("click", () => {
        line.focus();
        this.swap(line);
      });
    }
  }

  swap(line) {
    this.#send(line, line.seats.split(STAR).reverse().join(STAR));
  }

  // Whether what was typed in the line says who sat there; then it is sent, and the field is free
  // again for the result.
  take(line) {
    const { typed } = line;
    if (!typed.split("!")[0].includes(STAR)) return false;
    line.restore();
    // Behind the result that is saved, it is meant as the key.
    if (typed === STAR || typed === line.saved + STAR) this.swap(line);
    else this.#send(line, typed);
    return true;
  }

  // Everybody's seats by an answer of the server; the lines where others sit now. What else became
  // of a line is taken as seen only where nothing is to be seen.
  show(seats) {
    const { byId, outbox } = this.page;
    const moved = [];
    for (const values of seats) {
      const line = byId.get(String(values.id));
      if (!line) continue;
      if (line.seats !== values.seats) moved.push(line);
      line.showSeats(values);
      if (!values.is_empty || line.saved !== "") continue;
      line.version = String(values.version);
      outbox.renew(line.id, line.version);
    }
    return moved;
  }

  #send(line, seats) {
    const { page } = this;
    page.outbox.put(`${line.id}${STAR}`, { ...page.item(line, seats), kind: "seats" });
  }
}
