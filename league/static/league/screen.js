// The screen in the hall: turns its pages, and looks whether anything has changed. Without scripts the pages are below
// each other, and loaded again now and then.

const TURN_EVERY = 10_000; // milliseconds
const ASK_EVERY = 4_000; // so that a change shows within five seconds
const STALE_AFTER = 20_000;

const DRAW_EVERY = 3_000; // a name of a draw that is shown

let page = 0;
let drawn = 0; // names of the draw that have been shown
let version; // the ETag of what is shown
let upToDate = Date.now();

function showPage() {
  const pages = document.querySelectorAll("main > section");
  page %= pages.length;
  pages.forEach((section, number) => (section.hidden = number !== page));
  document.querySelector("[data-page]").textContent = pages.length > 1 ? `${page + 1} / ${pages.length}` : "";
}

function findNames() {
  return [...document.querySelectorAll("main[data-draw] tbody tr")];
}

function turnPage() {
  if (drawn < findNames().length) return; // the page of the latest name stays
  page += 1;
  showPage();
}

// Of a draw, show the names up to the latest, on its page.
function showDraw() {
  const names = findNames();
  names.forEach((row, number) => row.classList.toggle("to-come", number >= drawn));
  const latest = names[Math.min(drawn, names.length) - 1]?.closest("section");
  if (latest) page = [...document.querySelectorAll("main > section")].indexOf(latest);
}

function drawName() {
  if (drawn >= findNames().length) return;
  drawn += 1;
  showDraw();
  showPage();
}

function replace(newer) {
  const isOther = newer.querySelector("main").dataset.what !== document.querySelector("main").dataset.what;
  for (const part of ["header", "main"]) document.querySelector(part).replaceWith(newer.querySelector(part));
  if (isOther) page = drawn = 0;
  if (drawn < findNames().length) showDraw();
  showPage();
}

async function ask() {
  try {
    const answer = await fetch(location.href, {
      // Without cookies it would be in the language of the browser.
      headers: { "Accept-Language": document.documentElement.lang, ...(version && { "If-None-Match": version }) },
      cache: "no-store",
      credentials: "omit", // the page of visitors is kept, with a version
      signal: AbortSignal.timeout(ASK_EVERY),
    });
    if (answer.status === 200) {
      replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
      version = answer.headers.get("ETag");
    } else if (answer.status !== 304) return;
    upToDate = Date.now();
  } catch {
    // No network: what is shown stays, and the next time asks again.
  }
}

function sayWhen() {
  const line = document.querySelector("[data-stale]");
  const time = new Date(upToDate).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  line.textContent = Date.now() - upToDate > STALE_AFTER ? line.dataset.stale.replace("{time}", time) : "";
}

// The hall's screen stays on, where the browser can do that; whoever comes back to the page has it on again.
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // The pages turn all the same.
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
showDraw();
showPage();
ask();
setInterval(turnPage, TURN_EVERY);
setInterval(drawName, DRAW_EVERY);
setInterval(ask, ASK_EVERY);
setInterval(sayWhen, 1_000);
