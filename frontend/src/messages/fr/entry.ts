/** French texts: the pages before an account. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/entry';

export const messages: Translation<typeof t> = {
  whatSproutIs: 'Quoi acheter, quand et pourquoi.',
  whatSproutDoes:
    'Sprout montre aux acheteurs et responsables d’intrants agricoles ce qu’ils dépensent, quoi réapprovisionner et où vont les rendements et les prix.',
};
