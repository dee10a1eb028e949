/** Days, ISO weeks and months by their API names: `2026-11-20`, `2026-W47`, `2026-11`. */
import { t } from '@/messages/en/ui_charts';
import { formatMonth, formatShortDay, formatShortMonth } from './dateFormat';
import { formatDay } from './format';

export { formatMonth, formatShortDay };

const DAY_MS = 86_400_000;

/** The Monday of an ISO week, as an ISO date. Week 1 is the week that contains January 4. */
function mondayOfWeek(year: number, week: number): string {
  const fourth = Date.UTC(year, 0, 4);
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  return new Date(fourth + ((week - 1) * 7 - weekday) * DAY_MS).toISOString().slice(0, 10);
}

function parsePeriod(span: string): { week?: string; month?: string } {
  const week = /^(\d{4})-W(\d{2})$/.exec(span);
  if (week) return { week: mondayOfWeek(Number(week[1]), Number(week[2])) };
  return /^\d{4}-\d{2}$/.test(span) ? { month: span } : {};
}

/** A period in short form, for axes: a day, the Monday of a week, or a month without its year. */
export function formatShortPeriod(span: string): string {
  const { week, month } = parsePeriod(span);
  if (month !== undefined) return formatShortMonth(month);
  return formatShortDay(week ?? span);
}

/** A period in full: `Nov 20, 2026`, `Week of Nov 16, 2026`, `Nov 2026`. */
export function formatPeriod(span: string): string {
  const { week, month } = parsePeriod(span);
  if (month !== undefined) return formatMonth(month);
  return week === undefined ? formatDay(span) : t('weekOf', { week: formatDay(week) });
}
