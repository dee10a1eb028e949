/** German texts: what is noted about synced tables. */
import type { TableNoteTexts } from '../explanations';

export const messages: TableNoteTexts = {
  files_skipped: 'Unveränderte Dateien, die übersprungen wurden: {count}.',
  deletions_above_confirmed:
    'In der Quelle fehlen {count} von {total} Zeilen, mehr als die bestätigten {limit}. Keine wurde gelöscht. Prüfen Sie die Quelle und bestätigen Sie dann diese Zahl.',
  deletions_uncertain:
    'In der Quelle fehlen {count} von {total} Zeilen. Fehlerhafte Zeilen ({limit}) können darunter sein, deshalb wurde keine gelöscht. Prüfen Sie die Quelle und synchronisieren Sie erneut.',
  deletions_above_percent:
    'In der Quelle fehlen {count} von {total} Zeilen, mehr als {limit} %. Keine wurde gelöscht. Prüfen Sie die Quelle und bestätigen Sie dann die Löschung.',
  changed_rows_only: 'Nur Zeilen, die sich seit {since} geändert haben, wurden gelesen.',
  numbers_rounded: 'Zahlen mit mehr als 4 Nachkommastellen, die gerundet wurden: {count}.',
  columns_changed: 'Geänderte Spalten der Quelle: {columns}.',
  columns_ignored: 'Unbekannte Spalten, die ignoriert wurden: {columns}.',
};
