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
