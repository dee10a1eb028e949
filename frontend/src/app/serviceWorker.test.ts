/** The last answers stay readable without a connection: only for their person, organization and session. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const SOURCE = readFileSync('public/sw.js', 'utf8');
const ORIGIN = 'http://sprout.test';
const SUMMARY = '/api/purchasing/summary';
const RECEIVED_AT = 'sprout-received-at';
const MIB = 2 ** 20;

type CacheKey = string | { url: string };
const findUrl = (key: CacheKey) => new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;

/** Cache Storage, as far as the worker uses it. */
class FakeCache {
  readonly entries = new Map<string, Response>();
  keys = async () => [...this.entries.keys()].map((url) => ({ url }));
  matchAll = async () => [...this.entries.values()].map((each) => each.clone());
  match = async (key: CacheKey) => this.entries.get(findUrl(key))?.clone();
  put = async (key: CacheKey, response: Response) => void this.entries.set(findUrl(key), response);
  delete = async (key: CacheKey) => this.entries.delete(findUrl(key));
}

interface FetchEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
}

/** A running worker, its stores, and its server. */
function startWorker() {
  const stores = new Map<string, FakeCache>();
  const listeners = new Map<string, (event: never) => void>();
  const answer = vi.fn<(request: Request) => Promise<Response>>();
  const alive = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('no connection')));
  const listen = (kind: string, listener: (event: never) => void) => listeners.set(kind, listener);
  runInNewContext(SOURCE, {
    AbortSignal,
    BroadcastChannel: class {
      addEventListener = listen;
    },
    // Fake timers replace it later.
    get Date() {
      return globalThis.Date;
    },
    Promise,
    Request: class extends Request {
      constructor(url: string) {
        super(ORIGIN + url);
      }
    },
    Response,
    TextEncoder,
    Uint8Array,
    URL,
    atob,
    caches: {
      delete: async (name: string) => stores.delete(name),
      has: async (name: string) => stores.has(name),
      keys: async () => [...stores.keys()],
      open: async (name: string) => {
        const cache = stores.get(name) ?? new FakeCache();
        stores.set(name, cache);
        return cache;
      },
    },
    crypto,
    fetch: (request: Request | string) => (typeof request === 'string' ? alive() : answer(request)),
    self: { location: { origin: ORIGIN }, navigator: {}, addEventListener: listen },
    setTimeout: (...args: Parameters<typeof setTimeout>) => setTimeout(...args),
  });

  /** Sends a request through the worker. Undefined if the worker leaves it to the browser. */
  const send = (request: Request): Promise<Response> | undefined => {
    let response: Promise<Response> | undefined;
    listeners.get('fetch')?.({
      request,
      respondWith: (given) => (response = given),
      waitUntil: (work) => void work,
    } satisfies FetchEvent as never);
    return response;
  };
  return {
    alive,
    answer,
    send,
    stores,
    stored: () => [...stores.values()].flatMap(({ entries }) => [...entries.keys()]),
    tell: (data: string) => listeners.get('message')?.({ data } as never),
  };
}

let worker: ReturnType<typeof startWorker>;
beforeEach(() => (worker = startWorker()));
afterEach(() => vi.useRealTimers());

const token = (sub: string, org: string, sid = 'session') =>
  `e30.${btoa(JSON.stringify({ sub, org, sid }))}.signature`;
const ADA = token('ada', 'north');

const ask = (path: string, bearer = ADA, init: RequestInit = {}) =>
  new Request(ORIGIN + path, { ...init, headers: { authorization: `Bearer ${bearer}`, ...init.headers } });

const json = (body: unknown, status = 200) => Response.json(body, { status });

/** Until all work on stores is done. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

async function receive(path: string, body: unknown, bearer = ADA): Promise<void> {
  worker.answer.mockResolvedValueOnce(json(body));
  expect(await (await worker.send(ask(path, bearer)))?.json()).toEqual(body);
  await settle();
}

/** The answer without a connection; an error if there is none. */
async function readOffline(request: Request): Promise<unknown> {
  worker.answer.mockRejectedValueOnce(new TypeError('no connection'));
  const response = await worker.send(request);
  expect(Date.parse(response?.headers.get(RECEIVED_AT) ?? '')).toBeLessThanOrEqual(Date.now());
  return response?.json();
}

it('gives the last answer without a connection, with its time', async () => {
  await receive(SUMMARY, { spend: 1 });
  await receive(SUMMARY, { spend: 2 });
  expect(await readOffline(ask(SUMMARY))).toEqual({ spend: 2 });
});

it('marks no answer of the server', async () => {
  worker.answer.mockResolvedValueOnce(json({ spend: 1 }));
  expect((await worker.send(ask(SUMMARY)))?.headers.get(RECEIVED_AT)).toBeNull();
});

it('tells questions by their bodies', async () => {
  const question = (measure: string) => ask('/api/metrics/query', ADA, { method: 'POST', body: measure });
  worker.answer.mockResolvedValueOnce(json({ rows: 1 }));
  await worker.send(question('revenue'));
  await settle();
  expect(await readOffline(question('revenue'))).toEqual({ rows: 1 });
  await expect(readOffline(question('margin'))).rejects.toThrow('no connection');
});

it.each([
  ['person', token('bob', 'north')],
  ['organization', token('ada', 'south')],
  ['session', token('ada', 'north', 'later')],
])('gives nothing to another %s, and deletes what the former had', async (_, other) => {
  await receive(SUMMARY, { spend: 1 });
  await expect(readOffline(ask(SUMMARY, other))).rejects.toThrow('no connection');
  await settle();
  expect(worker.stored()).toEqual([]);
  await expect(readOffline(ask(SUMMARY))).rejects.toThrow('no connection');
});

it.each(['signed-out', 'expired'])('deletes everything when the session is %s', async (change) => {
  await receive(SUMMARY, { spend: 1 });
  worker.tell(change);
  await settle();
  expect(worker.stored()).toEqual([]);
});

it('does not store what arrives after the end of the session', async () => {
  let arrive: (response: Response) => void = () => undefined;
  worker.answer.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  const response = worker.send(ask(SUMMARY));
  worker.tell('signed-out');
  arrive(json({ spend: 1 }));
  await response;
  await settle();
  expect(worker.stored()).toEqual([]);
});

it.each([
  '/api/account/sessions',
  '/api/account/mfa',
  '/api/admin/tenants',
  '/api/api-keys',
  '/api/audit-log',
  '/api/auth/refresh',
  '/api/invitations',
  '/api/members',
  '/api/organizations',
  '/api/uploads/1',
  '/api/webhooks/1',
  '/health/ready',
])('leaves %s to the browser', (path) => {
  expect(worker.send(ask(path))).toBeUndefined();
});

it('leaves changes, files, keys and visitors to the browser', () => {
  expect(worker.send(ask('/api/views', ADA, { method: 'POST', body: '{}' }))).toBeUndefined();
  expect(worker.send(ask(SUMMARY, ADA, { method: 'DELETE' }))).toBeUndefined();
  expect(worker.send(ask(SUMMARY, ADA, { headers: { accept: 'text/csv' } }))).toBeUndefined();
  expect(worker.send(ask(SUMMARY, 'sprout_key'))).toBeUndefined();
  expect(worker.send(new Request(ORIGIN + SUMMARY))).toBeUndefined();
});

it.each([403, 404])('forgets an answer that the server refuses with %i', async (status) => {
  await receive(SUMMARY, { spend: 1 });
  worker.answer.mockResolvedValueOnce(json({}, status));
  await worker.send(ask(SUMMARY));
  await settle();
  expect(worker.stored()).toEqual([]);
});

/** An error of the server itself. */
const ownError = (code: string) => ({ success: false, message: 'Try again.', code, requestId: '1' });

it.each([
  [401, ownError('unauthorized')],
  [429, ownError('rate_limited')],
  [500, ownError('internal')],
  [500, 'not of the server'],
  [503, ownError('database_busy')],
])('keeps an answer when the server answers %i, and passes the error on', async (status, body) => {
  await receive(SUMMARY, { spend: 1 });
  worker.answer.mockResolvedValueOnce(json(body, status));
  const response = await worker.send(ask(SUMMARY));
  expect([response?.status, await response?.json()]).toEqual([status, body]);
  await settle();
  expect(await readOffline(ask(SUMMARY))).toEqual({ spend: 1 });
});

const html = (status: number) =>
  new Response('<h1>Bad Gateway</h1>', { status, headers: { 'content-type': 'text/html' } });

it.each([
  ['502 of a proxy', () => html(502)],
  ['503 of a proxy', () => html(503)],
  ['504 of a proxy', () => html(504)],
  ['503 of a proxy without a body', () => new Response(null, { status: 503 })],
  ['502 of a proxy as JSON', () => json({ message: 'Internal server error' }, 502)],
  [
    '503 of a proxy as broken JSON',
    () => new Response('{', { status: 503, headers: { 'content-type': 'application/json' } }),
  ],
  ['503 of a server without a database', () => json(ownError('database_unavailable'), 503)],
])('gives the last answer, with its time, for %s', async (_, respond) => {
  await receive(SUMMARY, { spend: 1 });
  worker.answer.mockResolvedValueOnce(respond());
  const response = await worker.send(ask(SUMMARY));
  expect(Date.parse(response?.headers.get(RECEIVED_AT) ?? '')).toBeLessThanOrEqual(Date.now());
  expect(await response?.json()).toEqual({ spend: 1 });
  await receive(SUMMARY, { spend: 2 });
});

it('passes the error of a proxy on if there is no answer', async () => {
  worker.answer.mockResolvedValueOnce(html(502));
  const response = await worker.send(ask(SUMMARY));
  expect([response?.status, await response?.text()]).toEqual([502, '<h1>Bad Gateway</h1>']);
});

it('deletes everything when the permissions of the person change', async () => {
  const account = (...permissions: string[]) => ({ data: { permissions } });
  await receive('/api/account', account('sales.read'));
  await receive(SUMMARY, { spend: 1 });
  await receive('/api/account', account('sales.read'));
  expect(worker.stored()).toHaveLength(2);
  await receive('/api/account', account());
  expect(worker.stored()).toEqual([`${ORIGIN}/api/account`]);
});

it('gives no answer that is older than a week', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await receive(SUMMARY, { spend: 1 });
  vi.setSystemTime(Date.now() + 7 * 86_400_000 - 60_000);
  expect(await readOffline(ask(SUMMARY))).toEqual({ spend: 1 });
  vi.setSystemTime(Date.now() + 120_000);
  await expect(readOffline(ask(SUMMARY))).rejects.toThrow('no connection');
});

it('removes the oldest of more than 200 answers', async () => {
  for (let id = 0; id < 202; id += 1) {
    worker.answer.mockResolvedValueOnce(json({ id }));
    await worker.send(ask(`/api/orders/${id}`));
  }
  await settle();
  const stored = worker.stored();
  expect(stored).toHaveLength(200);
  expect(stored[0]).toBe(`${ORIGIN}/api/orders/2`);
});

it('removes the oldest of more than 20 MiB, and stores nothing larger than 2 MiB', async () => {
  const text = 'x'.repeat(2 * MIB - 100);
  for (let id = 0; id < 12; id += 1) await receive(`/api/orders/${id}`, { text });
  expect(worker.stored()).toHaveLength(10);
  await receive('/api/orders/11', { text: text + text });
  expect(worker.stored()).toHaveLength(9);
});

it('waits for a slow server, and gives the stored answer if the server is silent', async () => {
  await receive(SUMMARY, { spend: 1 });
  vi.useFakeTimers();
  let arrive: (response: Response) => void = () => undefined;
  worker.answer.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  worker.alive.mockResolvedValueOnce(json({}));
  const slow = worker.send(ask(SUMMARY));
  await vi.advanceTimersByTimeAsync(20_000);
  arrive(json({ spend: 2 }));
  expect(await (await slow)?.json()).toEqual({ spend: 2 });

  worker.answer.mockReturnValueOnce(new Promise(() => undefined));
  const silent = worker.send(ask(SUMMARY));
  await vi.advanceTimersByTimeAsync(10_000);
  const response = await silent;
  expect(response?.headers.get(RECEIVED_AT)).not.toBeNull();
  expect(worker.alive).toHaveBeenCalledTimes(2);

  worker.answer.mockReturnValueOnce(new Promise(() => undefined));
  worker.alive.mockResolvedValueOnce(html(504));
  const behindProxy = worker.send(ask(SUMMARY));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await behindProxy)?.headers.get(RECEIVED_AT)).not.toBeNull();
});

it('loads the code of all pages for people who are signed in, and removes that of former versions', async () => {
  vi.useFakeTimers();
  const shell = new FakeCache();
  worker.stores.set('sprout-shell', shell);
  const code: Record<string, string> = {
    '/assets/index-b.js': "deps=['assets/page.js','assets/page.css']",
    '/assets/page.js': "import('./menu.js')",
    '/assets/page.css': '',
    '/assets/menu.js': '',
  };
  await shell.put('/', new Response('<script src="/assets/index-b.js"></script>'));
  await shell.put(`${ORIGIN}/assets/index-a.js`, new Response());
  worker.answer.mockImplementation(async ({ url }) => {
    const { pathname } = new URL(url);
    return pathname === SUMMARY ? json({}) : new Response(code[pathname]);
  });
  await worker.send(ask(SUMMARY));
  await vi.advanceTimersByTimeAsync(10_000);
  const stored = [...shell.entries.keys()].map((url) => new URL(url).pathname);
  expect(stored.sort()).toEqual(['/', '/complete', ...Object.keys(code)].sort());
});

it('opens the last page without a connection, also after a file was opened', async () => {
  const open = (path: string) =>
    worker.send({ url: ORIGIN + path, method: 'GET', mode: 'navigate', headers: new Headers() } as Request);
  const type = (name: string) => ({ headers: { 'content-type': name } });
  worker.answer.mockResolvedValueOnce(new Response('the app', type('text/html; charset=utf-8')));
  await open('/calls');
  worker.answer.mockResolvedValueOnce(new Response('User-agent: *', type('text/plain')));
  await open('/robots.txt');
  worker.answer.mockRejectedValueOnce(new TypeError('no connection'));
  expect(await (await open('/stock'))?.text()).toBe('the app');
  worker.answer.mockResolvedValueOnce(html(502));
  expect(await (await open('/stock'))?.text()).toBe('the app');
});
