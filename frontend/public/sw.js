/**
 * The service worker: the app's code opens without a connection, and files shared to the app wait for the
 * import. Responses of the API never pass through it, so no figures are stored here.
 */
const SHELL = 'sprout-shell';
const SHARED = 'sprout-shared-files';
/** More files than two versions of the app have. */
const MAX_FILES = 400;
const IMPORT_PAGE = '/data-sync?import=shared';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && pathname === '/share') event.respondWith(keepSharedFiles(request));
  else if (request.method !== 'GET') return;
  else if (pathname.startsWith('/assets/')) event.respondWith(cachedFirst(request));
  else if (request.mode === 'navigate' && !/^\/(api|docs|openapi)/.test(pathname))
    event.respondWith(page(request));
});

/** The page of the server, which names the newest code; without a connection the last one. */
async function page(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put('/', response.clone());
    return response;
  } catch (failure) {
    const last = await cache.match('/');
    if (last) return last;
    throw failure;
  }
}

/** The names of assets change with their content, so a stored one is never outdated. */
async function cachedFirst(request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    const names = await cache.keys();
    await Promise.all(
      names.slice(0, Math.max(0, names.length - MAX_FILES)).map((name) => cache.delete(name)),
    );
  }
  return response;
}

/** Shared files wait here until the import takes them, at once. */
async function keepSharedFiles(request) {
  const files = (await request.formData()).getAll('files');
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  await Promise.all(
    files
      .filter((file) => file instanceof File)
      .map((file) => cache.put(`/shared/${encodeURIComponent(file.name)}`, new Response(file))),
  );
  return Response.redirect(IMPORT_PAGE, 303);
}
