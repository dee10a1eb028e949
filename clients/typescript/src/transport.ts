/** Sends one request: bearer token, time limit, one replay after a renewed token, failures as `SproutError`. */
import { failureOf, SproutError } from './error.js';

/** What a connection to Sprout needs to know. */
export interface SproutOptions {
  /** Where the API lives, for example `https://sprout.example`. Default: the page's own origin. */
  baseUrl?: string;
  /** The access token or API key to send, asked for at every call. */
  token?: () => string | null;
  /** Called with a token that the server refused; returns a fresh one, or null when the session is over. */
  renew?: (refused: string) => Promise<string | null>;
  /** How long one try may take, in milliseconds. Default 30 000. */
  timeoutMs?: number;
  /** The function that really sends. Default: the global `fetch`, looked up at every call. */
  fetch?: (request: Request) => Promise<Response>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** These calls open or renew a session: a held token has no place on them. */
const SESSION_CALL = /\/api\/auth\/(login|register|refresh)$/;

/** Builds the sending function for one connection. */
export function transport(options: SproutOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const held = SESSION_CALL.test(new URL(request.url).pathname) ? null : (options.token?.() ?? null);
    const replay = request.clone();
    let response = await send(request, held, options);
    if (response.status === 401 && held !== null && options.renew) {
      const fresh = await options.renew(held);
      if (fresh !== null && fresh !== held) response = await send(replay, fresh, options);
    }
    if (response.ok) return response;
    throw await failureOf(response);
  };
}

async function send(request: Request, token: string | null, options: SproutOptions): Promise<Response> {
  const stop = new AbortController();
  const timed = new Request(request, { signal: AbortSignal.any([request.signal, stop.signal]) });
  if (token !== null) timed.headers.set('Authorization', `Bearer ${token}`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The limit ends the wait itself; the signal only tells the sender to let go, which it may be late to do.
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SproutError('Sprout took too long to answer. Try again.', 0, 'timeout'));
      stop.abort();
    }, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([(options.fetch ?? globalThis.fetch)(timed), limit]);
  } catch (cause) {
    if (request.signal.aborted || cause instanceof SproutError) throw cause;
    throw new SproutError('Sprout cannot be reached. Check the connection and try again.', 0, 'unreachable');
  } finally {
    clearTimeout(timer);
  }
}
