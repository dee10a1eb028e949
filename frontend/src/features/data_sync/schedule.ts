/** The sync schedule: queries and labels. */
import { type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, unwrapData } from '@/api/queries';
import { putInSentence } from '@/lib/languageText';
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
  hourly: '0 * * * *',
  daily: '0 2 * * *',
  weekdays: '0 6 * * MON-FRI',
} as const;
export type Frequency = keyof typeof PRESETS | 'custom';

const FREQUENCY_LABELS: Record<Frequency, string> = {
  get hourly() {
    return t('everyHour');
  },
  get daily() {
    return t('everyDayAt2');
  },
  get weekdays() {
    return t('weekdaysAt6');
  },
  get custom() {
    return t('custom');
  },
};
export const FREQUENCIES = Object.keys(FREQUENCY_LABELS) as Frequency[];
export const frequencyLabel = (frequency: Frequency): string => FREQUENCY_LABELS[frequency];

/** The frequency of a cron expression. */
export function parseFrequency(cron: string): Frequency {
  return FREQUENCIES.find((name) => name !== 'custom' && PRESETS[name] === cron) ?? 'custom';
}

type Mode = ScheduleInput['mode'];

const MODE_LABELS: Record<Mode, string> = {
  get full() {
    return t('full');
  },
  get incremental() {
    return t('incremental');
  },
};
export const MODES = Object.keys(MODE_LABELS) as Mode[];
export const modeLabel = (mode: Mode): string => MODE_LABELS[mode];

/** What a mode does, in one sentence. */
export const MODE_DESCRIPTIONS: Record<Mode, string> = {
  get full() {
    return t('readsEveryTableCompletelyAndDeletes');
  },
  get incremental() {
    return t('skipsUnchangedDataAndDeletesNothing');
  },
};

/** The saved schedule, in one sentence. */
export function describeSchedule({ enabled, cron, mode, timeZone: zone }: Schedule): string {
  if (!enabled || cron === undefined || mode === undefined) return t('offStartSyncsManually');
  const frequency = parseFrequency(cron);
  const when = frequency === 'custom' ? t('cron', { cron }) : frequencyLabel(frequency);
  return t('scheduleSummary', { when, mode: putInSentence(modeLabel(mode)), zone });
}
