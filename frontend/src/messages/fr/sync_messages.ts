/** French texts: what Data Sync says about runs and tables. `{detail}` is its message, in English. */
import type { SyncMessageTexts } from '../explanations';

export const messages: SyncMessageTexts = {
  columns_changed: 'Les colonnes de la source ont changé. {detail}',
  sync_time_limit: 'L’exécution a atteint la limite de temps. {detail}',
  row_count_mismatch:
    'Après l’exécution, la base de données a un autre nombre de lignes que prévu. Aucune ligne n’a été modifiée. Contactez l’opérateur.',
  sync_taken_over:
    'Le serveur n’a pas répondu pendant trop longtemps et un autre a repris l’exécution. Aucune ligne n’a été modifiée.',
  heartbeat_lost: 'Le serveur de l’exécution ne répondait plus. Un autre la poursuit.',
  sync_interrupted:
    'L’exécution a été interrompue. Les tables chargées conservent leurs lignes. Relancez la synchronisation.',
  table_unchanged: 'La table n’a pas changé depuis la dernière lecture.',
  table_absent: 'La source ne contient pas cette table. Les lignes existantes sont conservées.',
};
