// What is wrong with a page on a phone, as sentences: measured where a finger would meet it.
() => {
  const LEAST = 43.5;
  const WIDTH = document.documentElement.clientWidth;
  const found = [];
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join(".")} "${(element.textContent || element.value || element.getAttribute("aria-label") || "").trim().replace(/\s+/g, " ").slice(0, 30)}"`;

  if (document.documentElement.scrollWidth > WIDTH) {
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  }

  const visible = (element) => {
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility({ visibilityProperty: true }) || box.width < 2 || box.height < 2) return false;
    return getComputedStyle(element).pointerEvents !== "none" && !element.disabled;
  };
  // A table is cut where it is wider than a box that neither scrolls nor shows that it does.
  for (const table of document.querySelectorAll("table")) {
    if (!table.checkVisibility()) continue;
    const box = table.closest(".table-box") ?? table.parentElement;
    if (table.getBoundingClientRect().width <= box.clientWidth + 1) continue;
    if (getComputedStyle(box).overflowX !== "auto" || !box.hasAttribute("data-more")) {
      found.push(`${name(table)} is cut without a hint`);
    }
  }

  // A link among the words of a sentence is as high as its line (WCAG 2.5.8).
  const inSentence = (element) => {
    if (getComputedStyle(element).display !== "inline") return false;
    const around = element.closest("p, li, dd, dt, figcaption, caption, blockquote, label, h1, h2, h3");
    if (!around || around.contains(element.closest("nav")) ) return false;
    const rest = around.cloneNode(true);
    rest.querySelectorAll("a, button, summary").forEach((each) => each.remove());
    return /\p{L}{2}/u.test(rest.textContent);
  };

  const reach = (element, x, y) => {
    const hit = (atX, atY) => {
      const there = document.elementFromPoint(atX, atY);
      return there !== null && (element.contains(there) || [...(element.labels ?? [])].some((label) => label.contains(there)));
    };
    const walk = (stepX, stepY) => {
      let steps = 0;
      while (steps < 24 && hit(x + stepX * (steps + 1) * 2, y + stepY * (steps + 1) * 2)) steps += 1;
      return steps * 2;
    };
    if (!hit(x, y)) return null;
    return { width: walk(-1, 0) + walk(1, 0) + 2, height: walk(0, -1) + walk(0, 1) + 2 };
  };

  for (const element of document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")) {
    if (!visible(element) || inSentence(element)) continue;
    const target = /checkbox|radio/.test(element.type) ? (element.labels[0] ?? element) : element;
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const boxes = [...target.getClientRects()].filter((each) => each.width > 1);
    const box = boxes[0] ?? target.getBoundingClientRect();
    const size = reach(element, box.left + box.width / 2, box.top + box.height / 2);
    // Covered by something else that is fixed, or scrolled away: nobody can tap it there.
    if (size === null) continue;
    if (size.width < LEAST || size.height < LEAST) {
      found.push(`${name(element)} is ${size.width} × ${size.height}`);
    }
  }
  window.scrollTo(0, 0);
  return found;
};
