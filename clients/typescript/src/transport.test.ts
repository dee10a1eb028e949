/** The transport's promises: one bearer, one renewal, one replay with its body, one kind of failure. */
import { describe, expect, it, vi } from 'vitest';
import { SproutError } from './error.js';
import { transport } from './transport.js';

const URL_OF_ACCOUNT = 'http://sprout.test/api/account';

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

const refused = () =>
  json(401, { success: false, message: 'Sign in again.', code: 'token_expired', requestId: 'r1' });

describe('transport', () => {
  it('sends the token that is held at the moment of the call', async () => {
    const seen: (string | null)[] = [];
    let token: string | null = 'first';
    const send = transport({
      token: () => token,
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

  it('sends no token where a session is opened', async () => {
    const seen: (string | null)[] = [];
    const send = transport({
      token: () => 'stale',
      fetch: async (request) => {
        seen.push(request.headers.get('authorization'));
        return json(200, {});
      },
    });
    await send(new Request('http://sprout.test/api/auth/login', { method: 'POST', body: '{}' }));
    expect(seen).toEqual([null]);
  });

  it('renews a refused token once and replays the request with its body', async () => {
    const bodies: string[] = [];
    const renew = vi.fn(async () => 'fresh');
    const send = transport({
      token: () => 'stale',
      renew,
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

  it('does not loop when the fresh token is refused as well', async () => {
    const fetch = vi.fn(async () => refused());
    const send = transport({ token: () => 'stale', renew: async () => 'fresh', fetch });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({ status: 401 });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('turns a failure body into a SproutError', async () => {
    const send = transport({
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

  it('survives a failure that is not JSON', async () => {
    const send = transport({ fetch: async () => new Response('bad gateway', { status: 502 }) });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({
      status: 502,
      code: 'unreadable',
    });
  });

  it('says that the server cannot be reached', async () => {
    const send = transport({ fetch: () => Promise.reject(new TypeError('failed')) });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('gives up after the time limit', async () => {
    const send = transport({ timeoutMs: 5, fetch: silence });
    await expect(send(new Request(URL_OF_ACCOUNT))).rejects.toMatchObject({ code: 'timeout' });
  });

  it('leaves a cancelled call as the cancellation it is', async () => {
    const cancel = new AbortController();
    const send = transport({ fetch: silence });
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
