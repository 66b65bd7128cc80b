// How far work beside the requests has come: the page is asked again until there is no progress bar.
// Then it is loaded again where data-done="reload" says so, and else what is shown is replaced.

const PAUSE_MS = 1500;

async function look() {
  const shown = document.querySelector("[data-progress]");
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (response.status < 500) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.querySelector("[data-progress]");
      const goesOn = fresh?.querySelector("progress");
      if (!goesOn && (!fresh || shown.dataset.done === "reload")) {
        location.reload();
        return;
      }
      shown.replaceWith(fresh);
      if (!goesOn) return;
    }
  } catch {
    // The server does not answer for a moment.
  }
  setTimeout(look, PAUSE_MS);
}

setTimeout(look, PAUSE_MS);
