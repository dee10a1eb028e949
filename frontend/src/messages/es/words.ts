/** Spanish texts: words of the server. */
import type { Catalog } from '@/lib/translate';

export const messages: Catalog = {
  rising: 'al alza',
  falling: 'a la baja',
  stable: 'estable',
  Unknown: 'Desconocido',
};
