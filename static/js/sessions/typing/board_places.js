// What is special to the traveller of a board: how far the boards are, and the way between them.

export class BoardPlaces {
  constructor(text) {
    this.text = text;
  }

  showProgress(board) {
    const part = board.sections[this.text.section] ?? board;
    if (String(board.number) === this.text.board) {
      const place = document.getElementById("board-progress");
      place.dataset.now = `${part.entered}/${part.expected}`;
      place.textContent = place.dataset.template
        .replace("%(entered)s", part.entered)
        .replace("%(expected)s", part.expected);
      for (const link of document.querySelectorAll(".section-jump [data-section]")) {
        const { entered, expected } = board.sections[link.dataset.section];
        link.querySelector("small").textContent = `${entered}/${expected}`;
      }
    }
    const step = document.querySelector(`.board-strip [data-board="${board.number}"]`);
    step.className = `strip-${part.state}`;
    step.querySelector(".strip-count").textContent = `${part.entered}/${part.expected}`;
    step.querySelector(".strip-state").textContent = step.closest("ol").dataset[part.state];
  }

  // The lines of this board after an undo or a fix; null where it was about another one.
  current(answer) {
    return String(answer.board.number) === this.text.board ? answer : null;
  }

  // How far the other board is now, and the way to it, behind what was said.
  showElsewhere(answer, doubts, said) {
    this.showProgress(answer.board);
    doubts.show(answer.doubts, { here: false });
    const link = document.querySelector(`.board-strip [data-board="${answer.board.number}"]`);
    const way = document.createElement("a");
    way.href = link.href;
    way.textContent = this.text.textGo;
    said.firstChild.append(" ", way);
  }

  mayShow() {
    return true;
  }

  doubtsOf(values) {
    return values;
  }

  // The next board with something missing, around the end; none when all is in.
  next() {
    const boards = [...document.querySelectorAll(".board-strip a")];
    const here = boards.findIndex((board) => board.hasAttribute("aria-current"));
    const others = [...boards.slice(here + 1), ...boards.slice(0, here)];
    return others.find((board) => !board.classList.contains("strip-complete"))?.href;
  }

  // The board that was asked for by its number.
  find(text) {
    const number = text.replace(/^0+/, "");
    const links = [...document.querySelectorAll(".board-strip a")];
    return links.find((link) => link.dataset.board === number);
  }
}
