/** Whether the newest row is too old for figures as of a later day. */

/** Days after the newest row from which figures are stale. */
const MAX_DATA_AGE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Days from the newest row to the day of the figures, if they are stale. Both are ISO dates. */
export function staleDays(asOf: string | undefined, dataThrough: string | undefined): number | undefined {
  if (asOf === undefined || dataThrough === undefined) return undefined;
  const days = Math.round((Date.parse(asOf) - Date.parse(dataThrough)) / DAY_MS);
  return days > MAX_DATA_AGE_DAYS ? days : undefined;
}
