/** Formats days and months for axes, and local times. */
import { formatDayParts, formatDateTimeParts } from './format';

/** A day without its year, for axes: `Nov 20`. */
export const formatShortDay = (iso: string): string =>
  formatDayParts(iso, { month: 'short', day: 'numeric' });

/** A month such as `2026-11` as text: `Nov 2026`. */
export const formatMonth = (month: string): string =>
  formatDayParts(`${month}-01`, { month: 'short', year: 'numeric' });

/** A month such as `2026-11` without its year: `Nov`. */
export const formatShortMonth = (month: string): string => formatDayParts(`${month}-01`, { month: 'short' });

/** The name of a weekday, from 1 (Monday) to 7. January 1, 2024 is a Monday. */
export const formatWeekday = (day: number): string =>
  formatDayParts(`2024-01-0${String(day)}`, { weekday: 'long' });

/** The name of a month, from 1 to 12. */
export const formatMonthName = (month: number): string =>
  formatDayParts(`2024-${String(month).padStart(2, '0')}-01`, { month: 'long' });

/** The local time of an RFC 3339 time with offset: `Wed, Jun 17, 2026, 2:00 AM`. */
export const formatWallTime = (there: string): string =>
  formatDayParts(`${there.slice(0, 19)}Z`, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** The time of day in an IANA time zone. Undefined if the browser doesn't know the zone. */
export function formatLocalTime(at: Date, timeZone: string): string | undefined {
  try {
    return formatDateTimeParts(at, { timeStyle: 'short', timeZone });
  } catch {
    return undefined;
  }
}
