// Drags players from group to group: with the mouse anywhere on a name, with a finger by its handle, so that the page still
// scrolls. The selects of the table are what is sent; they stay the way of the keyboard, and the only one without scripts.
const board = document.querySelector("[data-groups]");
const selects = [...document.querySelectorAll(".placing td select")];
const EDGE = 60; // px from the top and the bottom, where the page scrolls along
const boxes = new Map(); // by the value of a group
let drag = null;

function place(chip) {
  const seed = (each) => Number(each.select.closest("tr").querySelector("td:last-child input").value) || Infinity;
  const list = boxes.get(chip.select.value).querySelector("ul");
  list.insertBefore(chip, [...list.children].find((other) => other !== chip && seed(other) > seed(chip)) ?? null);
}

function build() {
  for (const { value, text } of selects[0].options) {
    const box = board.appendChild(document.createElement("section"));
    box.className = "drag-box";
    box.value = value;
    box.append(Object.assign(document.createElement("h3"), { textContent: text }), document.createElement("ul"));
    boxes.set(value, box);
  }
  for (const select of selects) {
    const chip = document.createElement("li");
    chip.className = "drag-chip";
    chip.select = select;
    const grip = Object.assign(document.createElement("span"), { className: "grip", textContent: "⠿" });
    const name = document.createElement("bdi");
    name.textContent = select.closest("tr").querySelector("bdi").textContent;
    chip.append(grip, name);
    place(chip);
    select.addEventListener("change", () => place(chip));
  }
  board.parentElement.hidden = false;
}

const findBox = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(".drag-box");

function end() {
  drag.chip.classList.remove("dragged");
  drag.chip.style.transform = "";
  drag.over?.classList.remove("over");
  drag = null;
}

if (board && selects.length) {
  build();
  board.addEventListener("pointerdown", (event) => {
    const chip = event.target.closest(".drag-chip");
    if (!chip || drag || event.button || (event.pointerType !== "mouse" && !event.target.closest(".grip"))) return;
    event.preventDefault();
    chip.setPointerCapture(event.pointerId);
    chip.classList.add("dragged");
    drag = { chip, x: event.pageX, y: event.pageY, over: null };
  });
  board.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const { clientY } = event;
    scrollBy(0, clientY < EDGE ? -12 : clientY > innerHeight - EDGE ? 12 : 0);
    drag.chip.style.transform = `translate(${event.pageX - drag.x}px, ${event.pageY - drag.y}px)`;
    drag.over?.classList.remove("over");
    drag.over = findBox(event);
    drag.over?.classList.add("over");
  });
  board.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { chip } = drag, box = findBox(event);
    end();
    if (box && box.value !== chip.select.value) {
      chip.select.value = box.value;
      chip.select.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  board.addEventListener("pointercancel", () => drag && end());
}
