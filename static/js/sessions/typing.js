// Typing travellers or slips: one after the other in the same document, so that no key that is
// pressed meanwhile is lost to a page that goes or comes.

import { focusLine } from "./typing/arrive.js";
import "./line_history.js";
import { prepareSheet } from "./typing/sheet.js";

const held = globalThis.clubscoreHeldKeys;
let shown = location.href.split("#")[0];
let leave = prepareSheet(open);

// Show the page of an address: a board or a slip here, whatever else as the browser does.
async function open(address, { isBack = false } = {}) {
  held.hold(address);
  const page = await load(address);
  if (!page) {
    location.assign(address);
    return;
  }
  leave();
  if (!isBack) history.pushState(null, "", address);
  shown = address.split("#")[0];
  show(page);
  leave = prepareSheet(open);
}

// The document of a board or a slip; nothing where the answer is another page, or none.
async function load(address) {
  try {
    const response = await fetch(address, { redirect: "error" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.getElementById("traveller") && page;
  } catch {
    return null;
  }
}

function show(page) {
  document.title = page.title;
  // Its script listens to the dialog that there is.
  page.getElementById("history-dialog").replaceWith(document.getElementById("history-dialog"));
  for (const each of page.querySelectorAll("noscript")) each.remove();
  document.getElementById("content").replaceChildren(...page.getElementById("content").childNodes);
  window.scrollTo(0, 0);
  focusLine();
}

// Back and forward; an address with another line of the same board leads to that line.
window.addEventListener("popstate", () => {
  if (location.href.split("#")[0] === shown) focusLine();
  else open(location.href, { isBack: true });
});
