// The sheet of the next match comes in the place of the one that was saved; without this it is another page.

const unsent = () => document.getElementById("unsent");
let waiting = null; // the button whose form could not be sent

// Whoever has logged in again in another tab has a new token.
document.addEventListener("htmx:configRequest", ({ detail: { parameters } }) => {
  const token = document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/);
  if (token && parameters.csrfmiddlewaretoken) parameters.csrfmiddlewaretoken = token[1];
});

// What is being saved is not checked any more, and an answer about a sheet that has gone is not shown at the next one.
let isEnterDown = false;
document.addEventListener("keydown", ({ key }) => (isEnterDown = key === "Enter"));
document.addEventListener("keyup", () => (isEnterDown = false));
document.addEventListener("htmx:beforeRequest", (event) => {
  const { target } = event;
  if (target.matches(".typing") && (isEnterDown || target.querySelector(".save:disabled"))) event.preventDefault();
});
// Nobody looks at the list of a tab in the background; it is up to date as soon as somebody does.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target.matches(".night")) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  const night = document.querySelector(".night");
  if (night && !document.hidden) htmx.trigger(night, "look");
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.requestConfig.elt.isConnected) detail.shouldSwap = false;
});

// What can't be shown in place is asked for as a page: nothing is saved twice by that.
function askAsPage(element) {
  const { form, href } = element;
  if (href) location.assign(href);
  else if (form) form.requestSubmit(element);
  else element.submit();
}

const isInPlace = (element) => element.matches(".save, [hx-boost] *, form[hx-boost]");

function sayUnsent(button, why) {
  waiting = button;
  const said = unsent();
  for (const text of said.querySelectorAll("[data-why]")) text.hidden = text.dataset.why !== why;
  said.hidden = false;
  said.querySelector("button").focus();
}

document.addEventListener("log-in", ({ target }) => askAsPage(target));
document.addEventListener("htmx:responseError", ({ detail: { elt, xhr } }) => {
  if (!isInPlace(elt)) return;
  if (xhr.status === 503 && elt.matches(".save")) sayUnsent(elt, "busy");
  else askAsPage(elt);
});
document.addEventListener("htmx:sendError", ({ detail: { elt } }) => {
  if (elt.matches(".night a")) showAhead(elt);
  if (!elt.matches(".save")) return;
  const isKept = keepResult(elt.form);
  if (!isKept || !showNext()) sayUnsent(elt, "lost");
});

function sendAgain() {
  if (!waiting?.isConnected) return;
  const button = waiting;
  waiting = null;
  unsent().hidden = true;
  button.click();
}

addEventListener("online", () => sendKept().then(sendAgain)); // in their order
document.addEventListener("click", ({ target }) => {
  if (target.closest("#unsent button")) sendAgain();
});

// Tables that have come are no stop of the keyboard either where they fit.
document.addEventListener("htmx:load", watchTables);

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
