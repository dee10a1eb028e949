/** Spanish texts: synced tables. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/synced_tables';

export const messages: Translation<typeof t> = {
  figuresAreIncomplete: 'Las cifras de esta página están incompletas.',
  rowsOfTableRejected: '{table}: se rechazaron {rejected} de {rows} filas en la última carga. {link}',
  reviewRejectedRows: 'Revisar filas rechazadas',
  inventory: 'Inventario',
  customerBookings: 'Reservas de clientes',
  purchaseOrders: 'Órdenes de compra',
  itemCatalog: 'Catálogo de artículos',
  priceLists: 'Listas de precios',
  transactions: 'Transacciones',
  marketPrices: 'Precios de mercado',
  customers: 'Clientes',
  suppliers: 'Proveedores',
};
