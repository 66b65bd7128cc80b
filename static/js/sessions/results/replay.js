// The play of a board card by card. All it shows stands in the table of tricks below; the address
// has the place, #5.2 after the second card of trick 5, and #0 before the lead. No
// module, which browsers refuse to pages that are opened from a file.
"use strict";

{
  const SWIPE = 40;
  const template = document.getElementById("replay");
  const played = [...document.querySelectorAll("[data-card]")].sort(
    (first, second) => first.dataset.place - second.dataset.place,
  );
  template.replaceWith(template.content);
  const region = document.querySelector(".replay");
  const cards = new Map(
    [...region.querySelectorAll("[data-held]")].map((card) => [card.dataset.held, card]),
  );
  const middle = new Map(
    [...region.querySelectorAll("[data-seat]")].map((seat) => [seat.dataset.seat, seat]),
  );
  const said = region.querySelector("[data-said]");
  const where = region.querySelector("[data-where]");
  const buttons = region.querySelectorAll("[data-go]");
  const { start, position } = region.dataset;

  let place = 0;

  const trickOf = (count) => Math.ceil(count / 4);
  const cardOf = (count) => ((count - 1) % 4) + 1;
  const address = (count) => (count ? `#${trickOf(count)}.${cardOf(count)}` : "#0");

  function fill(text, values) {
    return text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
  }

  function show() {
    const last = played[place - 1];
    const shown = place ? played.slice((trickOf(place) - 1) * 4, place) : [];
    for (const [index, each] of played.entries()) {
      cards.get(each.dataset.card).classList.toggle("is-played", index < place);
      each.classList.toggle("is-here", index === place - 1);
    }
    for (const seat of middle.values()) {
      seat.replaceChildren();
      seat.classList.remove("is-last", "is-winner");
    }
    for (const each of shown) {
      const seat = middle.get(each.dataset.by);
      seat.append(...[...cards.get(each.dataset.card).childNodes].map((node) => node.cloneNode(true)));
      seat.classList.toggle("is-last", each === last);
      seat.classList.toggle("is-winner", shown.length === 4 && each.classList.contains("won"));
    }
    said.textContent = last ? `${last.dataset.say} ${last.dataset.score}` : start;
    where.textContent = last ? fill(position, { trick: trickOf(place), card: cardOf(place) }) : "";
    for (const button of buttons) {
      const isBack = button.dataset.go === "Home" || button.dataset.go === "ArrowLeft";
      // A button that has the focus stays one that can be pressed.
      button.setAttribute("aria-disabled", String(place === (isBack ? 0 : played.length)));
    }
  }

  function go(count) {
    const next = Math.min(Math.max(count, 0), played.length);
    if (next === place) return;
    place = next;
    history.replaceState(history.state, "", address(place));
    show();
  }

  const STEPS = {
    ArrowRight: (whole) => (whole ? (Math.floor(place / 4) + 1) * 4 : place + 1),
    ArrowLeft: (whole) => (whole ? (Math.ceil(place / 4) - 1) * 4 : place - 1),
    Home: () => 0,
    End: () => played.length,
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const step = STEPS[event.key];
    if (!step || event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (event.shiftKey && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    go(step(event.shiftKey));
  });

  for (const button of buttons) {
    button.addEventListener("click", () => go(STEPS[button.dataset.go](false)));
  }

  // A finger or the mouse: the right half is a card on, the left one back; so is a swipe.
  const stage = region.querySelector("[data-stage]");
  let from = null;

  stage.addEventListener("pointerdown", (event) => {
    from = event.isPrimary && event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
  });

  stage.addEventListener("pointerup", (event) => {
    if (!from || !event.isPrimary) return;
    const along = event.clientX - from.x;
    const across = event.clientY - from.y;
    from = null;
    const box = stage.getBoundingClientRect();
    if (Math.abs(along) >= SWIPE && Math.abs(along) > Math.abs(across)) {
      go(along < 0 ? place + 1 : place - 1);
    } else if (Math.hypot(along, across) < SWIPE / 4) {
      go(event.clientX > box.left + box.width / 2 ? place + 1 : place - 1);
    }
  });

  stage.addEventListener("pointercancel", () => {
    from = null;
  });

  // Whether an address is a place of this play, which is then shown.
  function arrive() {
    const match = /^#(\d{1,2})(?:\.([1-4]))?$/.exec(location.hash);
    if (!match || (match[2] === undefined) !== (match[1] === "0")) return false;
    place = match[2] ? Math.min((match[1] - 1) * 4 + Number(match[2]), played.length) : 0;
    show();
    return true;
  }

  window.addEventListener("hashchange", () => {
    if (arrive()) region.scrollIntoView({ block: "nearest" });
  });

  if (arrive()) {
    // The browser goes to the card in the table.
    window.addEventListener("load", () => region.scrollIntoView({ block: "nearest" }));
  } else {
    show();
  }
}
