/** How answers are kept: shown at once when known, asked again behind the scenes, never retried in silence for long. */
import { SproutError } from '@sprout/client';
import { QueryClient } from '@tanstack/react-query';

/** Answers stay fresh this long; the server revalidates by ETag, so asking again is cheap. */
const STALE_TIME_MS = 15_000;

const TRANSIENT_STATUSES = new Set([0, 502, 503, 504]);

/** One more try after a short breath, and only where the failure may pass by itself. */
function isRetryable(failures: number, failure: unknown): boolean {
  return failures < 1 && failure instanceof SproutError && TRANSIENT_STATUSES.has(failure.status);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A panel that appears after a failure shows it, with Retry, instead of asking a second time.
      queries: { staleTime: STALE_TIME_MS, retry: isRetryable, retryDelay: 400, retryOnMount: false },
    },
  });
}
