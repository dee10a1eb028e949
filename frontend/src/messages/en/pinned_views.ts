/** English texts: saved views on the dashboard. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('pinned_views', {
  openInExplore: 'Open in Explore',
  unpin: 'Unpin',
  unpinView: 'Unpin {name}',
  isLoading: '{name} is loading',
  couldntLoad: 'Couldn’t load the figures.',
  couldntLoadPins: 'Couldn’t load your pinned views.',
  couldntUnpin: 'Couldn’t unpin the view. Try again.',
  notPermitted: 'You don’t have permission to see these figures.',
  noRows: 'No rows match this view.',
  firstRows: 'The first {count} of {total} rows.',
});
