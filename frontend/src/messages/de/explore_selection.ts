/** German texts: which rows and derived columns an answer has. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_selection';

export const messages: Translation<typeof t> = {
  rowsAndColumns: 'Zeilen und Spalten',
  remove: 'Entfernen: {name}',
  largestFirst: '{name}, größte zuerst',
  smallestFirst: '{name}, kleinste zuerst',
  topPer: 'Die ersten {count} je {name}',
  firstRows: 'Die ersten {count} Zeilen',
  compared: '{name}, Vergleichszeitraum',
  change: '{name}, Änderung',
  changeInPercent: '{name}, Änderung in %',
  share: 'Anteil',
  rank: 'Rang',
  runningTotal: 'Laufende Summe',
  movingAverage: 'Gleitender Mittelwert über 3',
};
