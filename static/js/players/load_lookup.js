// A federation's list of any size: its file is sent in pieces, and loaded by the server while the
// page says how far it is. Without this script the form sends a small file whole.

const PIECE = 4 * 2 ** 20;
const PAUSE = 1000;
const form = document.getElementById("load-lookup");

function csrfToken() {
  // From the cookie, and not from the page: a login in between changes it.
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : form.elements.csrfmiddlewaretoken.value;
}

function shown() {
  form.querySelector(".import-progress")?.remove();
  const line = document.createElement("p");
  line.className = "import-progress d-flex flex-wrap align-items-center gap-3 my-3";
  line.setAttribute("role", "status");
  const label = document.createElement("span");
  label.textContent = form.dataset.sending;
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", form.dataset.loading);
  line.append(label, bar);
  form.querySelector(".actions").after(line);
  return { line, label, bar };
}

function end({ line, label, bar }, sentence) {
  bar.remove();
  line.classList.add("alert", "alert-danger");
  label.textContent = sentence;
  form.querySelector("button").disabled = false;
}

async function send(address, values) {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  const headers = { Accept: "application/json", "X-CSRFToken": csrfToken() };
  const response = await fetch(address, { method: "POST", headers, body });
  if (response.redirected) throw new Error("no login");
  return response.json();
}

// Until the list is there, or refused.
async function follow(address, place) {
  for (;;) {
    const answer = await (await fetch(address)).json();
    if (answer.said) return location.assign(answer.afterwards);
    if (answer.refused) return end(place, answer.refused);
    Object.assign(place.bar, { max: answer.total, value: answer.done });
    const count = answer.count.toLocaleString(document.documentElement.lang);
    place.label.textContent = `${count} ${form.dataset.players}. ${form.dataset.stays}`;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

async function load(file) {
  const place = shown();
  form.querySelector("button").disabled = true;
  try {
    const fields = form.elements;
    const values = { name: fields.name.value, federations: fields.federations.value };
    const begun = await send(form.dataset.begin, { ...values, size: file.size, file_name: file.name });
    if (begun.refused) return end(place, begun.refused);
    const address = `${form.action}files/${begun.upload}/`;
    place.bar.max = file.size;
    for (let at = 0, number = 0; at < file.size; at += PIECE, number += 1) {
      const part = file.slice(at, at + PIECE);
      const answer = await send(address, { number, part });
      if (answer.refused) return end(place, answer.refused);
      place.bar.value = Math.min(at + PIECE, file.size);
    }
    const asked = await send(address, { last: "1" });
    if (asked.refused) return end(place, asked.refused);
    place.bar.removeAttribute("value");
    await follow(`${address}now/`, place);
  } catch {
    end(place, form.dataset.lost);
  }
}

form.addEventListener("submit", (event) => {
  const [file] = form.elements.file.files;
  if (!file?.size) return;
  event.preventDefault();
  load(file);
});

// One that was begun before goes on, also when the page was left.
const other = document.querySelector("[data-loading-url]");
if (other) {
  const place = shown();
  other.remove();
  follow(other.dataset.loadingUrl, place).catch(() => end(place, form.dataset.lost));
}
