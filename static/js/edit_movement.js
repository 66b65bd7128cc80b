// A movement while it is changed: what there is to know of it follows the typing.

const PAUSE_MS = 400;
const form = document.getElementById("edit-form");
const report = document.getElementById("edit-report");
let timer;
let latest = 0;

async function ask() {
  latest += 1;
  const mine = latest;
  const fields = new FormData(form);
  fields.set("action", "live");
  const response = await fetch(window.location.pathname, { method: "POST", body: fields });
  if (!response.ok || response.redirected || mine !== latest) return;
  report.innerHTML = await response.text();
}

form.addEventListener("input", (event) => {
  if (!event.target.closest(".edit-grid")) return;
  event.target.classList.remove("is-invalid");
  event.target.removeAttribute("aria-invalid");
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE_MS);
});
