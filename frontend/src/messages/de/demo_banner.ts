/** German texts: the banner of the demo. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/demo_banner';

export const messages: Translation<typeof t> = {
  demoFigures: 'Demo: Zahlen eines Beispiel-Landhandels.',
  demoFiguresForVisitors: 'Beispieldaten. {link}, um eigene zu verwenden.',
  createAccount: 'Konto erstellen',
};
