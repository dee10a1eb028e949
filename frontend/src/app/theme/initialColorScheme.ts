/** Sets the color scheme on `<html>` before React renders, so that a dark screen doesn't flash light. */
import { SCHEME_ATTRIBUTE } from './theme';

/** Local storage key of the visitor's choice: `light`, `dark` or `system`. */
export const SCHEME_STORAGE_KEY = 'sprout-scheme';

export function applyInitialColorScheme(): void {
  const chosen = localStorage.getItem(SCHEME_STORAGE_KEY);
  const dark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, dark ? 'dark' : 'light');
}
