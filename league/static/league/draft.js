// What is typed is kept in this tab: the page may be loaded again, or thrown away by the browser to save memory. Once
// something is saved the revision is another one, and what was kept goes.
const place = `typed ${location.pathname}`;
const typing = document.querySelector(".typing");

// Also what is out of sight, and would not be sent, because something else was chosen.
function typed(form) {
  const { csrfmiddlewaretoken, key, ...fields } = Object.fromEntries(new FormData(form));
  for (const { name, value, disabled, checked, type } of form.elements) {
    if (disabled && name && value && (checked || !["radio", "checkbox"].includes(type))) fields[name] = value;
  }
  return JSON.stringify(fields);
}

// The server lays it out, with as many lines as it has. Nothing is saved by that.
function putBack(draft) {
  const { value: csrfmiddlewaretoken } = typing.elements.csrfmiddlewaretoken;
  const values = { ...draft, csrfmiddlewaretoken, more: "" };
  const what = { values, target: typing, select: ".typing", swap: "outerHTML" };
  const told = document.getElementById("draft");
  told.querySelector("button").addEventListener("click", () => {
    sessionStorage.removeItem(place);
    location.reload();
  });
  htmx.ajax("POST", location.pathname, what).then(() => (told.hidden = false));
}

document.addEventListener("input", ({ target }) => {
  if (target.form?.matches(".typing")) sessionStorage.setItem(place, typed(target.form));
});
document.addEventListener("click", ({ target }) => {
  if (target.closest(".typing .leave")) sessionStorage.removeItem(place);
});

const before = sessionStorage.getItem(place);
if (before && typing?.matches("[data-untouched]") && before !== typed(typing)) {
  const draft = JSON.parse(before);
  if (draft.base === typing.elements.base.value) putBack(draft);
  else sessionStorage.removeItem(place);
}
