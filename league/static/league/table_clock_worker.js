// Lets the clock of one match be loaded again without a network. Its page and the files of it are kept on the device, as
// any visitor gets them; they are used only where the network doesn't answer. It stands below the page of that clock, and is for no other.

const CACHE = `table-clock:${self.registration.scope}`;
const GONE = [403, 404, 410];
let keeping = Promise.resolve();

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  keeping = keeping.then(() => keep(event.data)); // one after the other: the last list holds
  event.waitUntil(keeping);
});
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

// Keeps what these addresses hold for a visitor, and nothing else: what is not for everyone is not kept. Without cookies
// the site would answer in the language of the browser, which need not be that of the page.
async function keep({ language, addresses }) {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (!addresses.includes(url)) await cache.delete(url);
  for (const address of addresses) {
    try {
      const response = await fetch(address, { credentials: "omit", headers: { "Accept-Language": language } });
      if (response.ok) await cache.put(address, response);
      else await cache.delete(address);
    } catch {
      // What was kept before is as good as it gets.
    }
  }
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (GONE.includes(response.status)) await cache.delete(request, { ignoreVary: true });
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
