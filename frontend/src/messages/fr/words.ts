/** French texts: words of the server. */
import type { Catalog } from '@/lib/translate';

export const messages: Catalog = {
  rising: 'en hausse',
  falling: 'en baisse',
  stable: 'stable',
  Unknown: 'Inconnu',
};
