// Typing a sheet without looking at the screen: numbers that are complete lead on, and arrows lead from cell to cell.

const TAB_BY_HABIT = 1000; // milliseconds after a number has led on

const SETTLED = 50; // milliseconds after an answer, when what it adds is there

// Whoever wants to press Tab after each number says so once, for this browser.
const KEPT = "moves-on";

function movesOn() {
  try {
    return localStorage.getItem(KEPT) !== "no";
  } catch {
    return true; // storage may be forbidden
  }
}

const isSwitch = (node) => node.matches?.("[data-moves-on]");
document.addEventListener("change", ({ target }) => {
  if (!isSwitch(target)) return;
  try {
    localStorage.setItem(KEPT, target.checked ? "yes" : "no");
  } catch {
    // It holds for this page then.
  }
});
document.addEventListener("htmx:load", ({ detail: { elt } }) => {
  const choice = elt.querySelector("[data-moves-on]");
  if (choice) choice.checked = movesOn();
});

const isNumberCell = (node) => node.matches?.(".typing .deal input:not([type])");

// All that Tab stops at between the first cell and Save; of what is chosen by signs one.
function listStops(form) {
  const isStop = (cell) =>
    cell.type !== "radio" || cell.checked || !form.querySelector(`[name="${cell.name}"]:checked`);
  const seen = new Set();
  return [...form.querySelectorAll(".deal :is(input, select)")].filter((cell) => {
    if (cell.disabled || !cell.checkVisibility() || !isStop(cell) || seen.has(cell.name)) return false;
    return seen.add(cell.name);
  });
}

function findStop(cell, by, isWanted = () => true) {
  const stops = listStops(cell.form);
  const from = stops.indexOf(cell);
  const others = by > 0 ? stops.slice(from + 1) : stops.slice(0, from).reverse();
  return others.find(isWanted);
}

// --- numbers that lead on

// No further digit could be meant. What is wrong does not lead on: it is looked at again.
function isComplete(cell) {
  const { least, most, total } = cell.dataset;
  const text = cell.value.trim();
  if (DASHES.includes(text)) return isOut(cell) && Number(least) >= 0;
  if (!/^-?\d{1,9}$/.test(text) || most === undefined) return false;
  const number = Number(text);
  const limit = Math.min(most, total ?? Infinity);
  if (number < least || number > limit || (total && addUp(together(cell)) > total)) return false;
  const bound = text.startsWith("-") ? least : String(limit);
  return text.length >= bound.length || Math.abs(number) * 10 > Math.abs(bound);
}

const addUp = (cells) => cells.reduce((sum, cell) => sum + (Number(cell.value) || 0), 0);

// Not what is filled in by itself, nor what is seldom written, such as the tricks of a game of Skat.
const isLedTo = (cell) =>
  !cell.hasAttribute("data-offered") && !cell.closest(".labelled:not(.needed)");

let moved = null; // where a number has led to and when, and where Tab would have led
let awaited = null; // where the next deal, which the server adds, is waited for; and since when

document.addEventListener("input", (event) => {
  const { target, inputType, data, timeStamp } = event;
  moved = awaited = null;
  const isTyped = inputType === "insertText" ? data?.length === 1 : inputType === "insertCompositionText";
  if (!isTyped || !isNumberCell(target) || !movesOn()) return;
  if (target.selectionStart !== target.value.length || !isComplete(target)) return;
  const next = findStop(target, 1, isLedTo);
  const tabTo = findStop(target, 1);
  if (next) {
    moved = { to: next, tabTo, at: timeStamp };
    next.focus();
  } else if (grows(target.form)) {
    awaited = { to: target, tabTo: tabTo ?? target, at: timeStamp };
    htmx.trigger(target.form, "change");
  }
});

const grows = (form) => Boolean(form.querySelector("[name='more'][value='deals']"));

document.addEventListener("htmx:load", ({ detail: { elt } }) => {
  if (!elt.matches(".deal") || !awaited || document.activeElement !== awaited.to) return;
  const { to: last, tabTo, at } = awaited;
  const to = listStops(last.form).find((cell) => elt.contains(cell));
  moved = { to, tabTo: tabTo === last ? to : tabTo, at };
  awaited = null;
  to?.focus();
});

// Who presses Tab after a number by habit comes to where it would have led.
document.addEventListener(
  "keydown",
  (event) => {
    const { key, shiftKey, target, timeStamp } = event;
    if (["Shift", "Control", "Alt", "Meta"].includes(key)) return;
    const before = awaited ?? moved;
    const isHabit = key === "Tab" && !shiftKey && before && timeStamp - before.at < TAB_BY_HABIT;
    const isStillAwaited = isHabit && awaited?.tabTo === target;
    moved = null;
    if (!isStillAwaited) awaited = null;
    if (key === "Tab" && !shiftKey && !isHabit && isLastOfAll(target)) {
      awaited = { to: target, tabTo: target, at: timeStamp, isByTab: true };
      htmx.trigger(target.form, "change");
      event.preventDefault();
    }
    if (!isHabit || target !== before.to) return;
    event.preventDefault();
    event.stopPropagation();
    fold(before.tabTo.closest(".deal"), false); // which was done without it
    before.tabTo.focus();
  },
  { capture: true },
);

// Where Tab is faster than the next deal it waits, too; if none comes it leads to Save.
const isLastOfAll = (cell) =>
  isNumberCell(cell) && grows(cell.form) && isDone(cell.closest(".deal")) && !findStop(cell, 1);

document.addEventListener("htmx:afterRequest", ({ target }) => {
  setTimeout(() => {
    const isAnswered = awaited?.isByTab && target === awaited.to.form && !target.matches(".htmx-request");
    if (isAnswered && document.activeElement === awaited.to) target.querySelector(".save").focus();
  }, SETTLED);
});

// --- one key for a choice

// The sign before a label, such as that of a suit, is no letter of it.
const readLabel = (option) => option.label.replace(/^[^\p{L}\p{N}]+/u, "").toLowerCase();

// The number of a seat, a dash for nobody, or the first letter; where several begin with it they take turns.
function findOptions(select, key) {
  const options = [...select.options].filter(({ value }) => value);
  if (DASHES.includes(key)) return options.filter(({ value }) => value === "-");
  if (/^[1-9]$/.test(key)) return options.filter(({ value }) => value === String(key - 1));
  return /^\p{L}$/u.test(key) ? options.filter((each) => readLabel(each).startsWith(key.toLowerCase())) : [];
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!target.matches(".typing .deal select")) return;
  const found = findOptions(target, key);
  if (!found.length) return;
  event.preventDefault();
  const chosen = found[(found.indexOf(target.selectedOptions[0]) + 1) % found.length];
  target.value = chosen.value;
  for (const type of ["input", "change"]) target.dispatchEvent(new Event(type, { bubbles: true }));
  // A name may be typed to its end, and Tab pressed after it; a seat's number is complete.
  const isOfName = /\p{L}/u.test(key) && [...target.options].every(({ value }) => /^(-|\d*)$/.test(value));
  if (found.length === 1 && !isOfName && movesOn()) findStop(target, 1, isLedTo)?.focus();
});

// --- keys that lead from cell to cell

function findAbove(cell, by) {
  const [, index, rest] = cell.name.match(/^deals-(\d+)-(.*)$/) ?? [];
  for (let deal = Number(index) + by; deal >= 0; deal += by) {
    const other = document.getElementById(`deals-${deal}-${rest}`);
    if (!other) return null;
    if (!other.disabled && other.checkVisibility()) return other;
  }
  return null;
}

function findByKey(key, cell) {
  const { selectionStart, selectionEnd, value } = cell;
  const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (key === "ArrowUp") return findAbove(cell, -1);
  if (key === "ArrowDown") return findAbove(cell, 1);
  if (key === "Backspace") return value ? null : findStop(cell, -1);
  if (key === forward) return selectionEnd === value.length ? findStop(cell, 1) : null;
  return key.startsWith("Arrow") && selectionStart === 0 ? findStop(cell, -1) : null;
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const found = isNumberCell(target) && findByKey(key, target);
  if (found) {
    event.preventDefault();
    found.focus();
  } else if (key === "Enter" && target.matches(".typing select")) {
    event.preventDefault();
    target.form.querySelector(".save")?.click(); // as from every other field
  }
});
