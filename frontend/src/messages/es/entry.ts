/** Spanish texts: the pages before an account. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/entry';

export const messages: Translation<typeof t> = {
  whatSproutIs: 'Qué comprar, cuándo y por qué.',
  whatSproutDoes:
    'Sprout muestra a compradores y gerentes de insumos agrícolas cuánto gastan, qué reponer y hacia dónde van los rendimientos y los precios.',
};
