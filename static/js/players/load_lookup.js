// How far the loading of a federation's list has come. Without this script the form does the same,
// and the page comes when the list is complete.

const STEPS = "application/x-ndjson";
const form = document.getElementById("load-lookup");

function csrfToken() {
  // From the cookie, and not from the page: a login in between changes it.
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : form.elements.csrfmiddlewaretoken.value;
}

async function* linesOf(response) {
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
}

function begin() {
  form.querySelector(".import-progress")?.remove();
  const line = document.createElement("p");
  line.className = "import-progress d-flex flex-wrap align-items-center gap-3 my-3";
  line.setAttribute("role", "status");
  const label = document.createElement("span");
  label.textContent = form.dataset.loading;
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", form.dataset.loading);
  line.append(label, bar);
  form.querySelector(".actions").after(line);
  return { line, label, bar };
}

function end({ line, label, bar }, kind, sentence) {
  bar.remove();
  line.classList.add("alert", kind);
  label.textContent = sentence;
  form.querySelector("button").disabled = false;
}

async function load() {
  const body = new FormData(form);
  const place = begin();
  form.querySelector("button").disabled = true;
  let last = {};
  try {
    const headers = { Accept: `${STEPS}, application/json`, "X-CSRFToken": csrfToken() };
    const response = await fetch(form.action, { method: "POST", headers, body });
    // The page that the server gives without this script: with what is missing, or the login.
    if (response.headers.get("Content-Type") !== STEPS) return form.submit();
    for await (const text of linesOf(response)) {
      last = JSON.parse(text);
      if (!last.total) continue;
      Object.assign(place.bar, { max: last.total, value: last.done });
      const count = last.count.toLocaleString(document.documentElement.lang);
      place.label.textContent = `${count} ${form.dataset.players}`;
    }
  } catch {
    last = {};
  }
  if (last.said) location.assign(last.afterwards);
  else end(place, "alert-danger", last.refused ?? form.dataset.lost);
}

form.addEventListener("submit", (event) => {
  if (!form.elements.file.files.length) return;
  event.preventDefault();
  load();
});
