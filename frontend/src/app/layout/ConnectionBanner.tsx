/** Tells that the server can't be reached, and loads what is missing once it can be reached again. */
import Box from '@mui/material/Box';
import { SproutError } from '@sprout/client';
import { onlineManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { readinessQuery } from '@/api/readinessQuery';
import { t } from '@/messages/en/shell';

/** Delays between checks, in milliseconds: doubled from the first to the last. */
const FIRST_DELAY = 3_000;
const MAX_DELAY = 48_000;

/** Statuses of a server that is down or starting; 0 without a response. */
const OUTAGE_STATUSES = new Set([0, 502, 503, 504]);

const isLost = ({ state }: Query): boolean =>
  state.status === 'error' && state.error instanceof SproutError && OUTAGE_STATUSES.has(state.error.status);

export function ConnectionBanner() {
  const queryClient = useQueryClient();
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const cache = queryClient.getQueryCache();
  const lost = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.getAll().some(isLost),
  );
  const [unreachable, setUnreachable] = useState(false);

  useEffect(() => {
    if (!lost || !online) return;
    let stopped = false;
    let delay = FIRST_DELAY;
    let timer = setTimeout(check, delay);
    function check() {
      void isReady(queryClient).then((ready) => {
        if (stopped) return;
        setUnreachable(!ready);
        if (ready) void queryClient.refetchQueries({ predicate: isLost });
        delay = Math.min(delay * 2, MAX_DELAY);
        timer = setTimeout(check, delay);
      });
    }
    return () => {
      stopped = true;
      clearTimeout(timer);
      setUnreachable(false);
    };
  }, [lost, online, queryClient]);

  const text = online ? unreachable && t('couldntReachTheServerRetrying') : t('youAreOffline');
  return (
    <Box aria-live="polite" className="screen-only" sx={{ position: 'sticky', top: 60, zIndex: 2 }}>
      {text && (
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
      )}
    </Box>
  );
}

const isReady = (queryClient: QueryClient): Promise<boolean> =>
  queryClient.fetchQuery({ ...readinessQuery, staleTime: 0, retry: false }).then(
    () => true,
    () => false,
  );
