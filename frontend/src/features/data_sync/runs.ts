/** What the page asks of the API about runs, and how a run is said in words. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { count, number } from '@/lib/format';

export type SyncRun = Schemas['SyncRun'];
export type RunTable = Schemas['RunTable'];
export type RunState = Schemas['RunState'];
export type TableState = Schemas['TableState'];

/** While a run goes on it is looked at this often, in milliseconds. */
const LOOK_MS = 1_000;
const PAGE = 10;

/** The newest run, looked at again and again while it goes on. */
export const latestRun = queryOptions({
  queryKey: ['/api/data-sync/runs', 'latest'],
  queryFn: async ({ signal }) =>
    (await answer(sprout.GET('/api/data-sync/runs', { params: { query: { limit: 1 } }, signal }))).data
      .items[0] ?? null,
  refetchInterval: LOOK_MS,
  staleTime: 0,
});

/** Every run, newest first, page by page. */
export const allRuns = infiniteQueryOptions({
  queryKey: ['/api/data-sync/runs', 'all'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }) =>
    (
      await answer(
        sprout.GET('/api/data-sync/runs', {
          params: { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      )
    ).data,
  getNextPageParam: (page) => page.nextCursor,
});

export const cancelRun = (id: string) =>
  answer(sprout.POST('/api/data-sync/runs/{id}/cancel', { params: { path: { id } } }));

export const goesOn = ({ state }: Pick<SyncRun, 'state'>) => state === 'queued' || state === 'running';

const stateWords: Record<RunState | TableState, string> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Succeeded',
  succeeded_with_rejects: 'Rows rejected',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
};

export const stateInWords = (state: RunState | TableState) => stateWords[state];

const kindWords: Record<Schemas['RunKind'], string> = {
  full: 'Full',
  incremental: 'Incremental',
  table: 'One table',
  retry: 'Retry',
};

/** What a run covers, and that nobody started it: `Full, scheduled`. */
export const kindInWords = ({ kind, trigger }: Pick<SyncRun, 'kind' | 'trigger'>) =>
  trigger === 'schedule' ? `${kindWords[kind]}, scheduled` : kindWords[kind];

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes in words, of how many where that is known: `12.3 MB`, `12.3 of 80 MB`. Both are said in the unit of the larger one. */
export function bytesInWords(read: number, total?: number): string {
  const largest = Math.max(read, total ?? 0, 1);
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(largest) / 3));
  const inUnit = (bytes: number) => number(Math.round(bytes / 10 ** (3 * power - 1)) / 10);
  return `${total === undefined ? '' : `${inUnit(read)} of `}${inUnit(total ?? read)} ${UNITS[power] ?? ''}`;
}

/** How far the read of a table is in whole percent: by bytes where their total is known, else by the rows that are expected. */
export function shareRead({ read, bytesRead, bytesTotal, progress }: RunTable): number | undefined {
  const [done, all] =
    bytesTotal === undefined ? [read, progress?.rowsExpected] : [bytesRead ?? 0, bytesTotal];
  return all ? Math.min(100, Math.round((100 * done) / all)) : undefined;
}

/** How far the read of a table is: `120,000 of about 400,000 rows, 12.3 of 80 MB, 52,000 a second, 6 s left`. */
export function progressInWords({ read, bytesRead, bytesTotal, progress }: RunTable): string {
  if (!progress) return '';
  const { rowsExpected, rowsPerSecond, secondsLeft } = progress;
  const parts = [
    rowsExpected === undefined
      ? `${count(read)} rows`
      : `${count(read)} of about ${count(rowsExpected)} rows`,
    bytesRead !== undefined && bytesInWords(bytesRead, bytesTotal),
    rowsPerSecond !== undefined && `${count(rowsPerSecond)} a second`,
    secondsLeft !== undefined && (secondsLeft > 0 ? `${duration(secondsLeft)} left` : 'being written'),
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** Seconds in words: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${String(whole)} s`;
  if (whole < 3600) return `${String(Math.floor(whole / 60))} min ${String(whole % 60)} s`;
  return `${String(Math.floor(whole / 3600))} h ${String(Math.floor((whole % 3600) / 60))} min`;
}

/** How long a run took, or has taken up to `now`. */
export function runTook({ startedAt, finishedAt }: SyncRun, now: Date): string {
  const end = finishedAt === undefined ? now : new Date(finishedAt);
  return duration((end.getTime() - new Date(startedAt).getTime()) / 1000);
}
