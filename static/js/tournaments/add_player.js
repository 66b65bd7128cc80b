// Entering players one after the other: Enter sends the form, for a part of a name is enough; of
// somebody new it asks for the rating first.

import "../names.js";

const form = document.getElementById("add-player");
const name = form.querySelector("[data-register-name]");

// A name that was refused is typed over: the next one must not be added to it.
if (name.value && !form.querySelector("[autofocus]:not([data-register-name])")) {
  name.focus();
  name.select();
}

// Without a name, a rating is nobody's.
const rating = form.querySelector(".rating-field input");
if (rating && !name.value) rating.value = "";

// A sign behind the name has decided what it is: Tab goes on to the rating, not to the boxes, where
// digits would be lost.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Tab" || event.shiftKey || !event.target.matches("[data-register-name]")) return;
  if (!rating || !form.querySelector(".name-new input:checked")) return;
  event.preventDefault();
  rating.focus();
  rating.select();
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-register-name]")) return;
  event.preventDefault();
  event.stopPropagation();
  // Of somebody new nobody knows a rating yet.
  if (rating && !rating.value && form.querySelector(".name-new input:checked")) rating.focus();
  else form.requestSubmit();
});
