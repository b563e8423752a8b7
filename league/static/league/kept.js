// Results that could not be sent: kept in this browser, and sent in their order as soon as there is a connection.

const STORED = "kept";
const RETRY = 5_000; // milliseconds

const keptPlace = () => document.getElementById("kept");

function readKept() {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? [];
  } catch {
    return []; // storage may be forbidden
  }
}

// Returns whether they are kept.
function writeKept(results, show = showKept) {
  try {
    localStorage.setItem(STORED, JSON.stringify(results));
  } catch {
    return false;
  }
  show();
  return true;
}

const isSame = (one, other) => one.user === other.user && one.path === other.path;
// Another user of this browser neither sees nor sends them.
const listKept = () => readKept().filter(({ user }) => user === keptPlace().dataset.user);

function keepResult(form) {
  const { pathname, search } = new URL(form.action);
  const names = document.querySelector("main .meta").textContent.replace(/\s+/g, " ").trim();
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  const result = { user: keptPlace().dataset.user, path: pathname, search, names, fields };
  return writeKept([...readKept().filter((other) => !isSame(other, result)), result]);
}

const change = (result, changes, show) =>
  writeKept(
    readKept().map((other) => (isSame(other, result) ? { ...other, ...changes } : other)),
    show,
  );

function forgetResult(result) {
  writeKept(readKept().filter((other) => !isSame(other, result)));
  sessionStorage.removeItem(`typed ${result.path}`); // the draft of the sheet
}

const findToken = () => document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/)?.[1] ?? "";

// The form of a result, to be sent as a page: its answer shows everything typed, and what is wrong.
function buildForm({ path, search, fields }) {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: path + search });
  for (const [name, value] of [...fields, ["csrfmiddlewaretoken", findToken()]]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  return form;
}

function showResult(result) {
  const item = document.createElement("li");
  item.append(result.names);
  if (result.refused) {
    const button = Object.assign(document.createElement("button"), {
      className: "plain",
      textContent: keptPlace().dataset.look,
    });
    const form = buildForm(result);
    form.append(button);
    form.addEventListener("submit", () => change(result, { opened: true }, () => {}));
    item.append(" ", form);
  }
  return item;
}

function showKept() {
  const place = keptPlace();
  const all = listKept();
  for (const part of place.querySelectorAll("[data-refused]")) {
    const results = all.filter(({ refused }) => String(Boolean(refused)) === part.dataset.refused);
    part.hidden = !results.length;
    part.querySelector("ol").replaceChildren(...results.map(showResult));
  }
  const saved = place.querySelector("[data-saved]");
  place.hidden = !all.length && saved.hidden;
}

function tellSaved({ names }) {
  const saved = keptPlace().querySelector("[data-saved]");
  saved.hidden = false;
  saved.querySelector("ol").append(Object.assign(document.createElement("li"), { textContent: names }));
}

// Returns whether the next one may be sent. One whose answer was lost is saved once: its key is the same.
async function sendResult(result) {
  const { path, search, fields } = result;
  let answer;
  try {
    answer = await fetch(path + search, {
      method: "POST",
      redirect: "manual",
      headers: { "HX-Request": "true", "HX-Target": "content" },
      body: new URLSearchParams([...fields, ["csrfmiddlewaretoken", findToken()]]),
    });
  } catch {
    return false;
  }
  const isLoggedOut = answer.status === 204;
  keptPlace().querySelector("[data-log-in]").hidden = !isLoggedOut;
  if (isLoggedOut || [403, 429].includes(answer.status) || answer.status >= 500) return false;
  if (answer.type === "opaqueredirect") {
    forgetResult(result);
    tellSaved(result);
    showKept();
  } else {
    change(result, { refused: true });
  }
  return true;
}

// What is on the page, and waits there or is being sent, is sent by its own button.
const isOnPage = ({ path }) => {
  const form = document.querySelector(":is(#unsent:not([hidden]), .save:disabled)")?.closest(".typing");
  return form && new URL(form.action).pathname === path;
};

async function sendAll() {
  if (!navigator.onLine) return;
  const results = listKept().filter((result) => !result.refused && !isOnPage(result));
  let sent = 0;
  while (sent < results.length && (await sendResult(results[sent]))) sent++;
  if (sent) document.dispatchEvent(new Event("kept-sent"));
}

let sending = null;
function sendKept() {
  sending ??= sendAll().finally(() => (sending = null));
  return sending;
}

// What was sent as a page is forgotten once its answer is there: the sheet with all of it, or the match it is saved in.
function forgetOpened() {
  const form = document.querySelector(".typing:not([data-untouched])");
  for (const result of listKept().filter(({ opened }) => opened)) {
    const isShown = form && new URL(form.action).pathname === result.path;
    const isSaved = `${location.pathname}enter/` === result.path && document.querySelector(".message.success");
    if (isShown || isSaved) forgetResult(result);
    else change(result, { opened: false });
  }
}

addEventListener("storage", ({ key }) => key === STORED && showKept()); // another tab has kept or sent some
addEventListener("online", sendKept);
setInterval(sendKept, RETRY);
forgetOpened();
showKept();
sendKept();
