/** German texts: columns of a source that are computed from others. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/column_expressions';

export const messages: Translation<typeof t> = {
  compute: 'Aus anderen Spalten berechnen',
  notComputed: 'Nicht berechnet',
  firstFilled: 'Erste Spalte, die nicht leer ist',
  concatenate: 'Spalten verbunden',
  removePrefix: 'Spalte ohne Präfix',
  add: 'Summe der Spalten',
  subtract: 'Erste Spalte minus zweite',
  multiply: 'Produkt der Spalten',
  divide: 'Erste Spalte geteilt durch zweite',
  scale: 'Spalte mal eine Zahl',
  negateWhen: 'Erste Spalte mit anderem Vorzeichen, wenn die zweite ein Wort ist',
  negativeWhen: 'Erste Spalte negativ, wenn die zweite ein Wort ist',
  absolute: 'Spalte ohne Vorzeichen',
  keepWhen: 'Erste Spalte nur, wenn die zweite ein Wort ist',
  wordBySign: 'Wort nach dem Vorzeichen der Spalte',
  dateFromParts: 'Datum aus Jahr, Monat und Tag',
  readDate: 'Datum in bekannter Form',
  readNumber: 'Zahl mit bekanntem Dezimalzeichen',
  separator: 'Trennzeichen',
  prefix: 'Präfix',
  factor: 'Zahl, etwa 0.01',
  dateForm: 'Form: mdy, dmy, yyyymmdd oder cyymmdd',
  decimalSign: 'Dezimalzeichen: point oder comma',
  columnsOfYourSource: 'Spalten Ihrer Quelle',
  oneColumnPerLine: 'Eine pro Zeile, in der Reihenfolge der Rechnung.',
  wordsBySign: 'Wort bei negativ, dann Wort bei positiv',
  wordsOfTheSecondColumn: 'Wörter der zweiten Spalte',
  oneWordPerLine: 'Ein Wort pro Zeile.',
};
