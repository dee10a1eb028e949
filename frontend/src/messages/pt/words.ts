/** Portuguese texts: words of the server, and color schemes. */
import type { Catalog } from '@/lib/translate';

export const messages: Catalog = {
  rising: 'em alta',
  falling: 'em baixa',
  stable: 'estável',
  Unknown: 'Desconhecido',
  light: 'claro',
  dark: 'escuro',
  system: 'sistema',
};
