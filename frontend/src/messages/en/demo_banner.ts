/** English texts: the banner of the demo. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('demo_banner', {
  demoFigures: 'Demo: all figures are of an example farm supply business.',
  demoFiguresForVisitors: 'Demo of an example business. {link} to use your own data.',
  createAccount: 'Create an account',
});
