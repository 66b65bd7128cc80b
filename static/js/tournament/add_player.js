// Entering players one after the other: Enter sends the form, for a part of a name is enough.

const form = document.getElementById("add-player");

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-register-name]")) return;
  event.preventDefault();
  event.stopPropagation();
  form.requestSubmit();
});
