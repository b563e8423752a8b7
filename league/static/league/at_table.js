// The page of a table: looks every five seconds whether anything has changed for its reader.

const LOOK_EVERY = 5_000; // milliseconds

let version; // the ETag of what is shown

function sayWhen() {
  const line = document.querySelector("[data-up-to-date]");
  if (!line) return;
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  line.textContent = line.dataset.upToDate.replace("{time}", time);
  line.hidden = false;
}

async function look() {
  // Nothing moves under a number that is being typed.
  if (document.hidden || document.activeElement?.matches("input")) return;
  try {
    const answer = await fetch(location.href, {
      cache: "no-store",
      headers: version ? { "If-None-Match": version } : {},
    });
    if (answer.status === 200 && !answer.redirected) {
      const newer = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      const main = document.querySelector("main");
      // A message stays until something has changed: then it may be true no longer.
      const told = version ? [] : main.querySelectorAll(":scope > .message");
      main.replaceChildren(...told, ...newer.childNodes);
      version = answer.headers.get("ETag");
    } else if (answer.status !== 304) return;
    sayWhen();
  } catch {
    // No network: the line says how old the page is.
  }
}

look();
setInterval(look, LOOK_EVERY);
document.addEventListener("visibilitychange", look);
