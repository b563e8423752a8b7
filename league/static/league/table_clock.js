// The clock between two players. It runs on this device alone, by its own time: what was spent while the screen was locked
// counts, and a page that is loaded again goes on from what is kept here. It never changes a result.

const clock = document.querySelector("[data-clock]");
const { minutes, deals, switch: agreement } = clock.dataset;
const LIMIT = Number(minutes) * 60_000; // milliseconds
const KEY = `table-clock:${clock.dataset.clock}`;
const TICK = 200;
const MAX_PAST = 30; // taps that can be taken back
const sides = [...clock.querySelectorAll("[data-seat]")];
const find = (name) => clock.querySelector(`[${name}]`);
const button = (name) => clock.querySelector(`[data-do="${name}"]`);
const words = { pause: button("pause").textContent, resume: button("pause").dataset.resume };

// `used` are the milliseconds of each player, by deal; `running` is whose turn it is, since `since`; null while it stands
// still. `turn` is whose turn it is in a pause.
const begin = () => ({ deal: 0, used: [[0, 0]], running: null, turn: null, since: 0, unlimited: false, past: [] });
let state = read() ?? begin();
let told = new Set(); // who is said to be over the limit, by deal and seat

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // Without storage the clock runs as long as its page is open.
  }
}

const sum = (used) => used.flat().reduce((total, spent) => total + spent, 0);

// Counts what has been spent until now.
function settle() {
  const now = Date.now();
  if (state.running !== null) state.used[state.deal][state.running] += Math.max(0, now - state.since);
  state.since = now;
}

// Changes the clock by `alter`, so that it can be taken back.
function change(alter) {
  settle();
  const { past, ...before } = structuredClone(state);
  state.past = [...past, before].slice(-MAX_PAST);
  alter();
  keep();
  show();
}

function tap(seat) {
  if (state.running === 1 - seat) return; // not this player's turn
  change(() => {
    state.running = 1 - seat;
    state.turn = 1 - seat;
  });
  stayAwake();
}

// What was spent since a mistaken tap is of the player whose turn it was.
function undo() {
  if (!state.past.length) return;
  settle();
  const spent = sum(state.used);
  const paused = state.running === null && state.turn !== null;
  const past = state.past;
  const before = past.pop();
  if (before.turn !== null) before.used[before.deal][before.turn] += Math.max(0, spent - sum(before.used));
  state = { ...before, past, running: paused ? null : before.running, since: Date.now() };
  keep();
  show();
}

function pause() {
  settle();
  state.running = state.running === null ? state.turn : null;
  keep();
  show();
  stayAwake();
}

function next() {
  change(() => {
    state.deal += 1;
    state.used[state.deal] ??= [0, 0];
    state.running = null;
    state.turn = null;
  });
}

function write(spent) {
  const left = state.unlimited ? spent : LIMIT - spent;
  const seconds = Math.abs(state.unlimited ? Math.floor(left / 1000) : Math.ceil(left / 1000));
  const sign = left <= -1000 ? "\u2212" : "";
  return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const writeSpent = (spent) =>
  `${Math.floor(spent / 60_000)}:${String(Math.floor(spent / 1000) % 60).padStart(2, "0")}`;

// What each player has spent in each deal.
function showPast() {
  const rows = state.used.map((_, deal) => {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = deal + 1;
    const cells = [0, 1].map((seat) => {
      const cell = document.createElement("td");
      cell.textContent = writeSpent(getSpent(deal, seat));
      cell.classList.toggle("over", isOver(getSpent(deal, seat)));
      return cell;
    });
    row.append(head, ...cells);
    return row;
  });
  find("data-past").replaceChildren(...rows);
}

const isOver = (spent) => !state.unlimited && spent > LIMIT;

function getSpent(deal, seat) {
  const running = deal === state.deal && state.running === seat ? Math.max(0, Date.now() - state.since) : 0;
  return state.used[deal][seat] + running;
}

function showTimes() {
  if (clock.querySelector("details").open) showPast();
  for (const side of sides) {
    const seat = Number(side.dataset.seat);
    const spent = getSpent(state.deal, seat);
    side.querySelector("[data-time]").textContent = write(spent);
    side.classList.toggle("over", isOver(spent));
    const name = `${state.deal}-${seat}`;
    if (isOver(spent) && !told.has(name)) {
      told.add(name);
      find("data-announced").textContent =
        `${side.querySelector("bdi").textContent}: ${side.querySelector("[data-over]").textContent}`;
      navigator.vibrate?.(300);
      showResultLink();
    }
  }
}

function showResultLink() {
  const over = state.used.flatMap((_, deal) =>
    [0, 1].filter((seat) => isOver(getSpent(deal, seat))).map((seat) => `${seat}-${deal}`),
  );
  const asked = state.unlimited && agreement ? `?${agreement}=1` : over.length ? `?over=${over.join("+")}` : "";
  for (const link of clock.querySelectorAll("[data-enter]")) link.href = link.href.split("?")[0] + asked;
}

function show() {
  const isLast = deals && state.deal + 1 >= Number(deals);
  for (const side of sides) {
    const seat = Number(side.dataset.seat);
    side.disabled = false;
    side.setAttribute("aria-disabled", state.running === 1 - seat);
    side.setAttribute("aria-pressed", state.running === seat);
    side.classList.toggle("running", state.running === seat);
  }
  find("data-deal").textContent = state.deal + 1;
  find("data-hint").hidden = state.past.length > 0;
  find("data-unlimited").hidden = !state.unlimited;
  button("pause").textContent = state.running === null && state.turn !== null ? words.resume : words.pause;
  button("pause").disabled = state.turn === null;
  button("undo").disabled = !state.past.length;
  button("next").hidden = Boolean(isLast);
  button("next").disabled = !sum([state.used[state.deal]]) && state.running === null;
  button("unlimited").setAttribute("aria-pressed", state.unlimited);
  find("data-last").hidden = !isLast;
  showTimes();
  showResultLink();
}

// The screen stays on while the clock runs, where the browser can do that.
let lock = null;

async function stayAwake() {
  if (state.running === null || document.visibilityState !== "visible" || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
    });
  } catch {
    lock = null; // the clock is right all the same
  }
}

clock.querySelector("details").addEventListener("toggle", showTimes);
for (const side of sides) side.addEventListener("click", () => tap(Number(side.dataset.seat)));
button("pause").addEventListener("click", pause);
button("undo").addEventListener("click", undo);
button("next").addEventListener("click", next);
button("unlimited").addEventListener("click", () =>
  change(() => {
    state.unlimited = !state.unlimited;
  }),
);
button("reset").addEventListener("click", ({ target }) => {
  if (!confirm(target.dataset.sure)) return;
  state = begin();
  told = new Set();
  keep();
  show();
});
document.addEventListener("visibilitychange", () => {
  show();
  stayAwake();
});

// The page can be loaded again without a network, where the browser can do that.
async function keepPage() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("worker.js");
    const { active } = await navigator.serviceWorker.ready;
    const files = [...document.querySelectorAll("link[href], script[src]")].map(({ href, src }) => href || src);
    active.postMessage({
      language: document.documentElement.lang,
      addresses: [location.origin + location.pathname, ...files],
    });
  } catch {
    // The clock runs all the same as long as its page is open.
  }
}

show();
setInterval(showTimes, TICK);
stayAwake();
addEventListener("load", keepPage);
