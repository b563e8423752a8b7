// What is typed is kept in this tab: the page may be loaded again, or thrown away by the browser to save memory. Once
// something is saved the revision is another one, and what was kept goes.
const placeOf = (form) => `typed ${new URL(form.action).pathname}${form.elements.short ? " short" : ""}`;

// Also what is out of sight, and would not be sent, because something else was chosen.
function typed(form) {
  const { csrfmiddlewaretoken, key, ...fields } = Object.fromEntries(new FormData(form));
  for (const { name, value, disabled, checked, type } of form.elements) {
    if (disabled && name && value && (checked || !["radio", "checkbox"].includes(type))) fields[name] = value;
  }
  return JSON.stringify(fields);
}

// What of it is written on the sheet: neither blank cells nor what the form says of itself.
function listWritten(fields) {
  const { draft, waved, ...rest } = fields;
  return JSON.stringify(Object.entries(rest).filter(([, value]) => value).sort());
}

// The server lays it out, with as many lines as it has. Nothing is saved by that.
function putBack(form, draft) {
  const { value: csrfmiddlewaretoken } = form.elements.csrfmiddlewaretoken;
  const values = { ...draft, csrfmiddlewaretoken, more: "" };
  const told = document.getElementById("draft");
  told.querySelector("button").addEventListener("click", () => {
    sessionStorage.removeItem(placeOf(form));
    location.reload();
  });
  const what = { values, target: form, select: ".typing", swap: "outerHTML" };
  htmx.ajax("POST", form.action, what).then(() => (told.hidden = false));
}

document.addEventListener("input", ({ target: { form } }) => {
  if (form?.matches(".typing")) sessionStorage.setItem(placeOf(form), typed(form));
});
document.addEventListener("click", ({ target }) => {
  const form = target.closest(".leave") && document.querySelector(".typing");
  if (form) sessionStorage.removeItem(placeOf(form));
});

// Of the page, and of each sheet that comes in the place of another.
document.addEventListener("htmx:load", ({ detail: { elt } }) => {
  const form = elt.querySelector(".typing[data-untouched]");
  const before = form && sessionStorage.getItem(placeOf(form));
  if (!before || before === typed(form)) return;
  const draft = JSON.parse(before);
  const isSaved = draft.base !== form.elements.base.value || listWritten(draft) === listWritten(JSON.parse(typed(form)));
  if (isSaved) sessionStorage.removeItem(placeOf(form));
  else putBack(form, draft); // also over an unfinished sheet that was saved meanwhile: saving shows both
});
