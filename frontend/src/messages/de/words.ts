/** German texts: words of the server, and color schemes. */
import type { Catalog } from '@/lib/translate';

export const messages: Catalog = {
  rising: 'steigend',
  falling: 'fallend',
  stable: 'stabil',
  Unknown: 'Unbekannt',
  light: 'hell',
  dark: 'dunkel',
  system: 'System',
};
