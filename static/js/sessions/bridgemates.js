// The results of Bridgemates are asked for every few seconds, as long as the page is open.

const PAUSE = 5000;
const form = document.getElementById("take-results");
const said = document.getElementById("taken");
const notices = document.getElementById("taken-notices");
let timer = null;

function note(text) {
  const line = document.createElement("li");
  line.textContent = text;
  notices.prepend(line);
}

async function take() {
  let answer = null;
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
    if (response.ok && !response.redirected) answer = await response.json();
  } catch {
    // Said below.
  }
  const time = new Date().toLocaleTimeString();
  const asked = form.dataset.at.replace("{time}", time);
  said.textContent = answer?.failed ?? (answer ? asked : form.dataset.offline);
  if (answer?.text) note(`${time} ${answer.text}`);
  for (const text of answer?.notices ?? []) note(text);
  if (timer !== null) timer = setTimeout(take, PAUSE);
}

if (form) {
  const button = form.querySelector("button");
  const off = button.textContent;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (timer !== null) {
      clearTimeout(timer);
      timer = null;
      button.textContent = off;
      return;
    }
    timer = 0;
    button.textContent = form.dataset.on;
    take();
  });
}
