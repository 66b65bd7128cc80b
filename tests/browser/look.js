// What is wrong with how a page looks at the width that it has: read by test_look.py.
() => {
  const faults = new Set();
  const root = document.documentElement;
  const isWide = innerWidth >= 1024;
  const seen = (element) => element && element.getClientRects().length > 0;
  const fault = (text, element) => {
    faults.add(`${text}: ${(element?.textContent ?? "").trim().slice(0, 50)}`);
  };

  if (root.scrollWidth > root.clientWidth) fault(`${root.scrollWidth - root.clientWidth} px sideways`);

  const bar = document.querySelector(".navbar");
  if (isWide && bar?.offsetHeight > 53) fault(`bar of ${bar.offsetHeight} px`, bar);
  const header = document.querySelector(".event-header");
  if (isWide && header?.offsetHeight > 114) fault(`header of ${header.offsetHeight} px`, header);
  for (const row of document.querySelectorAll(".tabs ul, .pills ul")) {
    if (isWide && row.scrollWidth > row.clientWidth) fault("tabs out of sight", row);
  }

  for (const element of document.querySelectorAll("body *")) {
    const style = getComputedStyle(element);
    const isMeant = style.overflowX !== "hidden" || style.textOverflow === "ellipsis";
    if (isMeant || style.clipPath !== "none" || style.clip !== "auto" || !seen(element)) continue;
    if (element.scrollWidth > element.clientWidth + 1) fault("cut", element);
  }

  // A word of a name stands on one line.
  const named = "h1, .contestant-link, .row-link, .names, tbody th a";
  for (const name of document.querySelectorAll(named)) {
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/[\p{L}’']{2,20}/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
        if (tops.size > 1) fault(`“${word[0]}” is split`, name);
      }
    }
  }

  const mains = [...document.querySelectorAll("main .btn-primary")].filter(
    (button) => seen(button) && getComputedStyle(button).backgroundColor !== "rgba(0, 0, 0, 0)",
  );
  if (document.querySelector(".home") && mains.length > 1) fault("two main buttons", mains[1]);

  for (const element of document.querySelectorAll("main p, main td, main h1, main a, main label")) {
    const font = getComputedStyle(element).fontFamily;
    if (!/^"?(Source Sans 3|SFMono|DejaVu Sans)/.test(font)) fault(`font ${font}`, element);
  }

  for (const link of document.querySelectorAll(".navbar a, .tabs a, .pills a")) {
    if (!seen(link)) continue;
    link.focus({ focusVisible: true });
    if (getComputedStyle(link).outlineStyle === "none") fault("focus unseen", link);
  }
  document.activeElement?.blur();
  return [...faults];
};
