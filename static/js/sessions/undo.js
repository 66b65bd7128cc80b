// Undoing the director's last change: the key, and the question to the server.

import { csrfToken } from "./typing/outbox.js";

export function isUndoKey(event) {
  const isModified = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  return isModified && event.key.toLowerCase() === "z" && !event.isComposing;
}

// `shown` is the board that the page shows, and its section where it shows that alone. `on` has a
// function for each outcome: undone(answer), refused(message), loggedOut(message, loginUrl),
// offline().
export async function askToUndo(url, shown, on) {
  let response;
  let answer;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: new URLSearchParams(shown),
    });
    answer = await response.json();
  } catch {
    on.offline();
    return;
  }
  if (response.ok) on.undone(answer);
  else if (response.status === 401) on.loggedOut(answer.error, answer.login);
  else on.refused(answer.error);
}
