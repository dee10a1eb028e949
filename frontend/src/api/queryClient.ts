/** Query cache: shows cached data immediately, refetches in the background, and retries once. */
import { SproutError } from '@sprout/client';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import type { FigureDates } from '@/lib/dataAge';
import { getStoredAnswers } from './storedAnswerTime';

/**
 * How long data stays fresh, in milliseconds. Refetching is cheap, because the server revalidates by ETag.
 */
const STALE_TIME_MS = 15_000;

/** How often a page asks for figures that are being calculated. */
const UPDATING_POLL_MS = 3_000;

const TRANSIENT_STATUSES = new Set([0, 502, 503, 504]);

/** Retries once after a short delay, and only for failures that may be temporary. */
function isRetryable(failures: number, failure: unknown): boolean {
  return failures < 1 && failure instanceof SproutError && TRANSIENT_STATUSES.has(failure.status);
}

interface Response {
  meta?: FigureDates;
}

/** Asks again for figures that are being calculated, also of pages of a list; otherwise and offline never. */
export function pollWhileUpdating({ state }: { state: { data: unknown } }): number | false {
  const data = state.data as (Response & { pages?: unknown }) | null | undefined;
  const pages = Array.isArray(data?.pages) ? (data.pages as Response[]) : [];
  const isUpdating = [data, ...pages].some((part) => part?.meta?.isUpdating === true);
  return isUpdating && onlineManager.isOnline() && UPDATING_POLL_MS;
}

/** Without the server, every panel asks for its stored answer, so that the page knows how old its figures are. */
const getStaleTime = (): number =>
  onlineManager.isOnline() && getStoredAnswers().count === 0 ? STALE_TIME_MS : 0;

export function createQueryClient(): QueryClient {
  // By itself it learns of changes only, and the installed app may open without a connection.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      // A panel that mounts after a failure shows that failure with a Retry button instead of refetching.
      queries: {
        staleTime: getStaleTime,
        // The service worker has answers without a connection.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: isRetryable,
        retryDelay: 400,
        retryOnMount: false,
        refetchInterval: pollWhileUpdating,
      },
      // A change fails at once instead of being made later, unseen.
      mutations: { networkMode: 'always' },
    },
  });
}
