// A file that is dropped anywhere on the page is opened, as if it had been chosen on the page
// "Open a file".

const place = document.querySelector("[data-drop-address]");
let depth = 0;

function hasFiles(event) {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

function show(isOver) {
  place.hidden = !isOver;
}

// The header's form to log out has the token that every form of the site needs.
function csrfToken() {
  return document.querySelector("input[name='csrfmiddlewaretoken']")?.value ?? "";
}

function hiddenField(name, value) {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  return field;
}

function open(files) {
  const form = document.createElement("form");
  Object.assign(form, {
    method: "post",
    action: place.dataset.dropAddress,
    enctype: "multipart/form-data",
    hidden: true,
  });
  const chosen = document.createElement("input");
  Object.assign(chosen, { type: "file", name: "file", multiple: true, files });
  form.append(
    hiddenField("csrfmiddlewaretoken", csrfToken()),
    hiddenField("profile", "lenient"),
    chosen,
  );
  document.body.append(form);
  form.submit();
}

if (place) {
  document.addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    show(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!hasFiles(event)) return;
    depth = Math.max(0, depth - 1);
    show(depth > 0);
  });
  document.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    // A field for files takes what is dropped on it by itself.
    depth = 0;
    show(false);
    if (event.target.closest?.("input[type='file']")) return;
    event.preventDefault();
    if (event.dataTransfer.files.length) open(event.dataTransfer.files);
  });
}
