/** Pages print in the light scheme, whatever the screen uses. */
import { SCHEME_ATTRIBUTE } from './theme';

export function forceLightSchemeInPrint(): void {
  const page = document.documentElement;
  let onScreen: string | null = null;
  window.addEventListener('beforeprint', () => {
    onScreen = page.getAttribute(SCHEME_ATTRIBUTE);
    page.setAttribute(SCHEME_ATTRIBUTE, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (onScreen !== null) page.setAttribute(SCHEME_ATTRIBUTE, onScreen);
  });
}
