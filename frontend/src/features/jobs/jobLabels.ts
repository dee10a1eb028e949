/** Texts for jobs. */
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/jobs';
import type { Job, JobState } from './queries';

const KIND_LABELS: Record<Job['kind'], string> = {
  get sync() {
    return t('dataSync');
  },
  get email() {
    return t('email');
  },
};

/** What the job does. */
export const jobKindLabel = ({ kind }: Pick<Job, 'kind'>) => KIND_LABELS[kind];

const STATE_LABELS: Record<JobState, string> = {
  get queued() {
    return t('waiting');
  },
  get running() {
    return t('running');
  },
  get done() {
    return t('done');
  },
  get failed() {
    return t('failed');
  },
  get cancelled() {
    return t('canceled');
  },
};

/** The state as text. A waiting job shows its start time. */
export function jobStateLabel({ state, dueAt }: Pick<Job, 'state' | 'dueAt'>, now: Date): string {
  const waits = state === 'queued' && new Date(dueAt) > now;
  return waits
    ? t('until', { state: STATE_LABELS[state], dueAt: formatDateTime(dueAt) })
    : STATE_LABELS[state];
}

/** The age of a job in one unit: `45 s`, `4 min`, `3 h`, `12 d`. */
export function formatAge({ createdAt }: Pick<Job, 'createdAt'>, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(createdAt).getTime()) / 1000));
  if (seconds < 60) return `${String(seconds)} s`;
  if (seconds < 3600) return t('min', { seconds: String(Math.floor(seconds / 60)) });
  if (seconds < 86_400) return `${String(Math.floor(seconds / 3600))} h`;
  return `${String(Math.floor(seconds / 86_400))} d`;
}

/** The filter options. */
export const STATE_FILTERS = ['all', 'queued', 'running', 'failed'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];
export const stateFilterLabel = (filter: StateFilter): string =>
  filter === 'all' ? t('allTasks') : STATE_LABELS[filter];

/** The filter option in the URL, or all jobs if there is none. */
export const parseStateFilter = (state: string | null): StateFilter =>
  STATE_FILTERS.find((filter) => filter === state) ?? 'all';
