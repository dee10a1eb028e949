/** German texts: UI components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui';

export const messages: Translation<typeof t> = {
  leaveWithoutSaving: 'Ohne Speichern der Änderungen verlassen?',
  retry: 'Erneut versuchen',
  request: 'Anfrage {requestId}',
};
