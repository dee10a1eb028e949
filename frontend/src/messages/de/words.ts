/** German texts: words of the server. */
import type { Catalog } from '@/lib/translate';

export const messages: Catalog = {
  rising: 'steigend',
  falling: 'fallend',
  stable: 'stabil',
  Unknown: 'Unbekannt',
};
