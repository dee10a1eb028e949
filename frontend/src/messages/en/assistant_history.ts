/** English texts: assistant history. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('assistant_history', {
  deleteThisConversationAndItsAnswers: 'Delete this conversation and its answers? This can’t be undone.',
  cancel: 'Cancel',
  delete: 'Delete',
  theConversationsAreLoading: 'The conversations are loading',
  couldntLoadTheConversations: 'Couldn’t load the conversations.',
  yourConversationsAppearHereOnlyYou: 'Your conversations appear here. Only you can see them.',
  conversations: 'Conversations',
  showMore: 'Show more',
  renameConversation: 'Rename {title}',
  deleteConversation: 'Delete {title}',
  somethingWentWrongTryAgain: 'Something went wrong. Try again.',
  title: 'Title',
  rename: 'Rename',
});
