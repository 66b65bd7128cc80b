// Two keys on every page, wherever nothing is being typed: / searches, ? is the help with the page.

const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select"));

const isShown = (element) => element !== null && element.getClientRects().length > 0;

const search = () => {
  const field = [...document.querySelectorAll("[data-search]")].find(isShown);
  if (field) {
    field.focus();
    field.select();
  } else {
    document.querySelector("[data-search-page]")?.click();
  }
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "/") search();
  else if (event.key === "?") document.querySelector("[data-help]")?.click();
  else return;
  event.preventDefault();
});
