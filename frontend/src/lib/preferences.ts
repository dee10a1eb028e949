/** The user's language and format preferences, stored in this browser, or the defaults. */

/** In the API's format. */
export interface Preferences {
  /** The language of texts; `auto` is the browser's. */
  language: string;
  /** The locale of dates and numbers; `auto` is usual in the language. */
  formats: string;
  /** The time zone of timestamps; the browser's by default. */
  timeZone?: string;
  units: 'us' | 'metric';
  /** How currencies are displayed. */
  currencyStyle: 'symbol' | 'code';
}

export const DEFAULT_PREFERENCES: Preferences = {
  language: 'auto',
  formats: 'auto',
  units: 'us',
  currencyStyle: 'symbol',
};

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

/** The language of the texts that are shown. */
export const getLanguage = (): string => document.documentElement.lang || 'en';

/** The locale of dates and numbers: the chosen one, else the browser's for the language. */
export function getLocale(): string {
  const language = getLanguage();
  return current.formats === 'auto'
    ? (navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ??
        // Spanish is that of Latin America.
        (language === 'es' ? 'es-MX' : language))
    : current.formats;
}
