/** API queries about runs, and how a run is shown as text. */
import { unwrap, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, apiQuery } from '@/api/queries';
import { formatCount, formatNumber } from '@/lib/format';

export type SyncRun = Schemas['SyncRun'];
export type RunTable = Schemas['RunTable'];
type RunState = Schemas['RunState'];
type TableState = Schemas['TableState'];

/** While a run continues it is looked at this often, in milliseconds. */
const POLL_MS = 1_000;
const PAGE_SIZE = 10;

/** The newest run, looked at again and again while it continues. */
export const latestRunQuery = queryOptions({
  ...apiQuery('/api/data-sync/runs', { params: { query: { limit: 1 } } }),
  select: ({ items }) => items[0] ?? null,
  refetchInterval: POLL_MS,
  staleTime: 0,
});

/** Every run, newest first, page by page. */
export const runsQuery = apiPagesQuery('/api/data-sync/runs', { limit: PAGE_SIZE });

export const cancelRun = (id: string) =>
  unwrap(apiClient.POST('/api/data-sync/runs/{id}/cancel', { params: { path: { id } } }));

export const isActiveRun = ({ state }: Pick<SyncRun, 'state'>) => state === 'queued' || state === 'running';

const STATE_LABELS: Record<RunState | TableState, string> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Succeeded',
  succeeded_with_rejects: 'Rows rejected',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
};

export const stateLabel = (state: RunState | TableState) => STATE_LABELS[state];

const KIND_LABELS: Record<Schemas['RunKind'], string> = {
  full: 'Full',
  incremental: 'Incremental',
  table: 'One table',
  retry: 'Retry',
};

/** What a run covers, and that nobody started it: `Full, scheduled`. */
export const runKindLabel = ({ kind, trigger }: Pick<SyncRun, 'kind' | 'trigger'>) =>
  trigger === 'schedule' ? `${KIND_LABELS[kind]}, scheduled` : KIND_LABELS[kind];

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes as text, of how many where that is known: `12.3 MB`, `12.3 of 80 MB`. Both are shown in the unit of the larger one. */
export function formatBytes(read: number, total?: number): string {
  const largest = Math.max(read, total ?? 0, 1);
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(largest) / 3));
  const inUnit = (bytes: number) => formatNumber(Math.round(bytes / 10 ** (3 * power - 1)) / 10);
  return `${total === undefined ? '' : `${inUnit(read)} of `}${inUnit(total ?? read)} ${UNITS[power] ?? ''}`;
}

/** How far the read of a table is in whole percent: by bytes where their total is known, else by the rows that are expected. */
export function percentRead({ read, bytesRead, bytesTotal, progress }: RunTable): number | undefined {
  const [done, all] =
    bytesTotal === undefined ? [read, progress?.rowsExpected] : [bytesRead ?? 0, bytesTotal];
  return all ? Math.min(100, Math.round((100 * done) / all)) : undefined;
}

/** How far the read of a table is: `120,000 of about 400,000 rows, 12.3 of 80 MB, 52,000 a second, 6 s left`. */
export function formatProgress({ read, bytesRead, bytesTotal, progress }: RunTable): string {
  if (!progress) return '';
  const { rowsExpected, rowsPerSecond, secondsLeft } = progress;
  const parts = [
    rowsExpected === undefined
      ? `${formatCount(read)} rows`
      : `${formatCount(read)} of about ${formatCount(rowsExpected)} rows`,
    bytesRead !== undefined && formatBytes(bytesRead, bytesTotal),
    rowsPerSecond !== undefined && `${formatCount(rowsPerSecond)} a second`,
    secondsLeft !== undefined && (secondsLeft > 0 ? `${formatDuration(secondsLeft)} left` : 'being written'),
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** Seconds as text: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${String(whole)} s`;
  if (whole < 3600) return `${String(Math.floor(whole / 60))} min ${String(whole % 60)} s`;
  return `${String(Math.floor(whole / 3600))} h ${String(Math.floor((whole % 3600) / 60))} min`;
}

/** How long a run took, or has taken up to `now`. */
export function formatRunDuration({ startedAt, finishedAt }: SyncRun, now: Date): string {
  const end = finishedAt === undefined ? now : new Date(finishedAt);
  return formatDuration((end.getTime() - new Date(startedAt).getTime()) / 1000);
}
