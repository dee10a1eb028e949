/** Spanish texts: what is noted about synced tables. */
import type { TableNoteTexts } from '../explanations';

export const messages: TableNoteTexts = {
  files_skipped: 'Archivos sin cambios que se omitieron: {count}.',
  deletions_above_confirmed:
    'Faltan en el origen {count} de {total} filas, más que las {limit} confirmadas. No se eliminó ninguna. Revise el origen y luego confirme este número.',
  deletions_uncertain:
    'Faltan en el origen {count} de {total} filas. Puede haber entre ellas filas con errores ({limit}), por lo que no se eliminó ninguna. Revise el origen y sincronice de nuevo.',
  deletions_above_percent:
    'Faltan en el origen {count} de {total} filas, más del {limit} %. No se eliminó ninguna. Revise el origen y luego confirme la eliminación.',
  changed_rows_only: 'Solo se leyeron las filas que cambiaron desde {since}.',
  numbers_rounded: 'Números con más de 4 decimales que se redondearon: {count}.',
  columns_changed: 'Columnas del origen que cambiaron: {columns}.',
  columns_ignored: 'Columnas desconocidas que se ignoraron: {columns}.',
};
