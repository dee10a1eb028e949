/** German texts: synced tables. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/synced_tables';

export const messages: Translation<typeof t> = {
  figuresAreIncomplete: 'Die Zahlen auf dieser Seite sind unvollständig.',
  rowsOfTableRejected: '{table}: {rejected} von {rows} Zeilen wurden beim letzten Laden abgelehnt. {link}',
  reviewRejectedRows: 'Abgelehnte Zeilen prüfen',
  inventory: 'Lagerbestand',
  customerBookings: 'Vorbestellungen von Kunden',
  purchaseOrders: 'Lieferantenbestellungen',
  itemCatalog: 'Artikelkatalog',
  priceLists: 'Preislisten',
  transactions: 'Transaktionen',
  marketPrices: 'Marktpreise',
  customers: 'Kunden',
  suppliers: 'Lieferanten',
};
