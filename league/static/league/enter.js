// Typing a sheet. The page works without this; with it, it is kinder to ears and eyes.

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
  for (const cell of document.querySelectorAll("[aria-describedby$='-said'][name*='-']")) {
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
