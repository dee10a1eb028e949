/**
 * The service worker: the app's code opens without a connection, the last figures stay readable, and files
 * shared to the app wait for the import.
 */
const SHELL = 'sprout-shell';
const SHARED = 'sprout-shared-files';
/** More files than four versions of the app have. */
const MAX_FILES = 1000;
/** The page whose code is stored completely. */
const COMPLETE = '/complete';
/** The names of code and of the typeface in code and in the page. */
const CODE_NAMES = /(?:assets|\.)\/([\w-]+\.(?:js|css|woff2))\b/g;
/** How long the page gets to load its own code first. */
const LOAD_DELAY_MS = 3_000;
const IMPORT_PAGE = '/data-sync?import=shared';

/** As in `src/auth/storedAnswers.ts`, which deletes what begins like this. */
const ANSWERS = 'sprout-answers/';
/** As in `src/api/storedAnswerTime.ts`. */
const RECEIVED_AT = 'sprout-received-at';
const BYTES = 'sprout-bytes';
const MAX_ANSWERS = 200;
const MAX_ANSWER_BYTES = 2 * 2 ** 20;
const MAX_TOTAL_BYTES = 20 * 2 ** 20;
/** What was stored is no longer the caller's, or no longer there. 401 is answered with a fresh token. */
const REFUSALS = new Set([403, 404, 410]);
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Of a proxy whose server is down or starting. */
const OUTAGES = new Set([502, 503, 504]);
/** The server's own error that concerns every answer; all others say more than old figures would. */
const OWN_OUTAGE = 'database_unavailable';
/** After this long without a response, the server is asked whether it is there at all. */
const PATIENCE_MS = 5_000;
const PROBE_MS = 3_000;
const PROBE = '/health/live';

/** Figures and lists, and what pages need to show them. Everything else is never stored. */
const STORED_PATHS = new RegExp(
  `^/api/(${[
    'account',
    'analytics/[^/]+',
    'call-list',
    'customer-segmentation',
    'customers',
    'data-sync/status',
    '(customers|items|locations|orders|suppliers)/[^/]+',
    'market/overview',
    'metrics/(catalogue|members)',
    'notifications',
    'purchasing/(corrections|drafts|locations|plan|plan/what-if|position|position/week)',
    'purchasing/(recommendations|settings|summary)',
    'purchasing/drafts/[^/]+(/affected-customers)?',
    'supply-prices/outliers',
    'views',
  ].join('|')})$`,
);
const ACCOUNT = '/api/account';
/** Questions that change nothing, sent as a body because they are long. */
const STORED_QUESTIONS = /^\/api\/metrics\/(explain-change|query|rows)$/;

/** Grows when a session ends: what was asked before is not stored anymore. */
let endedSessions = 0;
/** The name of the store of the latest request. */
let currentStore;
/** Changes of stores run one after the other, so that limits count everything. */
let lastChange = Promise.resolve();
let codeLoading;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// As in `src/auth/session.ts`. The page deletes the stores too; this one knows what is still being stored.
new BroadcastChannel('sprout-session').addEventListener('message', ({ data }) => {
  if (data === 'signed-in') return;
  endedSessions += 1;
  void enqueue(() => deleteStores());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  const store = findStore(request, pathname);
  if (store !== undefined) event.respondWith(answer(event, store));
  else if (request.method === 'POST' && pathname === '/share') event.respondWith(keepSharedFiles(request));
  else if (request.method !== 'GET') return;
  else if (pathname.startsWith('/assets/')) event.respondWith(cachedFirst(request));
  else if (request.mode === 'navigate' && !/^\/(api|docs|openapi)/.test(pathname))
    event.respondWith(page(request));
});

/** The page of the server, which names the newest code; without the server the last one. */
async function page(request) {
  const cache = await caches.open(SHELL);
  const response = fetch(request).then(async (fresh) => {
    // Files can be opened like pages.
    if (fresh.ok && findType(fresh).includes('text/html')) await cache.put('/', fresh.clone()).catch(noReply);
    return fresh;
  });
  return settle(response, () => cache.match('/'));
}

/**
 * The response of the server; without a connection, or if only a proxy responds, the stored one, if there is
 * one. A slow server is waited for as long as it says that it is there.
 */
async function settle(response, findStored) {
  let isSettled = false;
  const own = response.then(async (fresh) => ((await isOutage(fresh)) ? undefined : fresh));
  const outcome = await Promise.race([
    own.catch(noReply).finally(() => (isSettled = true)),
    waitForSilence(() => isSettled),
  ]);
  return outcome ?? (await findStored()) ?? response;
}

/** Whether a response says only that the server can't answer. Errors of the server name a code. */
async function isOutage(response) {
  if (!OUTAGES.has(response.status)) return false;
  const body = findType(response).includes('json') ? await response.clone().json().catch(noReply) : undefined;
  return body?.success !== false || typeof body.code !== 'string' || body.code === OWN_OUTAGE;
}

/** Resolves when the server has not even said within some seconds that it is there; else never. */
async function waitForSilence(isSettled) {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const isThere =
    isSettled() ||
    (await fetch(PROBE, { signal: AbortSignal.timeout(PROBE_MS) }).then(
      ({ status }) => !OUTAGES.has(status),
      () => false,
    ));
  if (isThere) await new Promise(noReply);
}

const noReply = () => undefined;

/**
 * The name of the store of a request whose answers are stored: of its person, organization and session, so
 * that no other can read them. Undefined for all other requests.
 */
function findStore(request, pathname) {
  const paths = request.method === 'GET' ? STORED_PATHS : STORED_QUESTIONS;
  if (!['GET', 'POST'].includes(request.method) || !paths.test(pathname)) return undefined;
  // Files of the same addresses are not stored.
  const accept = request.headers.get('accept') ?? '*/*';
  if (!accept.includes('*/*') && !accept.includes('application/json')) return undefined;
  try {
    const claims = request.headers.get('authorization').split('.')[1];
    const { sub, org, sid } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return sub && org && sid ? `${ANSWERS}${sub}/${org}/${sid}` : undefined;
  } catch {
    // API keys and links name nobody.
    return undefined;
  }
}

async function answer(event, store) {
  const { request } = event;
  if (currentStore !== store) {
    currentStore = store;
    event.waitUntil(enqueue(() => deleteStores(store)));
  }
  codeLoading ??= loadCode().catch(() => (codeLoading = undefined));
  event.waitUntil(codeLoading);
  const asked = endedSessions;
  const isCurrent = () => endedSessions === asked && currentStore === store;
  const key = findKey(request.url, request.method === 'POST' ? request.clone().text() : undefined);
  const response = fetch(request);
  event.waitUntil(response.then((fresh) => storeAnswer(store, key, fresh.clone(), isCurrent)).catch(noReply));
  return settle(response, async () => (isCurrent() ? findAnswer(store, await key) : undefined));
}

const findType = (response) => response.headers.get('content-type') ?? '';

function enqueue(change) {
  lastChange = lastChange.then(change).catch(noReply);
  return lastChange;
}

/** Other stores are of former sessions. */
async function deleteStores(except) {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith(ANSWERS) && name !== except);
  await Promise.all(former.map((name) => caches.delete(name)));
}

/** Only addresses can be keys, so a question becomes part of one. */
async function findKey(url, question) {
  if (question === undefined) return url;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(await question));
  return `${url}?question=${[...new Uint8Array(hash)].map((byte) => byte.toString(16)).join('.')}`;
}

/** Stores a success, and removes what the server refuses or no longer has. */
async function storeAnswer(store, askedKey, response, isCurrent) {
  const key = await askedKey;
  const type = findType(response);
  const isRefused = REFUSALS.has(response.status);
  const isAnswer = response.status === 200 && type.includes('json');
  if (!isRefused && !isAnswer) return;
  const body = await response.arrayBuffer();
  const headers = {
    'content-type': type,
    [RECEIVED_AT]: new Date().toISOString(),
    [BYTES]: String(body.byteLength),
  };
  await enqueue(async () => {
    if (!isCurrent()) return;
    // What was stored may show more than the person may see by now.
    if (key.endsWith(ACCOUNT) && isAnswer && (await hasOtherPermissions(store, key, body)))
      await caches.delete(store);
    const cache = await caches.open(store);
    await cache.delete(key);
    if (isAnswer && body.byteLength <= MAX_ANSWER_BYTES) {
      await cache.put(key, new Response(body, { headers }));
      await removeOldest(cache);
    }
    // The session ended in the meantime.
    if (!isCurrent()) await caches.delete(store);
  });
}

/** Whether the account had other permissions when it was stored last. */
async function hasOtherPermissions(store, key, body) {
  const former = await (await caches.open(store)).match(key);
  if (former === undefined) return false;
  const read = async (account) => JSON.stringify((await account.json()).data.permissions);
  return (await read(former)) !== (await read(new Response(body)));
}

/** Keys and answers are in the order in which they were stored. */
async function removeOldest(cache) {
  const [keys, answers] = await Promise.all([cache.keys(), cache.matchAll()]);
  let bytes = 0;
  for (let index = keys.length - 1; index >= 0; index -= 1) {
    bytes += Number(answers[index].headers.get(BYTES));
    const isTooMuch = keys.length - index > MAX_ANSWERS || bytes > MAX_TOTAL_BYTES;
    if (isTooMuch || !isRecent(answers[index])) await cache.delete(keys[index]);
  }
}

async function findAnswer(store, key) {
  if (!(await caches.has(store))) return undefined;
  const answer = await (await caches.open(store)).match(key);
  return isRecent(answer) ? answer : undefined;
}

const isRecent = (answer) => Date.now() - Date.parse(answer?.headers.get(RECEIVED_AT)) < MAX_AGE_MS;

/** The names of assets change with their content, so a stored one is never outdated. */
async function cachedFirst(request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    // A full disk must not keep the app from opening.
    await cache.put(request, response.clone()).catch(noReply);
    const names = await cache.keys();
    await Promise.all(
      names.slice(0, Math.max(0, names.length - MAX_FILES)).map((name) => cache.delete(name)),
    );
  }
  return response;
}

/**
 * Loads the code of all pages and menus for people who are signed in: without a connection they can't be
 * loaded, and signing out needs a menu.
 */
async function loadCode() {
  if (self.navigator.connection?.saveData) return;
  await new Promise((resolve) => setTimeout(resolve, LOAD_DELAY_MS));
  const cache = await caches.open(SHELL);
  const html = await (await cache.match('/'))?.text();
  if (html === undefined || html === (await (await cache.match(COMPLETE))?.text())) return;
  const needed = new Set(findCode(html));
  // A set also goes through what is added on the way.
  for (const url of needed) {
    const response = await cachedFirst(new Request(url, { priority: 'low' }));
    if (response.ok && url.endsWith('.js'))
      for (const each of findCode(await response.text())) needed.add(each);
  }
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/assets/') && !needed.has(pathname)) await cache.delete(url);
  }
  await cache.put(COMPLETE, new Response(html));
}

const findCode = (text) => [...text.matchAll(CODE_NAMES)].map(([, name]) => `/assets/${name}`);

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
