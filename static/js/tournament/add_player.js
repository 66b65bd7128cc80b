// Entering players one after the other: Enter sends the form, for a part of a name is enough.

const form = document.getElementById("add-player");
const name = form.querySelector("[data-register-name]");

// A name that was refused is typed over: the next one must not be added to it.
if (name.value && !form.querySelector("[autofocus]:not([data-register-name])")) {
  name.focus();
  name.select();
}

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-register-name]")) return;
  event.preventDefault();
  event.stopPropagation();
  form.requestSubmit();
});
