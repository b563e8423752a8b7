// The sheets of the night are fetched ahead, so that the next one can be typed without a connection.

const MAX_AHEAD = 12; // sheets
const PAUSE = 1500; // milliseconds; who only passes by fetches none
const ahead = new Map(); // main parts of pages, with their titles, by path

const pathOf = (link) => new URL(link.href).pathname;
const listMissing = () => [...document.querySelectorAll("#night-list a[data-missing]:not([aria-current])")];

async function fetchAhead() {
  for (const link of listMissing().slice(0, MAX_AHEAD)) {
    if (!navigator.onLine) return;
    if (ahead.has(pathOf(link))) continue;
    try {
      const answer = await fetch(link.href, { headers: { "HX-Request": "true", "HX-Target": "content" } });
      if (answer.status !== 200) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      ahead.set(pathOf(link), { main: document.adoptNode(page.querySelector("main")), title: page.title });
    } catch {
      return;
    }
  }
}

let pause;
function planToFetch() {
  clearTimeout(pause);
  pause = setTimeout(fetchAhead, PAUSE);
}

// Returns whether it was there. The sheet that goes is kept with everything typed, for whoever comes back to it.
function showAhead(link) {
  const found = ahead.get(pathOf(link));
  if (!found) return false;
  const here = document.getElementById("content");
  const { defaultValue, value } = here.querySelector("#played_on") ?? {};
  ahead.set(location.pathname, { main: here, title: document.title });
  here.replaceWith(found.main);
  document.title = found.title;
  history.pushState({ htmx: true }, "", link.href);
  if (!found.isShown) {
    Object.assign(found, { isShown: true });
    htmx.process(found.main);
    htmx.trigger(found.main, "htmx:load", { elt: found.main });
    const day = found.main.querySelector("#played_on");
    if (day && value !== defaultValue) day.value = value; // the night was played on another day
  }
  foldNight();
  scrollTo(0, 0);
  found.main.querySelector("[autofocus]")?.focus();
  return true;
}

// Returns whether another sheet is there now: the next one without a result after this, else the first one.
function showNext() {
  const kept = new Set(listKept().map(({ path }) => path));
  const here = document.querySelector("#night-list [aria-current]");
  const open = listMissing().filter((link) => ahead.has(pathOf(link)) && !kept.has(pathOf(link)));
  const isLater = (link) => here?.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING;
  const next = open.find(isLater) ?? open[0];
  return Boolean(next) && showAhead(next);
}

document.addEventListener("htmx:load", planToFetch);
// What the server has answered about is no longer the sheet that was fetched.
document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt, xhr } }) => {
  if (!elt.matches(".save") || xhr.status >= 500) return;
  const path = new URL(elt.form.action).pathname;
  ahead.delete(path);
  for (const result of listKept()) if (result.path === path) forgetResult(result);
});
document.addEventListener("kept-sent", () => {
  const night = document.querySelector(".night");
  if (night) htmx.trigger(night, "look");
});
