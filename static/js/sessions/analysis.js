// How far the double-dummy analysis has come: the page is asked again until all boards are done.

const PAUSE_MS = 2000;

async function look() {
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (response.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.querySelector("#hands-state dl");
      const shown = document.querySelector("#hands-state dl");
      if (!fresh || !shown) return;
      shown.replaceWith(fresh);
      if (!fresh.querySelector("progress")) {
        // With what was worked out, where the hands can be seen.
        if (document.querySelector(".all-hands")) location.reload();
        return;
      }
    }
  } catch {
    // The server does not answer for a moment.
  }
  setTimeout(look, PAUSE_MS);
}

setTimeout(look, PAUSE_MS);
