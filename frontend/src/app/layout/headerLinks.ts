/** The header's links, in order. */
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/shell';

export interface HeaderLink {
  to: string;
  label: string;
  /** Uses the accent color. */
  featured?: boolean;
}

export const headerLinks: readonly HeaderLink[] = [
  {
    to: paths.dashboard,
    get label() {
      return t('dashboard');
    },
  },
  {
    to: paths.customers,
    get label() {
      return t('customers');
    },
  },
  {
    to: paths.market,
    get label() {
      return t('supply');
    },
  },
  {
    to: paths.assistant,
    get label() {
      return t('sproutAi');
    },
    featured: true,
  },
];
