/** The IANA time zones that this browser knows, and its own. */

/** The browser's own time zone. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All zones that the browser knows, UTC, and the given ones. */
export const listTimeZones = (...given: string[]): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...given])].sort();
