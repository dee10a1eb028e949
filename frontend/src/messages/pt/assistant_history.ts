/** Portuguese texts: assistant history. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/assistant_history';

export const messages: Translation<typeof t> = {
  deleteThisConversationAndItsAnswers: 'Excluir esta conversa e suas respostas? Isso não pode ser desfeito.',
  cancel: 'Cancelar',
  delete: 'Excluir',
  theConversationsAreLoading: 'Carregando as conversas',
  couldntLoadTheConversations: 'Não foi possível carregar as conversas.',
  yourConversationsAppearHereOnlyYou: 'Suas conversas aparecem aqui. Só você pode vê-las.',
  conversations: 'Conversas',
  showMore: 'Mostrar mais',
  renameConversation: 'Renomear {title}',
  deleteConversation: 'Excluir {title}',
  somethingWentWrongTryAgain: 'Algo deu errado. Tente novamente.',
  title: 'Título',
  rename: 'Renomear',
};
