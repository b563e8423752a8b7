// A new club is most likely where its founder is; what was chosen already stays.
const zone = document.getElementById("id_timezone");
const folded = document.querySelector("[data-zone]");
if (zone) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone.value && [...zone.options].some((option) => option.value === own)) zone.value = own;
  if (folded && zone.value && !folded.querySelector(".said")) {
    const city = zone.selectedOptions[0].textContent;
    folded.querySelector("summary").textContent = folded.dataset.zone.replace("{city}", city);
    folded.open = false;
  }
}

// What the address will most likely be: the server knows which are taken.
const preview = document.querySelector("[data-address]");
const sources = ["id_slug", "id_name"].map((id) => document.getElementById(id));
const shorten = (text) =>
  text.normalize("NFKD").replace(/[^\w\s-]/g, "").toLowerCase().replace(/[\s_-]+/g, "-").slice(0, 80).replace(/^-|-$/g, "");
if (preview) {
  const show = () => {
    const word = sources.map((field) => shorten(field.value)).find(Boolean);
    preview.textContent = word ? preview.dataset.address + word : "";
  };
  for (const field of sources) field.addEventListener("input", show);
  show();
}
