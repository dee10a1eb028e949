/** The time zones that this browser knows by their IANA names, and its own. */

/** The browser's own. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All it knows, UTC, and those given. */
export const timeZones = (...given: string[]): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...given])].sort();
