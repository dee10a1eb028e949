/** The transport: one bearer token, one refresh, one retry with its body, one error type. */
import { describe, expect, it, vi } from 'vitest';
import { SproutError } from './error.js';
import { createTransport } from './transport.js';

const URL_OF_ACCOUNT = 'http://sprout.test/api/account';

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

const refused = () =>
  json(401, { success: false, message: 'Sign in again.', code: 'token_expired', requestId: 'r1' });

describe('createTransport', () => {
  it('sends the current token', async () => {
    const seen: (string | null)[] = [];
    let token: string | null = 'first';
    const send = createTransport({
      getToken: () => token,
      fetch: async (request) => {
        seen.push(request.headers.get('authorization'));
        return json(200, {});
      },
    });
    await send(new Request(URL_OF_ACCOUNT));
    token = null;
    await send(new Request(URL_OF_ACCOUNT));
    expect(seen).toEqual(['Bearer first', null]);
  });

  it('sends no token to calls that open a session', async () => {
    const seen: (string | null)[] = [];
    const send = createTransport({
      getToken: () => 'stale',
      fetch: async (request) => {
        seen.push(request.headers.get('authorization'));
        return json(200, {});
      },
    });
    await send(new Request('http://sprout.test/api/auth/login', { method: 'POST', body: '{}' }));
    expect(seen).toEqual([null]);
  });

  it('refreshes a rejected token once and retries the request with its body', async () => {
    const bodies: string[] = [];
    const renew = vi.fn(async () => 'fresh');
    const send = createTransport({
      getToken: () => 'stale',
      refreshToken: renew,
      fetch: async (request) => {
        bodies.push(`${request.headers.get('authorization')} ${await request.text()}`);
        return bodies.length === 1 ? refused() : json(200, { ok: true });
      },
    });
    const response = await send(new Request(URL_OF_ACCOUNT, { method: 'PATCH', body: '{"name":"Ada"}' }));
    expect(response.status).toBe(200);
    expect(renew).toHaveBeenCalledExactlyOnceWith('stale');
    expect(bodies).toEqual(['Bearer stale {"name":"Ada"}', 'Bearer fresh {"name":"Ada"}']);
  });

  it('does not loop when the new token is rejected too', async () => {
    const fetch = vi.fn(async () => refused());
    const send = createTransport({ getToken: () => 'stale', refreshToken: async () => 'fresh', fetch });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({ status: 401 });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('turns a failure body into a SproutError', async () => {
    const send = createTransport({
      fetch: async () =>
        json(422, {
          success: false,
          message: 'Check the fields.',
          code: 'invalid_input',
          requestId: 'r2',
          details: [{ path: 'email', message: 'Write an e-mail address.' }],
        }),
    });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({
      name: 'SproutError',
      message: 'Check the fields.',
      status: 422,
      code: 'invalid_input',
      requestId: 'r2',
      details: [{ path: 'email', message: 'Write an e-mail address.' }],
    });
  });

  it('accepts a failure body that is not JSON', async () => {
    const send = createTransport({ fetch: async () => new Response('bad gateway', { status: 502 }) });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({
      status: 502,
      code: 'unreadable',
    });
  });

  it('reports an unreachable server', async () => {
    const send = createTransport({ fetch: () => Promise.reject(new TypeError('failed')) });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('rejects after the timeout', async () => {
    const send = createTransport({ timeoutMs: 5, fetch: silence });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({ code: 'timeout' });
  });

  it('rethrows the AbortError of a canceled call', async () => {
    const cancel = new AbortController();
    const send = createTransport({ fetch: silence });
    const call = send(new Request(URL_OF_ACCOUNT, { signal: cancel.signal }));
    cancel.abort();
    await expect(call).rejects.not.toBeInstanceOf(SproutError);
  });
});

/** A server that never answers; as with the real `fetch`, giving up before the start counts too. */
function silence(request: Request): Promise<Response> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new Error('aborted'));
    if (request.signal.aborted) giveUp();
    else request.signal.addEventListener('abort', giveUp);
  });
}
