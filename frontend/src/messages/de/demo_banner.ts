/** German texts: the banner of the demo. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/demo_banner';

export const messages: Translation<typeof t> = {
  demoFigures: 'Demo: Alle Zahlen gehören zu einem Beispiel-Landhandel.',
  demoFiguresForVisitors: 'Demo eines Beispielbetriebs. {link}, um eigene Daten zu verwenden.',
  createAccount: 'Konto erstellen',
};
