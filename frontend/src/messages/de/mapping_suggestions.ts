/** German texts: suggested mappings of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/mapping_suggestions';

export const messages: Translation<typeof t> = {
  looksLike: '{name} sieht aus wie {table} ({confidence} sicher).',
  reviewSuggestion: 'Vorschlag prüfen',
  completeWords: 'Geben Sie an, was diese Wörter für {column} bedeuten: {words}.',
  checkAndSave: 'Unten ausgefüllt. Prüfen Sie jede Spalte und speichern Sie dann die Zuordnung.',
  fillIn: 'Aus {name} ausfüllen',
  joinOrders:
    '{name} enthält nur Bestellungen oder nur ihre Zeilen. Legen Sie eine Sicht an, die beide verbindet, und ordnen Sie die Sicht zu.',
  separateLocations:
    '{name} hat eine Spalte für jeden Standort. Legen Sie eine Sicht mit einer Zeile je Artikel und Standort an und ordnen Sie die Sicht zu.',
  separatePartners:
    '{name} ist ein Kunde oder ein Lieferant. Berechnen Sie customer_id und supplier_id daraus und aus der Art des Belegs.',
  incomingQuantity:
    '{name} ist eine eingegangene Menge. Berechnen Sie quantity und direction daraus und aus der ausgegangenen Menge.',
  chooseColumn: 'Welche Spalte ist {name}: {options}?',
  missingColumn: 'Welche Spalte ist {name}, oder welchen Wert hat sie in jeder Zeile?',
  dateOrder:
    'Steht in {name} der Monat oder der Tag vorn? Lesen Sie die Spalte als Datum in einer bekannten Form.',
  decimalSign:
    'Ist das Trennzeichen in {name} ein Dezimalzeichen? Lesen Sie die Spalte als Zahl mit einem bekannten Dezimalzeichen.',
};
