/** French texts: assistant history. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/assistant_history';

export const messages: Translation<typeof t> = {
  deleteThisConversationAndItsAnswers:
    'Supprimer cette conversation et ses réponses ? Cette action est irréversible.',
  cancel: 'Annuler',
  delete: 'Supprimer',
  theConversationsAreLoading: 'Chargement des conversations',
  couldntLoadTheConversations: 'Impossible de charger les conversations.',
  yourConversationsAppearHereOnlyYou: 'Vos conversations apparaissent ici. Vous seul pouvez les voir.',
  conversations: 'Conversations',
  showMore: 'Afficher plus',
  renameConversation: 'Renommer {title}',
  deleteConversation: 'Supprimer {title}',
  somethingWentWrongTryAgain: 'Un problème est survenu. Réessayez.',
  title: 'Titre',
  rename: 'Renommer',
};
