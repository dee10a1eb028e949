/** Spanish texts: what Data Sync says about runs and tables. `{detail}` is its message, in English. */
import type { SyncMessageTexts } from '../explanations';

export const messages: SyncMessageTexts = {
  columns_changed: 'Las columnas del origen cambiaron. {detail}',
  sync_time_limit: 'La ejecución alcanzó el límite de tiempo. {detail}',
  row_count_mismatch:
    'Tras la ejecución, la base de datos tiene otro número de filas que el esperado. No se cambió ninguna fila. Contacte al operador.',
  sync_taken_over:
    'El servidor no respondió durante demasiado tiempo y otro se hizo cargo de la ejecución. No se cambió ninguna fila.',
  heartbeat_lost: 'El servidor de la ejecución dejó de responder. Otro la continúa.',
  sync_interrupted:
    'La ejecución se interrumpió. Las tablas cargadas conservan sus filas. Sincronice de nuevo.',
  table_unchanged: 'La tabla no ha cambiado desde la última lectura.',
  table_absent: 'El origen no tiene esta tabla. Las filas existentes se conservan.',
};
