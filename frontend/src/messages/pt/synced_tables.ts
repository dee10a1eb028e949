/** Portuguese texts: synced tables. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/synced_tables';

export const messages: Translation<typeof t> = {
  figuresAreIncomplete: 'Os números desta página estão incompletos.',
  rowsOfTableRejected: '{table}: {rejected} de {rows} linhas foram rejeitadas na última carga. {link}',
  reviewRejectedRows: 'Revisar linhas rejeitadas',
  inventory: 'Inventário',
  customerBookings: 'Reservas de clientes',
  purchaseOrders: 'Pedidos de compra',
  itemCatalog: 'Catálogo de itens',
  priceLists: 'Listas de preços',
  transactions: 'Transações',
  marketPrices: 'Preços de mercado',
  customers: 'Clientes',
  suppliers: 'Fornecedores',
};
