/** French texts: connection. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/connection';

export const messages: Translation<typeof t> = {
  youAreOffline: 'Vous êtes hors ligne. Les chiffres sont peut-être périmés.',
  offlineFiguresFrom: 'Vous êtes hors ligne. Chiffres du {at}. Rien ne peut être modifié.',
  couldntReachTheServerRetrying: 'Impossible de joindre le serveur. Nouvelle tentative.',
  unreachableFiguresFrom: 'Impossible de joindre le serveur. Chiffres du {at}. Nouvelle tentative.',
};
