// A table that goes on beyond its box says so, until its end is in sight.

function look(box) {
  const more = box.scrollLeft + box.clientWidth < box.scrollWidth - 2;
  box.toggleAttribute("data-more", more);
}

const sizes = new ResizeObserver((changes) => {
  for (const { target } of changes) look(target.closest(".table-box"));
});

function watch(box) {
  box.addEventListener("scroll", () => look(box), { passive: true });
  sizes.observe(box);
  for (const table of box.querySelectorAll("table")) sizes.observe(table);
  look(box);
}

for (const box of document.querySelectorAll(".table-box")) watch(box);
