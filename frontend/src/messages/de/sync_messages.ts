/** German texts: what Data Sync says about runs and tables. `{detail}` is its message, in English. */
import type { SyncMessageTexts } from '../explanations';

export const messages: SyncMessageTexts = {
  columns_changed: 'Die Spalten der Quelle haben sich geändert. {detail}',
  sync_time_limit: 'Der Lauf hat die Zeitgrenze erreicht. {detail}',
  row_count_mismatch:
    'Die Datenbank hat nach dem Lauf eine andere Zahl von Zeilen als erwartet. Keine Zeile wurde geändert. Wenden Sie sich an den Betreiber.',
  sync_taken_over:
    'Der Server hat zu lange nicht geantwortet, und ein anderer hat den Lauf übernommen. Keine Zeile wurde geändert.',
  heartbeat_lost:
    'Der Server, auf dem der Lauf war, hat sich nicht mehr gemeldet. Ein anderer setzt ihn fort.',
  sync_interrupted:
    'Der Lauf wurde unterbrochen. Geladene Tabellen behalten ihre Zeilen. Starten Sie den Sync erneut.',
  table_unchanged: 'Die Tabelle hat sich seit dem letzten Lesen nicht geändert.',
  table_absent: 'Die Quelle enthält diese Tabelle nicht. Vorhandene Zeilen bleiben erhalten.',
};
