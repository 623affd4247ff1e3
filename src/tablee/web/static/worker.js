// The service worker: without a connection it shows one page that says so; it shows notices. The server writes KEPT
// above: the name of the cache, the page, the files that it needs. No other page is ever kept.

const OURS = 'tablee ';

// ---- Without a connection ----------------------------------------------------------------------

self.addEventListener('install', event => event.waitUntil(keep()));
self.addEventListener('activate', event => event.waitUntil(tidy()));

async function keep() {
  const cache = await caches.open(KEPT.name);
  await cache.addAll([KEPT.page, ...KEPT.files]);
  await self.skipWaiting();
}

async function tidy() {
  const old = (await caches.keys()).filter(name => name.startsWith(OURS) && name !== KEPT.name);
  await Promise.all(old.map(name => caches.delete(name)));
}

const kept = async address => (await caches.open(KEPT.name)).match(address);

self.addEventListener('fetch', event => {
  const {request} = event, {origin, pathname, search} = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (KEPT.files.includes(pathname + search)) event.respondWith(file(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return await kept(KEPT.page) ?? Response.error();
  }
}

const file = async request => await kept(request.url) ?? fetch(request);

// ---- Notices -----------------------------------------------------------------------------------

self.addEventListener('push', event => {
  const {title, body, url} = event.data.json();
  event.waitUntil(self.registration.showNotification(title, {body, icon: KEPT.icon, tag: url, renotify: true, data: url}));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** The window in which that table is open, else a new one. */
async function open(url) {
  const windows = await clients.matchAll({type: 'window', includeUncontrolled: true});
  const there = windows.find(each => new URL(each.url).pathname === url);
  return there ? there.focus() : clients.openWindow(url);
}
