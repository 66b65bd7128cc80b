// The row of tabs scrolls sideways where it is wider than the window: show the marked one.

for (const row of document.querySelectorAll(".tabs")) {
  const marked = row.querySelector(".active");
  if (marked) {
    const middle = marked.offsetLeft + marked.offsetWidth / 2;
    row.scrollLeft = middle - row.clientWidth / 2;
  }
}
