// The service worker opens the page while the server is unavailable. It caches all files of one
// page version, and no personal data.

const shelf = `page-${version}`;

async function install() {
  const kept = await caches.open(shelf);
  await kept.addAll(addresses.map((address) => new Request(address, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

/** Returns the response of the server, or the cached one when the server is unavailable. */
async function answer(request, address) {
  let given = Response.error();
  try {
    given = await fetch(request);
    if (given.status < 500) return given;
  } catch {
    // The server is unreachable.
  }
  return (await (await caches.open(shelf)).match(address)) ?? given;
}

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isOwn = event.request.method === "GET" && origin === self.location.origin;
  if (isOwn && addresses.includes(pathname)) event.respondWith(answer(event.request, pathname));
});
