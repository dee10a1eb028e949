/** English texts: links from figures to the explore page. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('explore_links', {
  openInExplore: '{label}: open in Explore',
});
