/** German texts: connection. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/connection';

export const messages: Translation<typeof t> = {
  youAreOffline: 'Sie sind offline. Zahlen sind möglicherweise veraltet.',
  offlineFiguresFrom: 'Sie sind offline. Zahlen vom {at}. Änderungen sind nicht möglich.',
  couldntReachTheServerRetrying: 'Der Server ist nicht erreichbar. Neuer Versuch läuft.',
  unreachableFiguresFrom: 'Der Server ist nicht erreichbar. Zahlen vom {at}. Neuer Versuch läuft.',
};
