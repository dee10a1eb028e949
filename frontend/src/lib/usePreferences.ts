/** The preferences of the person who uses this browser: components that call this render again when they change. */
import { useSyncExternalStore } from 'react';
import { getPreferences, onPreferencesChange, type Preferences } from './preferences';

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, getPreferences);
}
