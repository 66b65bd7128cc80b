// What waits to be sent, where nothing goes on by itself: how many lines, which, and a button.

export function showWaiting(outbox) {
  const place = document.getElementById("waiting");
  if (!place) return;
  place.hidden = !outbox.isStuck;
  if (place.hidden) return;
  const items = outbox.waiting();
  const count = place.querySelector("summary");
  const template = items.length === 1 ? count.dataset.one : count.dataset.several;
  count.textContent = template.replace("%(count)s", items.length);
  place.querySelector("ol").replaceChildren(
    ...items.map((item) => {
      const line = document.createElement("li");
      const typed = document.createElement("kbd");
      typed.textContent = item.typed || place.dataset.cleared;
      line.append(`${item.label}: `, typed);
      return line;
    }),
  );
}

export function prepareWaiting(outbox) {
  const button = document.querySelector("#waiting button");
  button?.addEventListener("click", () => outbox.send());
}
