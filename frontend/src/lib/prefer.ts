/** Has other preferences count from now on, also after the next visit; apart from reading them, which the first screen needs. */
import { count, KEY, preferences, USUAL, type Preferences } from './preferences';

/** From now on these count; without any, the usual. */
export function prefer(next: Preferences = USUAL): void {
  const text = JSON.stringify(next);
  if (text === JSON.stringify(preferences())) return;
  if (next === USUAL) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, text);
  count(next);
}
