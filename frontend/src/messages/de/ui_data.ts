/** German texts: data components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_data';

export const messages: Translation<typeof t> = {
  rowsUsed: 'Verwendete Zeilen: {rows}.',
  rowsLeftOut: 'Ausgelassene Zeilen: {rows}.',
  rowsLeftOutBecause: 'Ausgelassene Zeilen: {rows} ({reasons}).',
  inAnotherCurrency: '{rows} in anderer Währung',
  inAnotherUnit: '{rows} in anderer Einheit',
  returns: '{rows} Retouren',
  withZeroPrices: '{rows} mit Preis null',
  withUnusualPrices: '{rows} mit ungewöhnlichen Preisen',
  inCategoriesWithTooFewMonths: '{rows} in Kategorien mit zu wenigen Monaten',
  soldWhereTheItemHasNoStock: '{rows} verkauft an einem Standort ohne Bestand des Artikels',
  ofItemsWithoutStock: '{rows} von Artikeln ohne Bestandszeilen',
  outOfRange: '{rows} außerhalb des Bereichs',
  asOf: 'Stand {asOf}.',
  howIsThisComputed: 'Wie wird das berechnet?',
  howFiguresAreComputed: 'So werden Zahlen berechnet',
  close: 'Schließen',
  isLoading: '{label}: wird geladen',
  sampleData: 'Beispieldaten',
  dataAsOf: 'Datenstand {asOf}',
  dataThroughStale: 'Daten bis {day}, veraltet',
  previousFigures: 'Neue Zahlen werden berechnet. Bis dahin sehen Sie die vorherigen.',
  figuresAreStale:
    'Die Zahlen sind veraltet: Die neuesten Daten sind vom {day}, vor {days} Tagen. Synchronisieren Sie neuere Daten, um sie zu aktualisieren.',
  figuresAreForEarlierDay:
    'Die Zahlen gelten für {day}, den Tag der neuesten Daten, vor {days} Tagen. Synchronisieren Sie neuere Daten, um sie zu aktualisieren.',
  synced: 'Synchronisiert {synced}',
  syncedOverdue: 'Synchronisiert {synced}, {overdue}',
  notRefreshedSince: 'Nicht aktualisiert seit {since}',
};
