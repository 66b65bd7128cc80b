// What goes on beyond its box says so at that edge, until its end is in sight.

const BOXES = ".table-box, .tabs ul, .pills ul";

function look(box) {
  const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
  box.toggleAttribute("data-before", box.scrollLeft > 2 && !box.matches(".table-box"));
  box.toggleAttribute("data-more", rest > 2);
}

const sizes = new ResizeObserver((changes) => {
  for (const { target } of changes) look(target.closest(BOXES));
});

// Of a row of tabs the marked one stands in the middle.
function centre(box) {
  const marked = box.querySelector("li > [aria-current]");
  if (marked) box.scrollLeft = marked.offsetLeft - (box.clientWidth - marked.offsetWidth) / 2;
}

for (const box of document.querySelectorAll(BOXES)) {
  centre(box);
  document.fonts.ready.then(() => centre(box));
  box.addEventListener("scroll", () => look(box), { passive: true });
  for (const part of [box, ...box.children]) sizes.observe(part);
  look(box);
}
