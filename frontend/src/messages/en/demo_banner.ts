/** English texts: the banner of the demo. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('demo_banner', {
  demoFigures: 'Demo: figures of an example farm supply business.',
  demoFiguresForVisitors: 'Example data. {link} to use your own.',
  createAccount: 'Create an account',
});
