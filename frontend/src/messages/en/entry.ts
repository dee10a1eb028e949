/** English texts: the pages before an account. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('entry', {
  whatSproutIs: 'What to buy, when, and why.',
  whatSproutDoes:
    'Sprout shows buyers and managers of farm inputs what they spend, what to reorder, and where yields and prices are heading.',
});
