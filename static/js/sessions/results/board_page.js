// One board as a page: the arrow keys lead to the boards before and after it.

const WAYS = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, .table-box")) return;
  document.querySelector(`.board-arrows [rel="${way}"]`)?.click();
});
