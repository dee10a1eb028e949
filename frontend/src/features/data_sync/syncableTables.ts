/** The tables that can be synced: from the warehouse's table to ours. */
export const SYNCABLE_TABLES = [
  { source: 'inventory_data', target: 'inventory', label: 'Inventory' },
  { source: 'sales_transactions', target: 'purchase_transactions', label: 'Transactions' },
  { source: 'market_prices', target: 'market_data', label: 'Market prices' },
  { source: 'customer_profiles', target: 'customers', label: 'Customers' },
  { source: 'supplier_data', target: 'suppliers', label: 'Suppliers' },
] as const;

export type SyncableTable = (typeof SYNCABLE_TABLES)[number];

/** The warehouse's name of a table. */
export type SourceTable = SyncableTable['source'];

/** The name of a table as text, by the warehouse's name of it. */
export function tableLabel(source: string): string {
  return SYNCABLE_TABLES.find((table) => table.source === source)?.label ?? source;
}
