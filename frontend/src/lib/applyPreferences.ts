/** Stores and applies preferences. Separate from reading them, which the first screen needs. */
import {
  setPreferences,
  PREFERENCES_KEY,
  getPreferences,
  DEFAULT_PREFERENCES,
  type Preferences,
} from './preferences';

/** Applies preferences. Without any, applies the defaults. */
export function applyPreferences(next: Preferences = DEFAULT_PREFERENCES): void {
  const text = JSON.stringify(next);
  if (text === JSON.stringify(getPreferences())) return;
  if (next === DEFAULT_PREFERENCES) localStorage.removeItem(PREFERENCES_KEY);
  else localStorage.setItem(PREFERENCES_KEY, text);
  setPreferences(next);
}
