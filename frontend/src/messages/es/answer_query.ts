/** Spanish texts: the query of an answer. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/answer_query';

export const messages: Translation<typeof t> = {
  partsOfTheQuestion: 'Partes de la pregunta',
  change: 'Cambiar {part}',
  remove: 'Quitar {part}',
  openInExplore: 'Abrir en Explorar',
  pinToDashboard: 'Fijar en el panel',
  pinned: 'Fijado en el panel.',
  openDashboard: 'Abrir el panel',
  couldntPin: 'No se pudo fijar la respuesta. Inténtelo de nuevo.',
};
