/** German texts: the query of an answer. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/answer_query';

export const messages: Translation<typeof t> = {
  partsOfTheQuestion: 'Teile der Frage',
  change: '{part} ändern',
  remove: '{part} entfernen',
  openInExplore: 'In der Auswertung öffnen',
  pinToDashboard: 'An das Dashboard anheften',
  pinned: 'An das Dashboard angeheftet.',
  openDashboard: 'Dashboard öffnen',
  couldntPin: 'Die Antwort konnte nicht angeheftet werden. Versuchen Sie es erneut.',
};
