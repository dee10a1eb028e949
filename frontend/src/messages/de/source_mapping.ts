/** German texts: the mapping of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/source_mapping';

export const messages: Translation<typeof t> = {
  tableInYourSource: 'Tabelle in Ihrer Quelle',
  tableOrFileWithoutItsEnding: 'Name der Tabelle, oder der Datei ohne Endung',
  required: 'Erforderlich',
  optional: 'Optional',
  valuesOf: 'Werte von {column}',
  sameValueInEveryRow: 'Derselbe Wert in jeder Zeile',
  wordsForValues: 'Wörter für Werte',
  onePerLine: 'Eines pro Zeile: Wort = Wert. Andere Zellen bleiben, wie sie sind.',
  writeOneWordPerLine: 'Schreiben Sie ein Wort pro Zeile als: Wort = Wert.',
  mappingSavedItApplies: 'Zuordnung gespeichert. Sie gilt ab der nächsten Synchronisierung.',
  couldntSaveTheMapping: 'Die Zuordnung konnte nicht gespeichert werden. Versuchen Sie es erneut.',
  saveMapping: 'Zuordnung speichern',
};
