/** Whether the newest row is too old for the figures that it belongs to. */

/** Days after the newest row from which figures are stale. */
const MAX_DATA_AGE_DAYS = 7;
const DAY_MS = 86_400_000;

/** ISO dates of figures. */
export interface FigureDates {
  /** The day that the figures are for: today, or the day of the newest row if that is older than usual. */
  asOf?: string | undefined;
  /** Today, if it differs from `asOf`. */
  today?: string | undefined;
  /** The day of the newest row. */
  dataThrough?: string | undefined;
  /** Whether the figures of newer data are being calculated. */
  isUpdating?: boolean | undefined;
}

/** Days from the newest row to today, if figures are stale. */
export function staleDays({ asOf, today = asOf, dataThrough }: FigureDates): number | undefined {
  if (today === undefined || dataThrough === undefined) return undefined;
  const days = Math.round((Date.parse(today) - Date.parse(dataThrough)) / DAY_MS);
  return days > MAX_DATA_AGE_DAYS || isForEarlierDay({ asOf, today }) ? days : undefined;
}

/** Whether figures are for a day before today, because newer rows are missing. */
export function isForEarlierDay({ asOf, today }: FigureDates): boolean {
  return asOf !== undefined && today !== undefined && asOf < today;
}
