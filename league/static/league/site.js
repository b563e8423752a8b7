// What every page does where scripts run; without them there is a search page, the system's look, and loading again.

// Light or dark: before the page is drawn, so that it does not flash.

function applyLook(look) {
  const { dataset } = document.documentElement;
  if (look) dataset.theme = look;
  else delete dataset.theme;
}

function readLook() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // storage may be forbidden
  }
}

applyLook(readLook());

function offerLooks() {
  const group = document.querySelector("[data-looks]");
  if (!group) return;
  group.hidden = false;
  const mark = () => {
    for (const button of group.children) button.ariaPressed = button.value === (readLook() ?? "");
  };
  group.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    try {
      localStorage.setItem("theme", button.value);
    } catch {
      // It holds for this page then.
    }
    applyLook(button.value);
    mark();
  });
  mark();
}

const TYPING_PAUSE = 250; // milliseconds

function searchWhileTyping() {
  const form = document.querySelector("[data-search]");
  if (!form) return;
  const box = form.querySelector("input[type=search]");
  const list = form.querySelector("[data-found]");
  let timer, asked;
  const close = () => (list.hidden = true);

  async function ask() {
    asked?.abort();
    if (!box.value.trim()) return close();
    asked = new AbortController();
    try {
      const where = `${form.action}?${new URLSearchParams(new FormData(form))}`;
      const answer = await fetch(where, { headers: { "HX-Request": "true" }, signal: asked.signal });
      if (!answer.ok) return close();
      list.innerHTML = await answer.text();
      list.hidden = false;
    } catch {
      // Typed on meanwhile, or no network.
    }
  }

  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, TYPING_PAUSE);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      box.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || list.hidden) return;
    const stops = [box, ...list.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement) + step];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) close();
  });
}

function closeMenus() {
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && document.activeElement?.closest("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

// Tables that fit are no stop of the keyboard.

const sizes = new ResizeObserver((tables) => {
  for (const { target } of tables) {
    const region = target.closest(".wide");
    const scrolls = region.scrollWidth > region.clientWidth || region.scrollHeight > region.clientHeight;
    if (scrolls) region.tabIndex = 0;
    else region.removeAttribute("tabindex");
  }
});

function watchTables() {
  // The table, too: it shrinks within its region when the font arrives.
  for (const it of document.querySelectorAll(".wide[tabindex], .wide[tabindex] > *")) sizes.observe(it);
}

function keepFresh() {
  const main = document.querySelector("main");
  if (!main?.querySelector("[data-fresh]")) return;
  let version;

  const ask = (options) => fetch(location.href, { cache: "no-store", ...options });

  async function readMain(options) {
    const answer = await ask(options);
    return new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html").querySelector("main");
  }

  // As a visitor: that page is cached, with a version. Without one it is read.
  async function readVersion() {
    const answer = await ask({ method: "HEAD", credentials: "omit" });
    if (!answer.ok) return null;
    if (answer.redirected) return (await readMain())?.textContent; // a page of the staff
    return answer.headers.get("ETag") ?? (await readMain({ credentials: "omit" }))?.textContent;
  }

  async function replace() {
    const newer = await readMain();
    if (newer?.querySelector("[data-fresh]")) main.replaceChildren(...main.querySelectorAll(":scope > .message"), ...newer.childNodes);
    watchTables();
  }

  function sayWhen() {
    const time = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
    const line = main.querySelector("[data-fresh]");
    line.textContent = line.dataset.fresh.replace("{time}", time);
    line.hidden = false;
  }

  async function check() {
    // Nothing moves under whoever types or walks through the page by keyboard.
    const isBusy = document.activeElement !== main && main.contains(document.activeElement);
    if (document.hidden || isBusy) return;
    try {
      const found = await readVersion();
      if (!found) return;
      if (version && found !== version) await replace();
      version = found;
      sayWhen();
    } catch {
      // No network: the line says how old the page is.
    }
  }

  check();
  setInterval(check, (main.querySelector("[data-fresh]").dataset.every ?? 30) * 1000);
  document.addEventListener("visibilitychange", check);
}

function openRows() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".opens button");
    if (!button) return;
    const isOpen = button.ariaExpanded === "true";
    const row = button.closest("tr");
    button.ariaExpanded = !isOpen;
    if (isOpen) return row.nextElementSibling.remove();
    const heads = row.closest("table").rows[0].cells;
    let rest = "";
    for (const { cellIndex, innerHTML, offsetWidth } of row.cells) {
      if (!offsetWidth && innerHTML) rest += `<div><dt>${heads[cellIndex].innerHTML}<dd>${innerHTML}</div>`;
    }
    row.insertAdjacentHTML("afterend", `<tr class="rest"><td colspan=${heads.length}><dl>${rest}</dl>`);
  });
}

// A search box above a list: only the rows with the typed text are shown, without regard to case and accents.

function narrowLists() {
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  for (const box of document.querySelectorAll("[data-narrows]")) {
    const rows = document.querySelector(box.dataset.narrows).children;
    box.addEventListener("input", () => {
      for (const row of rows) row.hidden = !fold(row.querySelector("bdi")?.textContent ?? "").includes(fold(box.value));
    });
  }
}

document.addEventListener("DOMContentLoaded", () => {
  openRows();
  narrowLists();
  offerLooks();
  searchWhileTyping();
  closeMenus();
  watchTables();
  keepFresh();
});
