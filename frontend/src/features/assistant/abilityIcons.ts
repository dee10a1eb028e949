/** The icons of the assistant's topics. */
import { strokeIcon } from '@/ui/icons';

export const StockIcon = strokeIcon('M4 8l8-4 8 4v8l-8 4-8-4ZM4 8l8 4 8-4M12 12v8');
export const BuyingIcon = strokeIcon('M4 5h2l2 10h9l2-7H7M9 19.5v.2M16 19.5v.2');
export const SalesIcon = strokeIcon('M6 3h12v18l-3-2-3 2-3-2-3 2ZM9 8h6M9 12h6');
export const CustomersIcon = strokeIcon(
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c.5-3.5 2.6-5.5 6-5.5s5.5 2 6 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.8c2 .6 3.2 2.3 3.5 5.2',
);
export const MarketsIcon = strokeIcon('M4 4v16h16M7 15l4-5 3 3 5-7');
export { RefreshIcon as SyncIcon } from '@/ui/icons';
