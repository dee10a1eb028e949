/** German texts: the pages before an account. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/entry';

export const messages: Translation<typeof t> = {
  whatSproutIs: 'Was Sie kaufen sollten, wann und warum.',
  whatSproutDoes:
    'Sprout zeigt Einkauf und Leitung im Landhandel, was sie ausgeben, was nachzubestellen ist und wohin sich Erträge und Preise entwickeln.',
};
