// Rows of tabs scroll sideways where they are wider than the window: the marked one stands in the
// middle.

for (const row of document.querySelectorAll(".tabs, .pills")) {
  const marked = row.querySelector("[aria-current]");
  if (marked) row.scrollLeft = marked.offsetLeft - (row.clientWidth - marked.offsetWidth) / 2;
}
