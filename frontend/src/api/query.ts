/** How answers are kept: shown at once when known, asked again behind the scenes, never retried in silence for long. */
import { SproutError } from '@sprout/client';
import { QueryClient } from '@tanstack/react-query';

/** Answers stay fresh this long; the server revalidates by ETag, so asking again is cheap. */
const FRESH_MS = 15_000;

const PASSING = new Set([0, 502, 503, 504]);

/** One more try after a short breath, and only where the failure may pass by itself. */
export function mayPass(failures: number, failure: unknown): boolean {
  return failures < 1 && failure instanceof SproutError && PASSING.has(failure.status);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A panel that appears after a failure shows it, with Retry, instead of asking a second time.
      queries: { staleTime: FRESH_MS, retry: mayPass, retryDelay: 400, retryOnMount: false },
    },
  });
}

/** Passes a call through and writes its failure to the console, where a page shows none. */
export async function logged<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (failure) {
    if (!isCancelled(failure)) console.error(what, failure);
    throw failure;
  }
}

/** A call that the page itself gave up, for example by leaving. */
function isCancelled(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'AbortError';
}
