/** French texts: synced tables. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/synced_tables';

export const messages: Translation<typeof t> = {
  figuresAreIncomplete: 'Les chiffres de cette page sont incomplets.',
  rowsOfTableRejected:
    '{table} : {rejected} lignes sur {rows} ont été rejetées au dernier chargement. {link}',
  reviewRejectedRows: 'Examiner les lignes rejetées',
  inventory: 'Inventaire',
  customerBookings: 'Précommandes des clients',
  purchaseOrders: 'Commandes fournisseurs',
  itemCatalog: 'Catalogue d’articles',
  priceLists: 'Listes de prix',
  transactions: 'Transactions',
  marketPrices: 'Prix du marché',
  customers: 'Clients',
  suppliers: 'Fournisseurs',
};
