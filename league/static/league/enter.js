// Typing a sheet. The page works without this; with it, it is kinder to fingers, ears and eyes.

// What has not changed is not swapped, so that a screen reader does not read it out again.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const words = (node) => node.textContent.replace(/\s+/g, " ").trim();
  if (words(target) === words(fragment)) event.detail.shouldSwap = false;
});

// Cells that something is said of are marked as wrong, the others no longer.
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) return;
  const wrong = new Set(
    [...document.querySelectorAll("[data-cells]")].flatMap((said) => said.dataset.cells.split(" ")),
  );
  for (const cell of document.querySelectorAll("[aria-describedby*='-said'][name*='-']")) {
    if (wrong.has(cell.id)) cell.setAttribute("aria-invalid", "true");
    else cell.removeAttribute("aria-invalid");
  }
});

// Logging in again in another tab gives the browser a new token: send that one.
document.addEventListener("submit", (event) => {
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  const field = event.target.elements.namedItem("csrfmiddlewaretoken");
  if (token && field) field.value = token[1];
});

// A cell's number is selected on the way in, so that typing replaces it.
let entered = null;
const isCell = (node) => node.matches?.(".sheet input");
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
  return [...cell.form.querySelectorAll("[data-total]")].filter(
    (other) => other.name.replace(/\d+$/, "") === shared,
  );
}

function offerTheRest(cells) {
  const open = cells.filter((cell) => cell.hasAttribute("data-offered") || !cell.value.trim());
  for (const cell of open) if (cell.hasAttribute("data-offered")) offer(cell, null);
  if (open.length !== 1 || theirs.has(open[0])) return;
  const [left] = open;
  const counts = cells.filter((cell) => cell !== left).map((cell) => cell.value.trim());
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
