/** Portuguese texts: the pages before an account. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/entry';

export const messages: Translation<typeof t> = {
  whatSproutIs: 'O que comprar, quando e por quê.',
  whatSproutDoes:
    'O Sprout mostra a compradores e gestores de insumos agrícolas o que gastam, o que repor e para onde vão a produtividade e os preços.',
};
