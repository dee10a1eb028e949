/** Spanish texts: connection. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/connection';

export const messages: Translation<typeof t> = {
  youAreOffline: 'No tiene conexión. Las cifras pueden estar desactualizadas.',
  offlineFiguresFrom: 'No tiene conexión. Cifras del {at}. No se puede cambiar nada.',
  couldntReachTheServerRetrying: 'No se pudo contactar al servidor. Intentando de nuevo.',
  unreachableFiguresFrom: 'No se pudo contactar al servidor. Cifras del {at}. Intentando de nuevo.',
};
