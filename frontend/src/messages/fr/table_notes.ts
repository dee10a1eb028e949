/** French texts: what is noted about synced tables. */
import type { TableNoteTexts } from '../explanations';

export const messages: TableNoteTexts = {
  files_skipped: 'Fichiers inchangés qui ont été ignorés : {count}.',
  deletions_above_confirmed:
    'Il manque dans la source {count} lignes sur {total}, plus que les {limit} confirmées. Aucune n’a été supprimée. Vérifiez la source, puis confirmez ce nombre.',
  deletions_uncertain:
    'Il manque dans la source {count} lignes sur {total}. Des lignes erronées ({limit}) peuvent en faire partie, donc aucune n’a été supprimée. Vérifiez la source et relancez la synchronisation.',
  deletions_above_percent:
    'Il manque dans la source {count} lignes sur {total}, plus de {limit} %. Aucune n’a été supprimée. Vérifiez la source, puis confirmez la suppression.',
  changed_rows_only: 'Seules les lignes modifiées depuis {since} ont été lues.',
  numbers_rounded: 'Nombres à plus de 4 décimales qui ont été arrondis : {count}.',
  columns_changed: 'Colonnes de la source qui ont changé : {columns}.',
  columns_ignored: 'Colonnes inconnues qui ont été ignorées : {columns}.',
};
