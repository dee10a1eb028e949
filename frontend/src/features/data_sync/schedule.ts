/** The sync schedule: queries and labels. */
import { type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, unwrapData } from '@/api/queries';
import { t } from '@/messages/en/data_sync_panels';
import { REFRESH_MS } from './syncRules';

export type Schedule = Schemas['SyncSchedule'];
type ScheduleInput = Schemas['SyncScheduleInput'];

export const scheduleQuery = queryOptions({
  ...apiQuery('/api/data-sync/schedule'),
  // A scheduled run may start while the page is open.
  refetchInterval: REFRESH_MS,
});

export function useSetSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ScheduleInput) => unwrapData(apiClient.PUT('/api/data-sync/schedule', { body })),
    onSuccess: (saved) => queryClient.setQueryData(scheduleQuery.queryKey, saved),
  });
}

/** Frequencies with a preset cron expression. */
export const PRESETS = {
  'Every hour': '0 * * * *',
  'Every day at 02:00': '0 2 * * *',
  'Weekdays at 06:00': '0 6 * * MON-FRI',
} as const;
export type Frequency = keyof typeof PRESETS | 'Custom';
export const FREQUENCIES: readonly Frequency[] = [
  ...(Object.keys(PRESETS) as (keyof typeof PRESETS)[]),
  'Custom',
];

/** The frequency of a cron expression. */
export function parseFrequency(cron: string): Frequency {
  return FREQUENCIES.find((rhythm) => rhythm !== 'Custom' && PRESETS[rhythm] === cron) ?? 'Custom';
}

const MODE_LABELS = {
  full: 'Full',
  incremental: 'Incremental',
} as const;
type ModeLabel = (typeof MODE_LABELS)[keyof typeof MODE_LABELS];
export const MODES: readonly ModeLabel[] = Object.values(MODE_LABELS);
export const modeLabel = (mode: ScheduleInput['mode']): ModeLabel => MODE_LABELS[mode];
export const parseMode = (word: ModeLabel): ScheduleInput['mode'] =>
  word === 'Full' ? 'full' : 'incremental';

/** What a mode does, in one sentence. */
export const MODE_DESCRIPTIONS: Record<ModeLabel, string> = {
  get Full() {
    return t('readsEveryTableCompletelyAndDeletes');
  },
  get Incremental() {
    return t('skipsUnchangedDataAndDeletesNothing');
  },
};

/** The saved schedule, in one sentence. */
export function describeSchedule({ enabled, cron, mode, timeZone: zone }: Schedule): string {
  if (!enabled || cron === undefined || mode === undefined) return t('offStartSyncsManually');
  const rhythm = parseFrequency(cron);
  const when = rhythm === 'Custom' ? t('cron', { cron }) : rhythm;
  return t('scheduleSummary', { when, mode: modeLabel(mode).toLowerCase(), zone });
}
