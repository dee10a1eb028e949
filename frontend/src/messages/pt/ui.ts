/** Portuguese texts: UI components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui';

export const messages: Translation<typeof t> = {
  leaveWithoutSaving: 'Sair sem salvar suas alterações?',
  retry: 'Tentar novamente',
  request: 'Solicitação {requestId}',
};
