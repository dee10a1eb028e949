/** Stores and applies preferences. Separate from reading them, which the first screen needs. */
import {
  setPreferences,
  PREFERENCES_KEY,
  getPreferences,
  DEFAULT_PREFERENCES,
  type Preferences,
} from './preferences';

/** Applies preferences. Without any, applies the defaults. */
export function applyPreferences(chosen: Preferences = DEFAULT_PREFERENCES): void {
  const next = chosen === DEFAULT_PREFERENCES ? chosen : { ...DEFAULT_PREFERENCES, ...chosen };
  const text = JSON.stringify(next);
  if (text === JSON.stringify(getPreferences())) return;
  const { language } = getPreferences();
  if (next === DEFAULT_PREFERENCES) localStorage.removeItem(PREFERENCES_KEY);
  else localStorage.setItem(PREFERENCES_KEY, text);
  setPreferences(next);
  if (next.language !== language) void import('@/messages/languages').then((module) => module.loadLanguage());
}
