/** The user's number and date preferences, stored in this browser, or the defaults. */

/** In the API's format. */
export interface Preferences {
  /** The locale of dates and numbers. */
  formats: string;
  /** The time zone of timestamps; the browser's by default. */
  timeZone?: string;
  units: 'us' | 'metric';
  /** How currencies are displayed. */
  currencyStyle: 'symbol' | 'code';
}

export const DEFAULT_PREFERENCES: Preferences = { formats: 'en-US', units: 'us', currencyStyle: 'symbol' };

/** The local storage key. */
export const PREFERENCES_KEY = 'sprout-preferences';
const listeners = new Set<() => void>();
let current = readStored();

function readStored(): Preferences {
  try {
    return {
      ...DEFAULT_PREFERENCES,
      ...(JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}') as Partial<Preferences>),
    };
  } catch {
    return DEFAULT_PREFERENCES;
  }
}

/** The current preferences. */
export const getPreferences = (): Preferences => current;

/** Applies preferences in this tab. */
export function setPreferences(next: Preferences): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` on changes; returns a function to unsubscribe. */
export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
