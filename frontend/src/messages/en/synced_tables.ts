/** English texts: synced tables. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('synced_tables', {
  figuresAreIncomplete: 'Figures on this page are incomplete.',
  rowsOfTableRejected: '{table}: {rejected} of {rows} rows were rejected in the last load. {link}',
  reviewRejectedRows: 'Review rejected rows',
  inventory: 'Inventory',
  customerBookings: 'Customer bookings',
  purchaseOrders: 'Purchase orders',
  itemCatalog: 'Item catalog',
  priceLists: 'Price lists',
  transactions: 'Transactions',
  marketPrices: 'Market prices',
  customers: 'Customers',
  suppliers: 'Suppliers',
});
