// The row of tabs scrolls sideways where it is wider than the window: show the marked one whole, and
// begin with a whole word.

for (const row of document.querySelectorAll(".tabs")) {
  const marked = row.querySelector(".active");
  const end = marked ? marked.offsetLeft + marked.offsetWidth - row.clientWidth : 0;
  if (end > 0) {
    const first = [...row.querySelectorAll(".nav-link")].find((tab) => tab.offsetLeft >= end);
    const missing = first.offsetLeft + row.clientWidth - row.scrollWidth;
    // Near the end there must be room to scroll as far as a whole word.
    if (missing > 0) row.lastElementChild.style.paddingRight = `${missing}px`;
    row.scrollLeft = first.offsetLeft;
  }
}
