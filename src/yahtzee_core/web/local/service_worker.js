// Keeps the site for offline use. NAME has a hash of all files, so that a new release has another cache.

const NAME = "{name}";
const FILES = {files};
const cacheName = `${self.registration.scope} ${NAME}`;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(cacheName);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${self.registration.scope} `));
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await self.clients.claim();
})()));

self.addEventListener("message", ({ data }) => { if (data === "now") self.skipWaiting(); });

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(cacheName);
    return await cache.match(event.request, { ignoreSearch: true }) || fetch(event.request);
  })());
});
