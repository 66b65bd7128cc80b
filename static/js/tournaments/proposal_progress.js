// How long a round is being paired: the page is asked again until the proposal is there.

const PAUSE_MS = 1500;

async function look() {
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("#proposal-progress .pairing-progress");
    if (!fresh && response.status < 500) {
      location.reload();
      return;
    }
    if (fresh) document.querySelector(".pairing-progress").replaceWith(fresh);
  } catch {
    // The server does not answer for a moment.
  }
  setTimeout(look, PAUSE_MS);
}

setTimeout(look, PAUSE_MS);
