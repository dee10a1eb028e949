/** German texts: command palette and shortcuts. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/palette';

export const messages: Translation<typeof t> = {
  search: 'Suchen',
  searchPagesCustomersItems: 'Seiten, Kunden, Artikel und Lieferanten suchen',
  results: 'Ergebnisse',
  resultCount: { one: '1 Ergebnis', other: '{results} Ergebnisse' },
  noResults: 'Keine Ergebnisse.',
  pages: 'Seiten',
  actions: 'Aktionen',
  customers: 'Kunden',
  items: 'Artikel',
  suppliers: 'Lieferanten',
  locations: 'Standorte',
  orders: 'Bestellungen',
  sproutAi: 'Sprout AI',
  askSproutAi: 'Sprout AI fragen: {question}',
  createDraftOrders: 'Bestellentwürfe erstellen',
  viewDraftOrders: 'Bestellentwürfe ansehen',
  editOrderingCosts: 'Bestellkosten bearbeiten',
  viewSyncStatus: 'Synchronisierungsstatus ansehen',
  keyboardShortcuts: 'Tastenkombinationen',
  ctrlK: 'Strg+K',
  openPalette: 'Befehlspalette öffnen',
  focusSearch: 'Zum Suchfeld springen',
  moveBetweenRows: 'Zwischen den Zeilen einer Tabelle wechseln',
  goTo: 'Zu {page} wechseln',
  or: 'oder',
  then: 'dann',
};
