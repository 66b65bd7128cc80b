// The list of players: a box in the heading chooses every player of the page, Shift a range.

const form = document.getElementById("chosen");
const boxes = form ? [...form.querySelectorAll('input[name="number"]')] : [];
const heading = form?.querySelector("thead .tick");
let last = null;

if (heading) {
  const all = document.createElement("input");
  all.type = "checkbox";
  all.className = "form-check-input";
  all.setAttribute("aria-label", heading.dataset.all);
  heading.append(all);
  const show = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  };
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
  });
  form.addEventListener("click", (event) => {
    const here = boxes.indexOf(event.target);
    if (here < 0) return;
    if (event.shiftKey && last !== null) {
      const [from, to] = [Math.min(here, last), Math.max(here, last)];
      for (const box of boxes.slice(from, to + 1)) box.checked = event.target.checked;
    }
    last = here;
    show();
  });
  show();
}
