/** Sends one request: bearer token, timeout, one retry after a token refresh, failures as `SproutError`. */
import { errorFromResponse, SproutError } from './error.js';

/** Options of a Sprout client. */
export interface SproutOptions {
  /** Where the API lives, for example `https://sprout.example`. Default: the page's own origin. */
  baseUrl?: string;
  /** Returns the access token or API key to send; called for every request. */
  getToken?: () => string | null;
  /** Called with a token that the server rejected; returns a new one, or null when the session is over. */
  refreshToken?: (rejected: string) => Promise<string | null>;
  /** Timeout of one attempt, in milliseconds. Default 30 000. */
  timeoutMs?: number;
  /** The fetch implementation. Default: the global `fetch`, looked up for every request. */
  fetch?: (request: Request) => Promise<Response>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Calls that open or refresh a session are sent without the current token. */
const SESSION_PATHS = /\/api\/auth\/(login|register|refresh)$/;

/** Builds the fetch function of one client. */
export function createTransport(options: SproutOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const token = SESSION_PATHS.test(new URL(request.url).pathname) ? null : (options.getToken?.() ?? null);
    const retryRequest = request.clone();
    let response = await sendOnce(request, token, options);
    if (response.status === 401 && token !== null && options.refreshToken) {
      const newToken = await options.refreshToken(token);
      if (newToken !== null && newToken !== token) response = await sendOnce(retryRequest, newToken, options);
    }
    if (response.ok) return response;
    throw await errorFromResponse(response);
  };
}

async function sendOnce(request: Request, token: string | null, options: SproutOptions): Promise<Response> {
  const timeout = new AbortController();
  const authorized = new Request(request, { signal: AbortSignal.any([request.signal, timeout.signal]) });
  if (token !== null) authorized.headers.set('Authorization', `Bearer ${token}`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The timeout rejects by itself; the abort signal only asks fetch to stop, which may take longer.
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SproutError('Sprout took too long to answer. Try again.', 0, 'timeout'));
      timeout.abort();
    }, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([(options.fetch ?? globalThis.fetch)(authorized), limit]);
  } catch (cause) {
    if (request.signal.aborted || cause instanceof SproutError) throw cause;
    throw new SproutError('Sprout cannot be reached. Check the connection and try again.', 0, 'unreachable');
  } finally {
    clearTimeout(timer);
  }
}
