/** The tables that can be synced: source table and target table. */
import { t } from '@/messages/en/synced_tables';
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

/** Tables that add detail. A source without them is complete. */
export const OPTIONAL_TABLES = [
  {
    source: 'customer_bookings',
    target: 'customer_bookings',
    get label() {
      return t('customerBookings');
    },
  },
  {
    source: 'purchase_orders',
    target: 'purchase_orders',
    get label() {
      return t('purchaseOrders');
    },
  },
  {
    source: 'item_catalogue',
    target: 'item_catalogue',
    get label() {
      return t('itemCatalog');
    },
  },
  {
    source: 'price_lists',
    target: 'price_lists',
    get label() {
      return t('priceLists');
    },
  },
] as const;

export const ALL_TABLES = [...SYNCABLE_TABLES, ...OPTIONAL_TABLES] as const;

export type SyncableTable = (typeof ALL_TABLES)[number];

/** The source name of a table. */
export type SourceTable = SyncableTable['source'];

/** The display name of a table, by its source name. */
export function tableLabel(source: string): string {
  return ALL_TABLES.find((table) => table.source === source)?.label ?? source;
}

export const isOptionalTable = (source: string): boolean =>
  OPTIONAL_TABLES.some((table) => table.source === source);
