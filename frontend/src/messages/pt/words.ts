/** Portuguese texts: words of the server. */
import type { Catalog } from '@/lib/translate';

export const messages: Catalog = {
  rising: 'em alta',
  falling: 'em baixa',
  stable: 'estável',
  Unknown: 'Desconhecido',
};
