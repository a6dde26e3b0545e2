// The service worker: keeps the site of one version, so that the page opens without a network. An open page goes on with the
// files of its version, since their names contain their hashes; the next load gets the new version.
/* global SITE, OWN */

/** The prefix of the names of caches. `OWN` is the name of the cache of this version. */
const CACHES = "dungeon-site-";

/** Stores all files of this version. Files that have not changed come from the cache of the version before. */
async function install() {
  const cache = await caches.open(OWN);
  const store = async (name) => {
    const isHashed = /-[A-Z0-9]{8}\./.test(name);
    const response = (isHashed && await caches.match(name)) || await fetch(name, { cache: isHashed ? "default" : "reload" });
    if (!response.ok) throw new Error(`the server answers ${response.status} for ${name}`);
    await cache.put(name, response);
  };
  await Promise.all(SITE.map(store));
  await self.skipWaiting();
}

/** Deletes other versions if no page is open that may need their files. */
async function clean() {
  if ((await self.clients.matchAll({ includeUncontrolled: true })).length > 0) return;
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== OWN);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns a stored file, or the answer of the server. */
async function answer(request, name) {
  const cache = await caches.open(OWN);
  return await cache.match(name) ?? await caches.match(name) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(self.registration.scope)) return;
  const name = url.pathname.slice(new URL(self.registration.scope).pathname.length) || "index.html";
  if (!SITE.includes(name) && !/-[A-Z0-9]{8}\./.test(name)) return;
  if (request.mode === "navigate") event.waitUntil(clean());
  event.respondWith(answer(request, name));
});
