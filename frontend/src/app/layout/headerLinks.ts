/** The header's links, in order. */
import { paths } from '@/lib/paths';

export interface HeaderLink {
  to: string;
  label: string;
  /** Stands out in the accent color. */
  featured?: boolean;
}

export const headerLinks: readonly HeaderLink[] = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.customers, label: 'Customers' },
  { to: paths.market, label: 'Supply' },
  { to: paths.assistant, label: 'Sprout AI', featured: true },
];
