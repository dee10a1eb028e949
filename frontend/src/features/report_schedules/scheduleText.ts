/** Texts about schedules. */
import { formatDayParts } from '@/lib/format';
import { t } from '@/messages/en/report_schedules';
import type { ReportSchedule, ReportScheduleInput } from './queries';

/** The name of a day of the week, from 1 for Monday. */
export const weekdayName = (weekday: number): string =>
  // 1 January 2024 was a Monday.
  formatDayParts(`2024-01-0${String(weekday)}`, { weekday: 'long' });

/** Such as `Every Monday at 07:30`. */
export function describeCadence({ cadence, weekday = 1, monthDay = 1, time }: ReportSchedule): string {
  switch (cadence) {
    case 'daily':
      return t('everyDayAt', { time });
    case 'weekly':
      return t('everyWeekAt', { weekday: weekdayName(weekday), time });
    case 'monthly':
      return t('everyMonthAt', { day: String(monthDay), time });
  }
}

type ReportSubject = Pick<ReportScheduleInput, 'kind' | 'query' | 'viewId'>;

/** Whether a report shows what a page asked, rather than one of the reports to choose from. */
export const asksQuery = ({ kind, query, viewId }: ReportSubject): boolean =>
  kind === 'metric' || query !== undefined || viewId !== undefined;

/** What such a report shows. */
export function describeSubject({ kind, query, viewId }: ReportSubject): string {
  const shown = describeShown(kind, query);
  if (viewId === undefined) return shown;
  return query === undefined ? t('followsView') : `${shown}. ${t('followsView')}`;
}

function describeShown(kind: ReportSubject['kind'], query: unknown): string {
  switch (kind) {
    case 'metric':
      return t('metric', { figures: describeQuery(query) });
    case 'metric_sections':
      return t('recordPage', {
        record: (query as { record?: { id?: string } } | undefined)?.record?.id ?? '',
      });
    default:
      return t('stockPosition');
  }
}

/** The measures and dimensions of a metric query, by their IDs. */
function describeQuery(query: unknown): string {
  const { measures, dimensions } = (query ?? {}) as { measures?: string[]; dimensions?: string[] };
  return [...(measures ?? []), ...(dimensions ?? [])].map((id) => id.replaceAll('_', ' ')).join(', ');
}
