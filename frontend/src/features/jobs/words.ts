/** Jobs in words. */
import { moment } from '@/lib/format';
import type { Job, JobState } from './queries';

const kinds: Record<string, string> = { sync: 'Data sync', mail: 'Mail' };

/** What is done; a kind that this page does not know goes by its own name. */
export const kindInWords = ({ kind }: Pick<Job, 'kind'>) => kinds[kind] ?? kind;

const states: Record<JobState, string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** How it stands; one that waits for its time says until when. */
export function stateInWords({ state, dueAt }: Pick<Job, 'state' | 'dueAt'>, now: Date): string {
  const waits = state === 'queued' && new Date(dueAt) > now;
  return waits ? `${states[state]} until ${moment(dueAt)}` : states[state];
}

/** How long ago a job came up, in one unit: `45 s`, `4 min`, `3 h`, `12 d`. */
export function age({ createdAt }: Pick<Job, 'createdAt'>, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(createdAt).getTime()) / 1000));
  if (seconds < 60) return `${String(seconds)} s`;
  if (seconds < 3600) return `${String(Math.floor(seconds / 60))} min`;
  if (seconds < 86_400) return `${String(Math.floor(seconds / 3600))} h`;
  return `${String(Math.floor(seconds / 86_400))} d`;
}

/** The choices of the list, by what they ask for. */
export const choices = { All: undefined, Waiting: 'queued', Running: 'running', Failed: 'failed' } as const;
export type Choice = keyof typeof choices;
export const choiceNames = Object.keys(choices) as Choice[];

/** The choice that the address names; all jobs where it names none. */
export const choiceOf = (state: string | null): Choice =>
  choiceNames.find((name) => choices[name] === state) ?? 'All';
