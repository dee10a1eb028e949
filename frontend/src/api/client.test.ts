/** Tokens are refreshed once across callers and tabs, and an expired session ends in all tabs. */
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshToken } from '@/auth/tokenRefresh';
import { onSessionChange } from '@/auth/session';
import { readToken, storeToken } from '@/auth/token';
import { account, apiUrl, failure, server, success } from '@/test/server';
import { apiClient } from './client';

const REFRESH = apiUrl('/api/auth/refresh');
const session = (token: string) => success({ token, expiresAt: '2026-06-14T06:10:00Z' });

let renewals = 0;
let markers: (string | null)[] = [];

/** A server that knows one valid token. */
function serveWith(valid: string) {
  server.use(
    http.get(apiUrl('/api/account'), ({ request }) =>
      request.headers.get('authorization') === `Bearer ${valid}`
        ? success(account)
        : failure(401, 'Sign in again.'),
    ),
    http.post(REFRESH, ({ request }) => {
      renewals += 1;
      markers.push(request.headers.get('x-sprout'));
      return session(valid);
    }),
  );
}

beforeEach(() => {
  renewals = 0;
  markers = [];
  storeToken('stale');
});

describe('renewal', () => {
  it('serves five refused calls with one renewal', async () => {
    serveWith('fresh');
    const answers = await Promise.all(Array.from({ length: 5 }, () => apiClient.GET('/api/account')));
    expect(answers.every((each) => each.data?.data.name === account.name)).toBe(true);
    expect(renewals).toBe(1);
    expect(markers).toEqual(['1']);
    expect(readToken()).toBe('fresh');
  });

  it('replays a refused change once, with its body', async () => {
    serveWith('fresh');
    const bodies: unknown[] = [];
    server.use(
      http.patch(apiUrl('/api/account'), async ({ request }) => {
        bodies.push(await request.json());
        return request.headers.get('authorization') === 'Bearer fresh'
          ? success(account)
          : failure(401, 'Sign in again.');
      }),
    );
    await apiClient.PATCH('/api/account', { body: { name: 'Ada' } });
    expect(bodies).toEqual([{ name: 'Ada' }, { name: 'Ada' }]);
    expect(renewals).toBe(1);
  });

  it('uses the token that another tab has stored meanwhile, without a call', async () => {
    serveWith('fresh');
    storeToken('from another tab');
    await expect(refreshToken('stale')).resolves.toBe('from another tab');
    expect(renewals).toBe(0);
  });

  it('waits for the other tab’s turn and takes its token', async () => {
    serveWith('fresh');
    const request = vi.fn(async (_name: string, task: () => Promise<unknown>) => {
      storeToken('from another tab');
      return task();
    });
    vi.stubGlobal('navigator', { ...navigator, locks: { request } });
    await expect(refreshToken('stale')).resolves.toBe('from another tab');
    expect(request).toHaveBeenCalledOnce();
    expect(renewals).toBe(0);
  });

  it('rereads the storage when another tab was faster', async () => {
    server.use(
      http.post(REFRESH, () => {
        renewals += 1;
        setTimeout(() => storeToken('the faster tab’s'), 50);
        return failure(401, 'Another tab was faster.', 'refresh_superseded');
      }),
    );
    await expect(refreshToken('stale')).resolves.toBe('the faster tab’s');
    expect(renewals).toBe(1);
  });

  it('tries once more with the shared cookie when the storage did not change', async () => {
    server.use(
      http.post(REFRESH, () => {
        renewals += 1;
        return renewals === 1
          ? failure(401, 'Another tab was faster.', 'refresh_superseded')
          : session('fresh');
      }),
    );
    await expect(refreshToken('stale')).resolves.toBe('fresh');
    expect(renewals).toBe(2);
  });

  it('ends the session when the server does not renew it', async () => {
    const changes: string[] = [];
    const stop = onSessionChange((change) => changes.push(change));
    server.use(http.post(REFRESH, () => failure(401, 'The session is over.', 'session_ended')));
    await expect(refreshToken('stale')).resolves.toBeNull();
    stop();
    expect(readToken()).toBeNull();
    expect(changes).toEqual(['expired']);
  });

  it('keeps the session when the server cannot be reached', async () => {
    server.use(http.post(REFRESH, () => Response.error()));
    await expect(refreshToken('stale')).rejects.toMatchObject({ code: 'unreachable' });
    expect(readToken()).toBe('stale');
  });

  it('does not bring back a session that was left meanwhile', async () => {
    server.use(
      http.post(REFRESH, () => {
        localStorage.clear();
        return session('fresh');
      }),
    );
    await expect(refreshToken('stale')).resolves.toBeNull();
    expect(readToken()).toBeNull();
  });
});
