/** API queries of runs, and their texts. */
import { unwrap, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, apiQuery } from '@/api/queries';
import { formatCount, formatNumber } from '@/lib/format';
import { t } from '@/messages/en/data_sync_source';

export type SyncRun = Schemas['SyncRun'];
export type RunTable = Schemas['RunTable'];
type RunState = Schemas['RunState'];
type TableState = Schemas['TableState'];

/** How often a run in progress is refetched, in milliseconds. */
const POLL_MS = 1_000;
const PAGE_SIZE = 10;

/** The newest run, refetched while it is in progress. */
export const latestRunQuery = queryOptions({
  ...apiQuery('/api/data-sync/runs', { params: { query: { limit: 1 } } }),
  select: ({ items }) => items[0] ?? null,
  refetchInterval: POLL_MS,
  staleTime: 0,
});

/** All runs, newest first, paged. */
export const runsQuery = apiPagesQuery('/api/data-sync/runs', { limit: PAGE_SIZE });

export const cancelRun = (id: string) =>
  unwrap(apiClient.POST('/api/data-sync/runs/{id}/cancel', { params: { path: { id } } }));

export const isActiveRun = ({ state }: Pick<SyncRun, 'state'>) => state === 'queued' || state === 'running';

const STATE_LABELS: Record<RunState | TableState, string> = {
  get queued() {
    return t('waiting');
  },
  get running() {
    return t('running');
  },
  get succeeded() {
    return t('succeeded');
  },
  get succeeded_with_rejects() {
    return t('rowsRejected');
  },
  get failed() {
    return t('failed');
  },
  get cancelled() {
    return t('canceled');
  },
  get skipped() {
    return t('skipped');
  },
};

export const stateLabel = (state: RunState | TableState) => STATE_LABELS[state];

const KIND_LABELS: Record<Schemas['RunKind'], string> = {
  get full() {
    return t('full');
  },
  get incremental() {
    return t('incremental');
  },
  get table() {
    return t('oneTable');
  },
  get retry() {
    return t('retry');
  },
  get import() {
    return t('import');
  },
};

/** The scope of a run, and whether a schedule started it: `Full, scheduled`. */
export const runKindLabel = ({ kind, trigger }: Pick<SyncRun, 'kind' | 'trigger'>) =>
  trigger === 'schedule' ? t('scheduled', { kind: KIND_LABELS[kind] }) : KIND_LABELS[kind];

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/**
 * Bytes as text, with the total if known: `12.3 MB`, `12.3 of 80 MB`. Both use the unit of the larger number.
 */
export function formatBytes(read: number, total?: number): string {
  const largest = Math.max(read, total ?? 0, 1);
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(largest) / 3));
  const inUnit = (bytes: number) => formatNumber(Math.round(bytes / 10 ** (3 * power - 1)) / 10);
  return `${total === undefined ? '' : `${t('of', { read: inUnit(read) })} `}${inUnit(total ?? read)} ${UNITS[power] ?? ''}`;
}

/**
 * Read progress of a table in whole percent: by bytes if their total is known, otherwise by expected rows.
 */
export function percentRead({ read, bytesRead, bytesTotal, progress }: RunTable): number | undefined {
  const [done, all] =
    bytesTotal === undefined ? [read, progress?.rowsExpected] : [bytesRead ?? 0, bytesTotal];
  return all ? Math.min(100, Math.round((100 * done) / all)) : undefined;
}

/** Read progress of a table: `120,000 of about 400,000 rows, 12.3 of 80 MB, 52,000 a second, 6 s left`. */
export function formatProgress({ read, bytesRead, bytesTotal, progress }: RunTable): string {
  if (!progress) return '';
  const { rowsExpected, rowsPerSecond, secondsLeft } = progress;
  const parts = [
    rowsExpected === undefined
      ? t('rowsRead', { read: formatCount(read) })
      : t('ofAboutRows', { read: formatCount(read), rowsExpected: formatCount(rowsExpected) }),
    bytesRead !== undefined && formatBytes(bytesRead, bytesTotal),
    rowsPerSecond !== undefined && t('perSecond', { rowsPerSecond: formatCount(rowsPerSecond) }),
    secondsLeft !== undefined &&
      (secondsLeft > 0 ? t('left', { secondsLeft: formatDuration(secondsLeft) }) : t('writing')),
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** Seconds as text: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${String(whole)} s`;
  if (whole < 3600) return t('minS', { whole: String(Math.floor(whole / 60)), whole2: String(whole % 60) });
  return t('hMin', {
    whole: String(Math.floor(whole / 3600)),
    whole2: String(Math.floor((whole % 3600) / 60)),
  });
}

/** The duration of a run, up to `now` if it is in progress. */
export function formatRunDuration({ startedAt, finishedAt }: SyncRun, now: Date): string {
  const end = finishedAt === undefined ? now : new Date(finishedAt);
  return formatDuration((end.getTime() - new Date(startedAt).getTime()) / 1000);
}
