/** The tables that can be synced: source table and target table. */
import { t } from '@/messages/en/data_sync';
export const SYNCABLE_TABLES = [
  {
    source: 'inventory_data',
    target: 'inventory',
    get label() {
      return t('inventory');
    },
  },
  {
    source: 'sales_transactions',
    target: 'purchase_transactions',
    get label() {
      return t('transactions');
    },
  },
  {
    source: 'market_prices',
    target: 'market_data',
    get label() {
      return t('marketPrices');
    },
  },
  {
    source: 'customer_profiles',
    target: 'customers',
    get label() {
      return t('customers');
    },
  },
  {
    source: 'supplier_data',
    target: 'suppliers',
    get label() {
      return t('suppliers');
    },
  },
] as const;

export type SyncableTable = (typeof SYNCABLE_TABLES)[number];

/** The source name of a table. */
export type SourceTable = SyncableTable['source'];

/** The display name of a table, by its source name. */
export function tableLabel(source: string): string {
  return SYNCABLE_TABLES.find((table) => table.source === source)?.label ?? source;
}
