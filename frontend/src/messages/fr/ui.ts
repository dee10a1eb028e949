/** French texts: UI components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui';

export const messages: Translation<typeof t> = {
  leaveWithoutSaving: 'Quitter sans enregistrer vos modifications ?',
  retry: 'Réessayer',
  request: 'Requête {requestId}',
};
