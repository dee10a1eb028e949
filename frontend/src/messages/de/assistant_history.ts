/** German texts: assistant history. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/assistant_history';

export const messages: Translation<typeof t> = {
  deleteThisConversationAndItsAnswers:
    'Diese Unterhaltung und ihre Antworten löschen? Das lässt sich nicht rückgängig machen.',
  cancel: 'Abbrechen',
  delete: 'Löschen',
  theConversationsAreLoading: 'Die Unterhaltungen werden geladen',
  couldntLoadTheConversations: 'Die Unterhaltungen konnten nicht geladen werden.',
  yourConversationsAppearHereOnlyYou: 'Hier erscheinen Ihre Unterhaltungen. Nur Sie können sie sehen.',
  conversations: 'Unterhaltungen',
  showMore: 'Mehr anzeigen',
  renameConversation: '{title} umbenennen',
  deleteConversation: '{title} löschen',
  somethingWentWrongTryAgain: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  title: 'Titel',
  rename: 'Umbenennen',
};
