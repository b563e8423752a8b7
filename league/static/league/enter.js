// Typing a sheet. The page works without this; with it, it is kinder to fingers, ears and eyes.

// What has not changed is not swapped, so that a screen reader does not read it out again; and a line that came with
// another answer already is not added a second time.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const words = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const inside = fragment.querySelector("[id]");
  const option = fragment.querySelector(":scope > option");
  const there = option
    ? [...target.options].some((one) => one.value === option.value)
    : inside && document.getElementById(inside.id);
  if (there || words(target) === words(fragment)) event.detail.shouldSwap = false;
});

// Cells that something is said of are marked as wrong, the others no longer.
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) return;
  const wrong = new Set(
    [...document.querySelectorAll("[data-cells]")].flatMap((said) => said.dataset.cells.split(" ")),
  );
  for (const cell of document.querySelectorAll("[aria-describedby*='-said'][id*='-']")) {
    if (wrong.has(cell.id)) cell.setAttribute("aria-invalid", "true");
    else cell.removeAttribute("aria-invalid");
  }
  for (const deal of document.querySelectorAll(".deal:has([aria-invalid], .warns)")) fold(deal, false);
  for (const besides of document.querySelectorAll(".besides:has([aria-invalid], .warns)")) besides.open = true;
});

// Logging in again in another tab gives the browser a new token: send that one.
document.addEventListener("submit", (event) => {
  const token = document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/);
  const field = event.target.elements.namedItem("csrfmiddlewaretoken");
  if (token && field) field.value = token[1];
});

// A cell's number is selected on the way in, so that typing replaces it.
let entered = null;
const isCell = (node) => node.matches?.(":is(.sheet, .carded) input:not([type])");
document.addEventListener("focusin", ({ target }) => {
  entered = isCell(target) ? target : null;
  entered?.select();
});
document.addEventListener("click", ({ target }) => {
  if (target === entered) target.select(); // a click has put the caret somewhere; the next one may
  entered = null;
});

// Where the counts of all seats add up to a total, the rest is offered in the one cell that is left. What a person
// has typed, or typed over, is theirs.
const theirs = new WeakSet();

function offer(cell, rest) {
  const offered = rest !== null;
  cell.value = offered ? rest : "";
  cell.toggleAttribute("data-offered", offered);
  describe(cell, offered);
}

function describe(cell, offered) {
  const places = new Set(cell.getAttribute("aria-describedby").split(" "));
  if (offered) places.add("offered-help");
  else places.delete("offered-help");
  cell.setAttribute("aria-describedby", [...places].join(" "));
}

function take(cell) {
  theirs.add(cell);
  cell.removeAttribute("data-offered");
  describe(cell, false);
}

// The cells of all seats for the same count of the same deal.
function together(cell) {
  const shared = cell.name.replace(/\d+$/, "");
  return [...cell.form.querySelectorAll("[data-total]:enabled")].filter(
    (other) => other.name.replace(/\d+$/, "") === shared,
  );
}

function offerTheRest(cells) {
  // In a result that is there already nobody has typed any number yet: what is not typed over follows.
  const isKept = "untouched" in cells[0].form.dataset;
  const isOpen = (cell) => cell.hasAttribute("data-offered") || !cell.value.trim() || (isKept && !theirs.has(cell));
  const open = cells.filter(isOpen);
  for (const cell of open) if (cell.hasAttribute("data-offered")) offer(cell, null);
  if (open.length !== 1 || theirs.has(open[0])) return;
  const [left] = open;
  const counts = cells.filter((cell) => cell !== left).map((cell) => (isOut(cell) ? "0" : cell.value.trim()));
  if (!counts.every((count) => /^\d{1,9}$/.test(count))) return;
  const { total, least, most } = left.dataset;
  const rest = Number(total) - counts.reduce((sum, count) => sum + Number(count), 0);
  if (rest >= Number(least) && rest <= Number(most ?? total)) offer(left, rest);
}

document.addEventListener("input", ({ target }) => {
  if (!target.dataset.total) return;
  take(target);
  offerTheRest(together(target));
});

// A cell that may be null says so by a word. It is typed, or a dash for it; or the button beside the cell is pressed.
const DASHES = ["-", "\u2013", "\u2014", "\u2212", "x"];

function isOut(cell) {
  const word = cell.dataset.out?.toLowerCase();
  const typed = cell.value.trim().toLowerCase();
  return Boolean(word && typed) && [word, word[0], ...DASHES].includes(typed);
}

// As if it had been typed: the rest is offered, and the score follows.
function write(cell, text) {
  cell.value = text;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
}

function step(cell, by) {
  const { least, most } = cell.dataset;
  const counted = /^-?\d{1,9}$/.test(cell.value.trim());
  const from = Number(counted ? cell.value : least);
  write(cell, Math.min(Math.max(from + by, Number(least)), Number(most)));
}

// For fingers and mice; who has a keyboard types, and passes it by.
function button(cell, kind, sign, name, press) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: `plain ${kind}`, textContent: sign, tabIndex: -1 });
  made.setAttribute("aria-label", `${cell.labels[0].textContent.replace(/\s+/g, " ").trim()}: ${name}`);
  made.addEventListener("click", press);
  return made;
}

function makeSteps(cell) {
  const { less, more } = document.querySelector("#list-deals").dataset;
  cell.before(button(cell, "step", "\u2212", less, () => step(cell, -1)));
  cell.after(button(cell, "step", "+", more, () => step(cell, 1)));
}

function makeOut(cell) {
  const word = cell.dataset.out;
  const out = button(cell, "out", word, word, () => write(cell, isOut(cell) ? "" : word));
  const tell = () => out.setAttribute("aria-pressed", isOut(cell));
  cell.parentElement.append(out);
  if (Number(cell.dataset.least) >= 0) cell.inputMode = "numeric"; // no letters are needed any more
  cell.addEventListener("input", tell);
  cell.addEventListener("change", () => {
    if (isOut(cell)) cell.value = word;
  });
  tell();
}

// Some cells are asked for only where others of their deal say so: the server tells which, and what they have to say.
// What is not asked for is out of sight and is not sent; what was typed there is back when it is asked for again.
function says(name) {
  const ticked = (cell) => !cell.matches("[type='checkbox'], [type='radio']") || cell.checked;
  const cell = [...document.getElementsByName(name)].find((one) => one.matches(":enabled") && ticked(one));
  if (!cell) return "";
  if (isOut(cell)) return "-";
  const text = cell.value.trim();
  return /^[+-]?\d{1,9}$/.test(text) ? String(Number(text)) : text;
}

const isAsked = (place) =>
  JSON.parse(place.dataset.given).every(
    ({ names, values, has }) => names.some((name) => values.includes(says(name))) === has,
  );

function turn(place, on) {
  place.classList.toggle("off", !on);
  for (const cell of place.querySelectorAll("input, select, button")) cell.disabled = !on;
}

// One that goes away may take others with it.
function ask(deal) {
  const places = [...deal.querySelectorAll("[data-given]")];
  for (let round = 0; round < places.length; round++) {
    const changed = places.filter((place) => isAsked(place) === place.classList.contains("off"));
    if (!changed.length) return;
    for (const place of changed) turn(place, isAsked(place));
  }
}

document.addEventListener("input", ({ target }) => {
  const deal = target.closest(".carded .deal");
  if (deal) ask(deal);
});

// On a telephone a deal that is done folds to one line, and opens again on demand. What is done when the page comes, the
// server has folded.
const FOLDING = ":is(.many, .carded) .deal";
const CELLS = "input:not([type]), select, [type='radio']:checked";
const needed = (deal) => [
  ...deal.querySelectorAll(`:is(tr:first-child, .needed) :is(${CELLS}):enabled`),
];
const isDone = (deal) =>
  !deal.querySelector("[aria-invalid], .warns") &&
  needed(deal).length > 0 &&
  needed(deal).every((cell) => cell.value.trim());

// It shows what is written in it, to be compared with the paper: of the deal, and of each seat together.
function written(cell) {
  if (cell.matches("select")) return cell.selectedOptions[0].text;
  if (cell.matches("[type='checkbox']")) return cell.labels[0].querySelector(".what").textContent;
  return (cell.matches("[type='radio']") ? cell.parentElement.textContent : cell.value).trim();
}

function summary(deal) {
  const cells = `:is(${CELLS}, [type='checkbox']:checked):enabled`;
  const found = deal.querySelectorAll(`:scope > tr:first-child ${cells}, :scope > .fields ${cells}`);
  const groups = new Map();
  for (const cell of found) {
    if (!cell.value.trim()) continue;
    const key = cell.closest(".of-seat, .of-one") ? cell.name.match(/\d+$/)[0] : cell;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return [...groups.values()];
}

function fold(deal, folded) {
  if (deal.hasAttribute("data-folded") === folded) return;
  deal.toggleAttribute("data-folded", folded);
  const opener = openerOf(deal);
  const found = folded ? summary(deal) : [];
  const name = deal.querySelector(".long").textContent;
  opener.ariaExpanded = !folded;
  opener.ariaLabel = folded ? `${name}: ${found.flat().map(written).join(" ")}` : name;
  opener.replaceChildren(
    ...found.map((cells) => {
      const shown = document.createElement("span");
      shown.textContent = cells.map((cell) => (isOut(cell) ? "\u2013" : written(cell))).join("/");
      return shown;
    }),
  );
}

function openerOf(deal) {
  const there = deal.querySelector(".fold");
  if (there) return there;
  const opener = document.createElement("button");
  Object.assign(opener, { type: "button", className: "plain fold", ariaExpanded: true });
  opener.ariaLabel = deal.querySelector(".long").textContent;
  deal.querySelector("th, .title").append(opener);
  return opener;
}

document.addEventListener("click", ({ target }) => {
  const deal = target.closest(".fold")?.closest(FOLDING);
  if (deal) fold(deal, !deal.hasAttribute("data-folded"));
});

// All but the one that is typed in. Nothing jumps: the page is scrolled by what has gone away above.
function foldOthers({ target }) {
  const deal = target.closest(FOLDING);
  if (!deal || target.matches(".fold")) return;
  const top = () => target.getBoundingClientRect().top;
  const before = top();
  for (const other of document.querySelectorAll(FOLDING)) {
    if (other !== deal && isDone(other)) fold(other, true);
  }
  if (top() !== before) scrollBy({ top: top() - before, behavior: "instant" });
}

// Folds between the deals are passed by on the way to the next number; they are a step back from there.
document.addEventListener("keydown", (event) => {
  const { key, shiftKey, target } = event;
  const deal = key === "Tab" && !shiftKey && target.matches("input, select") && target.closest(".deal");
  const besides = deal && deal.querySelector(".besides:not([open])");
  if (!besides || besides.contains(target)) return;
  const stops = [...target.form.querySelectorAll("input, select, summary, button:not(.fold)")].filter(
    (stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility() && stop.type !== "hidden",
  );
  const next = stops.indexOf(target) + 1;
  if (stops[next] !== besides.firstElementChild || !stops[next + 1]) return;
  event.preventDefault();
  stops[next + 1].focus();
});

let pressing = false; // what is pressed stays under the finger until it is let go
document.addEventListener("pointerdown", () => (pressing = true));
document.addEventListener("pointercancel", () => (pressing = false));
document.addEventListener("focusin", (event) => {
  if (pressing) return;
  foldOthers(event); // which may end the browser's own scrolling to what has the focus
  event.target.scrollIntoView({ block: "nearest", behavior: "instant" });
});
document.addEventListener("click", (event) => {
  pressing = false;
  foldOthers(event);
});

// A link to a cell opens its deal.
document.addEventListener("click", ({ target }) => {
  const place = target.closest("a[href^='#']")?.hash.slice(1);
  const deal = place && document.getElementById(place)?.closest(".deal");
  if (deal) fold(deal, false);
});

// What few look at gets its buttons when it is opened.
const equipped = new WeakSet();

function equip(cells) {
  for (const cell of cells) {
    if (equipped.has(cell) || cell.closest("details:not([open])")) continue;
    equipped.add(cell);
    if (cell.hasAttribute("data-steps")) makeSteps(cell);
    if (cell.hasAttribute("data-out")) makeOut(cell);
  }
}

const EQUIPPED = "[data-steps], [data-out]";
const onToggle = ({ target }) => equip(target.querySelectorAll(EQUIPPED));
document.addEventListener("toggle", onToggle, { capture: true });

// What was typed before the script was there.
const isTouched = (cell) =>
  cell.matches("select")
    ? !cell.selectedOptions[0]?.defaultSelected
    : cell.matches("[type='checkbox'], [type='radio']")
      ? cell.checked !== cell.defaultChecked && (cell.checked || cell.type === "checkbox")
      : cell.value !== cell.defaultValue;

// Also of what is added later.
document.addEventListener("htmx:load", ({ detail: { elt } }) => {
  const all = (what) => [...(elt.matches(what) ? [elt] : []), ...elt.querySelectorAll(what)];
  equip(all(EQUIPPED));
  for (const place of all(".off[data-given]")) turn(place, false);
  for (const deal of all(FOLDING)) openerOf(deal);
  for (const cell of all(".deal :is(input, select)")) {
    if (isTouched(cell)) cell.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// The list of the night is folded where it stands above the sheet; the style sheet hides it until then.
const foldedNights = new WeakSet();

function foldNight() {
  const night = document.querySelector(".night");
  if (!night || foldedNights.has(night)) return;
  foldedNights.add(night);
  if (night.offsetTop + night.offsetHeight <= document.querySelector(".typing")?.offsetTop) night.open = false;
  delete night.dataset.fresh;
}

document.addEventListener("DOMContentLoaded", foldNight);
document.addEventListener("htmx:afterSwap", foldNight);
