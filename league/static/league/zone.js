// A new club is most likely where its founder is; what was chosen already stays.
const zone = document.getElementById("id_timezone");
if (zone && !zone.value) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === own)) zone.value = own;
}
