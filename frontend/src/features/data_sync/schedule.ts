/** When syncs start by themselves: what the page asks of the API, and how it is said in words. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { REFRESH_MS } from './rules';

export type Schedule = Schemas['SyncSchedule'];
export type ScheduleInput = Schemas['SyncScheduleInput'];

export const syncSchedule = queryOptions({
  queryKey: ['/api/data-sync/schedule'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/data-sync/schedule', { signal }))).data,
  // A time may come while the page is open.
  refetchInterval: REFRESH_MS,
});

export function useSetSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: ScheduleInput) =>
      (await answer(sprout.PUT('/api/data-sync/schedule', { body }))).data,
    onSuccess: (kept) => cache.setQueryData(syncSchedule.queryKey, kept),
  });
}

/** The rhythms that need no cron. */
export const PRESETS = {
  'Every hour': '0 * * * *',
  'Every day at 02:00': '0 2 * * *',
  'Weekdays at 06:00': '0 6 * * MON-FRI',
} as const;
export type Rhythm = keyof typeof PRESETS | 'Custom';
export const RHYTHMS: readonly Rhythm[] = [...(Object.keys(PRESETS) as (keyof typeof PRESETS)[]), 'Custom'];

/** The rhythm that five cron fields mean. */
export function rhythmOf(cron: string): Rhythm {
  return RHYTHMS.find((rhythm) => rhythm !== 'Custom' && PRESETS[rhythm] === cron) ?? 'Custom';
}

const modeWords = { full: 'Full', incremental: 'Incremental' } as const;
export type ModeWord = (typeof modeWords)[keyof typeof modeWords];
export const MODES: readonly ModeWord[] = Object.values(modeWords);
export const modeInWords = (mode: ScheduleInput['mode']): ModeWord => modeWords[mode];
export const modeOf = (word: ModeWord): ScheduleInput['mode'] => (word === 'Full' ? 'full' : 'incremental');

/** What a mode does, in one sentence. */
export const modeMeans: Record<ModeWord, string> = {
  Full: 'Reads every table completely, and removes rows that are no longer at the source.',
  Incremental: 'Leaves out what has not changed, and removes nothing.',
};

/** The schedule as it is kept, in one sentence. */
export function scheduleInWords({ enabled, cron, mode, zone }: Schedule): string {
  if (!enabled || cron === undefined || mode === undefined)
    return 'Off. Syncs start when somebody starts them.';
  const rhythm = rhythmOf(cron);
  const when = rhythm === 'Custom' ? `Cron ${cron}` : rhythm;
  return `${when}, ${modeInWords(mode).toLowerCase()} sync, in the time of ${zone}.`;
}
