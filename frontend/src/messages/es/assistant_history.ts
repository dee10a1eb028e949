/** Spanish texts: assistant history. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/assistant_history';

export const messages: Translation<typeof t> = {
  deleteThisConversationAndItsAnswers:
    '¿Eliminar esta conversación y sus respuestas? Esto no se puede deshacer.',
  cancel: 'Cancelar',
  delete: 'Eliminar',
  theConversationsAreLoading: 'Cargando las conversaciones',
  couldntLoadTheConversations: 'No se pudieron cargar las conversaciones.',
  yourConversationsAppearHereOnlyYou: 'Sus conversaciones aparecen aquí. Solo usted puede verlas.',
  conversations: 'Conversaciones',
  showMore: 'Mostrar más',
  renameConversation: 'Cambiar el nombre de {title}',
  deleteConversation: 'Eliminar {title}',
  somethingWentWrongTryAgain: 'Algo salió mal. Inténtelo de nuevo.',
  title: 'Título',
  rename: 'Cambiar nombre',
};
