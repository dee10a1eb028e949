/** Portuguese texts: links from figures to the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_links';

export const messages: Translation<typeof t> = {
  openInExplore: '{label}: abrir em Explorar',
};
