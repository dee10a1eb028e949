/** Spanish texts: UI components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui';

export const messages: Translation<typeof t> = {
  leaveWithoutSaving: '¿Salir sin guardar los cambios?',
  retry: 'Reintentar',
  request: 'Solicitud {requestId}',
};
