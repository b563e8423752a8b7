// Passkeys: the browser asks for one in a dialogue of its own, and the form sends what it answers.
for (const form of document.querySelectorAll("form[data-passkey]")) {
  const failed = form.querySelector(".failed");
  form.hidden = !window.PublicKeyCredential; // the style sheet hides it where there are no scripts
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    failed.hidden = true;
    try {
      const options = form.dataset.options ? JSON.parse(form.dataset.options) : await fetchOptions(form.action);
      const answer = await window.webauthnJSON[form.dataset.passkey](options);
      form.elements.namedItem("credential").value = JSON.stringify(answer);
      form.submit();
    } catch {
      failed.hidden = false; // given up by the person, or by the browser
    }
  });
}

async function fetchOptions(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(response.status);
  return (await response.json()).request_options;
}
