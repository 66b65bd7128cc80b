// How far an import of many files has come: the page is asked again until all are done.

const PAUSE_MS = 2000;

async function look() {
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (response.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("batch");
      if (!fresh) return;
      document.getElementById("batch").replaceWith(fresh);
      if (!fresh.querySelector("progress")) return;
    }
  } catch {
    // The server does not answer for a moment.
  }
  setTimeout(look, PAUSE_MS);
}

setTimeout(look, PAUSE_MS);
