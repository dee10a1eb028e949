/**
 * Tells that the server can't be reached and how old the figures are, and loads what is missing or old once
 * it can be reached again.
 */
import Box from '@mui/material/Box';
import { SproutError } from '@sprout/client';
import {
  onlineManager,
  useQueryClient,
  type Query,
  type QueryCache,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { readinessQuery } from '@/api/readinessQuery';
import { endStoredAnswers, getStoredAnswers, onStoredAnswer, startPage } from '@/api/storedAnswerTime';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/connection';

/** Delays between checks, in milliseconds: doubled from the first to the last. */
const FIRST_DELAY = 3_000;
const MAX_DELAY = 48_000;

/** Statuses of a server that is down or starting; 0 without a response. */
const OUTAGE_STATUSES = new Set([0, 502, 503, 504]);

const isLost = ({ state }: Query): boolean =>
  state.status === 'error' && state.error instanceof SproutError && OUTAGE_STATUSES.has(state.error.status);

/** When the oldest figures of the page arrived, in milliseconds since 1970. Undefined without figures. */
function findOldestFigures(cache: QueryCache): number | undefined {
  const times = cache
    .getAll()
    .filter((query) => query.isActive() && (query.state.data as { meta?: object } | undefined)?.meta)
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? undefined : Math.min(...times);
}

export function ConnectionNotice() {
  const queryClient = useQueryClient();
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const cache = queryClient.getQueryCache();
  const subscribe = (listener: () => void) => cache.subscribe(listener);
  const lost = useSyncExternalStore(subscribe, () => cache.getAll().some(isLost));
  const loadedAt = useSyncExternalStore(subscribe, () => findOldestFigures(cache));
  const stored = useSyncExternalStore(onStoredAnswer, getStoredAnswers);
  const usesStored = stored.count > 0;
  const [unreachable, setUnreachable] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => startPage, [pathname]);

  useEffect(() => {
    if (!(lost || usesStored) || !online) return;
    let stopped = false;
    let delay = usesStored ? 0 : FIRST_DELAY;
    let timer = setTimeout(() => void check(), delay);
    async function check() {
      const ready = await isReady(queryClient);
      if (stopped) return;
      setUnreachable(!ready);
      if (ready) await reload(queryClient);
      if (stopped) return;
      delay = Math.min(Math.max(delay * 2, FIRST_DELAY), MAX_DELAY);
      timer = setTimeout(() => void check(), delay);
    }
    return () => {
      stopped = true;
      clearTimeout(timer);
      setUnreachable(false);
    };
  }, [lost, usesStored, online, queryClient]);

  const text = online
    ? (unreachable || usesStored) && sayUnreachable(stored.oldest)
    : sayOffline(stored.oldest, loadedAt);
  return (
    text && (
      <Box
        sx={{
          px: 4,
          py: 2,
          textAlign: 'center',
          bgcolor: 'accent.wash',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {text}
      </Box>
    )
  );
}

function sayUnreachable(storedAt: string | undefined): string {
  if (storedAt === undefined) return t('couldntReachTheServerRetrying');
  return t('unreachableFiguresFrom', { at: formatDateTime(storedAt) });
}

function sayOffline(storedAt: string | undefined, loadedAt: number | undefined): string {
  const at = storedAt ?? (loadedAt === undefined ? undefined : new Date(loadedAt).toISOString());
  return at === undefined ? t('youAreOffline') : t('offlineFiguresFrom', { at: formatDateTime(at) });
}

/** Loads what is missing. Figures count as old until the server has sent all of them again. */
async function reload(queryClient: QueryClient): Promise<void> {
  const { count } = getStoredAnswers();
  if (count === 0) return queryClient.refetchQueries({ predicate: isLost });
  await queryClient.invalidateQueries();
  if (getStoredAnswers().count === count) endStoredAnswers();
}

const isReady = (queryClient: QueryClient): Promise<boolean> =>
  queryClient.fetchQuery({ ...readinessQuery, staleTime: 0, retry: false }).then(
    () => true,
    () => false,
  );
