// A card that was lost gets another code; the old one ends.

import { csrfToken } from "../devices/outbox.js";

const { kind, sure, do: address } = document.querySelector(".hall-cards").dataset;

document.addEventListener("click", async (event) => {
  const key = event.target.closest(".new-code");
  if (!key || !confirm(sure)) return;
  const response = await fetch(address, {
    method: "POST",
    headers: { "X-CSRFToken": csrfToken(), Accept: "application/json" },
    body: new URLSearchParams({ do: "new-code", kind, id: key.value }),
  });
  if (response.ok) location.reload();
  else document.getElementById("told").textContent = (await response.json()).message;
});
