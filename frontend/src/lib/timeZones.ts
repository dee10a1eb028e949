/** The time zones that this browser knows by their IANA names, and its own. */

/** The browser's own. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All it knows, UTC, and those given. */
export const listTimeZones = (...given: string[]): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...given])].sort();
