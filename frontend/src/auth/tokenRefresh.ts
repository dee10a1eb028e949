/** Renews a rejected access token: one call at a time, in this tab and across all tabs. */
import { unwrap, createClient, SproutError } from '@sprout/client';
import { endSession } from './session';
import { readToken, storeToken } from './token';

const LOCK_NAME = 'sprout-renew';

/** How long another tab may take to store a token it has just received, in milliseconds. */
const GRACE_MS = 300;

// A separate client, because the renewal call must not trigger a renewal.
const refreshClient = createClient({ baseUrl: window.location.origin });

let pendingRefresh: Promise<string | null> | null = null;

/** Returns a token that is not `refused`, or null when the session is over. */
export function refreshToken(refused: string): Promise<string | null> {
  pendingRefresh ??= runExclusively(() => refreshOrReuse(refused)).finally(() => {
    pendingRefresh = null;
  });
  return pendingRefresh;
}

/** Runs `task` in one tab at a time. Over plain HTTP, except on localhost, browsers offer no such lock. */
async function runExclusively<T>(task: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? await locks.request(LOCK_NAME, task) : await task();
}

async function refreshOrReuse(refused: string): Promise<string | null> {
  if (readToken() !== refused) return readToken();
  const first = await requestRefresh(refused);
  if (first !== 'superseded') return first;
  // Another tab has the newer cookie: it stores its token in a moment, or the shared cookie now works here
  // too.
  await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  if (readToken() !== refused) return readToken();
  const second = await requestRefresh(refused);
  return second === 'superseded' ? expireSession() : second;
}

async function requestRefresh(refused: string): Promise<string | null> {
  try {
    const { data } = await unwrap(
      refreshClient.POST('/api/auth/refresh', { params: { header: { 'X-Sprout': '1' } } }),
    );
    // The user signed out or in again while the request was in flight: keep that state.
    if (readToken() !== refused) return readToken();
    storeToken(data.token);
    return data.token;
  } catch (failure) {
    if (!(failure instanceof SproutError)) throw failure;
    if (failure.code === 'refresh_superseded') return 'superseded';
    if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) return expireSession();
    throw failure;
  }
}

function expireSession(): null {
  endSession('expired');
  return null;
}
