// The clock of a round counts down by the server's time, whatever time this device has. Without scripts it says until when.

const COMPARE_EVERY = 60_000; // milliseconds
const TICK = 250; // a clock that a page has got anew counts at once

let ahead; // milliseconds by which this device is ahead of the server, once it is known
let comparedAt = -Infinity;

async function compare() {
  comparedAt = performance.now();
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", credentials: "omit" });
    const server = Date.parse(answer.headers.get("Date"));
    if (server) ahead = Date.now() - server;
  } catch {
    // No network: it counts on as before.
  }
  ahead ??= 0;
}

function countDown() {
  const clocks = document.querySelectorAll("[data-ends]");
  if (clocks.length && performance.now() - comparedAt > COMPARE_EVERY) compare();
  if (ahead === undefined) return; // it says until when, as without scripts
  for (const clock of clocks) {
    const left = Math.ceil((Date.parse(clock.dataset.ends) + ahead - Date.now()) / 1000);
    clock.textContent = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : clock.dataset.over;
  }
}

countDown();
setInterval(countDown, TICK);
