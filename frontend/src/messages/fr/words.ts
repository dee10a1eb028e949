/** French texts: words of the server, and color schemes. */
import type { Catalog } from '@/lib/translate';

export const messages: Catalog = {
  rising: 'en hausse',
  falling: 'en baisse',
  stable: 'stable',
  Unknown: 'Inconnu',
  light: 'clair',
  dark: 'sombre',
  system: 'système',
};
