/** German texts: unusual prices. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/price_outliers';

export const messages: Translation<typeof t> = {
  unusualPrices: 'Ungewöhnliche Preise',
  unusualPricesAreLeftOutUntil:
    'Einkaufspreise, die weit vom üblichen Preis des Artikels entfernt sind. Preisindex, Trends und Empfehlungen lassen sie aus, bis sie jemand bestätigt.',
  theUnusualPricesAreLoading: 'Ungewöhnliche Preise werden geladen',
  couldntLoadTheUnusualPrices: 'Die ungewöhnlichen Preise konnten nicht geladen werden.',
  couldntSaveThePriceTryAgain: 'Die Änderung konnte nicht gespeichert werden. Versuchen Sie es erneut.',
  noUnusualPrices: 'Keine ungewöhnlichen Preise',
  showOlderPrices: 'Ältere Preise anzeigen',
  item: 'Artikel',
  day: 'Tag',
  price: 'Preis',
  usualPrice: 'Üblicher Preis',
  status: 'Status',
  leftOut: 'Ausgelassen',
  confirmedBy: 'Bestätigt von {name}, {at}',
  confirmPrice: 'Preis bestätigen',
  confirmPriceOf: 'Preis bestätigen: {name}',
  undo: 'Rückgängig',
  undoConfirmationOf: 'Bestätigung zurücknehmen: {name}',
  noSupplier: 'Kein Lieferant',
  rows: 'Zeilen',
  rowsOf: 'Zeilen: {name}',
  lineOfOrder: 'Position {line} der Bestellung {order}: {quantity}',
  moreLines: { one: '{lines} weitere Position', other: '{lines} weitere Positionen' },
};
