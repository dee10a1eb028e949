/** Portuguese texts: connection. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/connection';

export const messages: Translation<typeof t> = {
  youAreOffline: 'Você está offline. Os números podem estar desatualizados.',
  offlineFiguresFrom: 'Você está offline. Números de {at}. Nada pode ser alterado.',
  couldntReachTheServerRetrying: 'Não foi possível acessar o servidor. Tentando novamente.',
  unreachableFiguresFrom: 'Não foi possível acessar o servidor. Números de {at}. Tentando novamente.',
};
