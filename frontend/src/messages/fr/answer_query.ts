/** French texts: the query of an answer. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/answer_query';

export const messages: Translation<typeof t> = {
  partsOfTheQuestion: 'Éléments de la question',
  change: 'Modifier {part}',
  remove: 'Retirer {part}',
  openInExplore: 'Ouvrir dans Explorer',
  pinToDashboard: 'Épingler au tableau de bord',
  pinned: 'Épinglé au tableau de bord.',
  openDashboard: 'Ouvrir le tableau de bord',
  couldntPin: 'Impossible d’épingler la réponse. Réessayez.',
};
