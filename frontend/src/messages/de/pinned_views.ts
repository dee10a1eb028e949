/** German texts: saved views on the dashboard. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/pinned_views';

export const messages: Translation<typeof t> = {
  openInExplore: 'In der Auswertung öffnen',
  unpin: 'Lösen',
  unpinView: '{name} lösen',
  isLoading: '{name} wird geladen',
  couldntLoad: 'Die Zahlen konnten nicht geladen werden.',
  couldntLoadPins: 'Ihre angehefteten Ansichten konnten nicht geladen werden.',
  couldntUnpin: 'Die Ansicht konnte nicht gelöst werden. Versuchen Sie es erneut.',
  notPermitted: 'Sie haben keine Berechtigung für diese Zahlen.',
  noRows: 'Keine Zeilen passen zu dieser Ansicht.',
  firstRows: 'Die ersten {count} von {total} Zeilen.',
};
