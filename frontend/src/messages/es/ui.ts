/** Spanish texts: UI components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui';

export const messages: Translation<typeof t> = {
  retry: 'Reintentar',
  request: 'Solicitud {requestId}',
};
