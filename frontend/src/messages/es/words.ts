/** Spanish texts: words of the server, and color schemes. */
import type { Catalog } from '@/lib/translate';

export const messages: Catalog = {
  rising: 'al alza',
  falling: 'a la baja',
  stable: 'estable',
  Unknown: 'Desconocido',
  light: 'claro',
  dark: 'oscuro',
  system: 'sistema',
};
