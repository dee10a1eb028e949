/** How figures and times are written for the user: what they chose, kept in this browser between visits, or the usual. */

/** As the API has them. */
export interface Preferences {
  /** Whose way of writing dates and numbers is used. */
  formats: string;
  /** The zone in which times are shown; that of the browser where it is absent. */
  timeZone?: string;
  units: 'us' | 'metric';
  /** How the currency of an amount is written. */
  currencyStyle: 'symbol' | 'code';
}

export const DEFAULT_PREFERENCES: Preferences = { formats: 'en-US', units: 'us', currencyStyle: 'symbol' };

/** Under which the browser keeps them. */
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

/** What counts now. */
export const getPreferences = (): Preferences => current;

/** From now on these count, in this tab. */
export function setPreferences(next: Preferences): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` when others count; the returned function stops that. */
export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
