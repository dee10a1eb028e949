/** German texts: suggested mappings of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/mapping_suggestions';

export const messages: Translation<typeof t> = {
  looksLike: '{name} sieht aus wie {table} ({confidence} sicher).',
  reviewSuggestion: 'Vorschlag prüfen',
  completeWords: 'Geben Sie an, was diese Wörter für {column} bedeuten: {words}.',
  checkAndSave: 'Unten ausgefüllt. Prüfen Sie jede Spalte und speichern Sie dann die Zuordnung.',
  fillIn: 'Aus {name} ausfüllen',
};
