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
