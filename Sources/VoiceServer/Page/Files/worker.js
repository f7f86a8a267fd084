// Opens the page while the server is away. What it keeps are the files of one version of the page, all or none;
// what is anybody's is never kept, nor touched on its way.

const shelf = `page-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(shelf);
    await kept.addAll(addresses.map((address) => new Request(address, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
    await self.clients.claim();
  })());
});

/** The server's own where it answers, and what was kept of it where it does not. */
async function answer(request, address) {
  let given = Response.error();
  try {
    given = await fetch(request);
    if (given.status < 500) return given;
  } catch {
    // It is away.
  }
  return (await (await caches.open(shelf)).match(address)) ?? given;
}

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isOwn = event.request.method === "GET" && origin === self.location.origin;
  if (isOwn && addresses.includes(pathname)) event.respondWith(answer(event.request, pathname));
});
