/** English texts: the query of an answer. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('answer_query', {
  partsOfTheQuestion: 'Parts of the question',
  change: 'Change {part}',
  remove: 'Remove {part}',
  openInExplore: 'Open in Explore',
  pinToDashboard: 'Pin to dashboard',
  pinned: 'Pinned to the dashboard.',
  openDashboard: 'Open the dashboard',
  couldntPin: 'Couldn’t pin the answer. Try again.',
});
