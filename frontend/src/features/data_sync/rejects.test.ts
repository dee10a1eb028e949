/** What failed in a sync, in the language of the reader. */
import type { Schemas } from '@sprout/client';
import { afterEach, describe, expect, it } from 'vitest';
import { explainSyncMessage, explainTableMessage } from '@/lib/syncMessages';
import { loadLanguage } from '@/messages/languages';
import { describeSyncError } from './rejects';

const rejected: Schemas['SyncError'] = {
  table: 'sales_transactions',
  error: 'sales.csv, line 3: quantity is not a number (found "abc")',
  reject: {
    table: 'sales_transactions',
    file: 'sales.csv',
    line: 3,
    column: 'quantity',
    value: 'abc',
    code: 'not_number',
    reason: 'quantity is not a number',
  },
  timestamp: '2026-06-16T15:00:00Z',
};

const failed: Schemas['SyncError'] = {
  table: 'supplier_data',
  error: 'supplier_data.csv lacks the column supplier_id.',
  code: 'source_invalid',
  timestamp: '2026-06-16T15:00:00Z',
};

afterEach(() => loadLanguage('en'));

describe('errors of a sync', () => {
  it('are those of the server in English', () => {
    expect(describeSyncError(rejected)).toBe(rejected.error);
    expect(describeSyncError(failed)).toBe(failed.error);
  });

  it('are explained in another language', async () => {
    await loadLanguage('de');
    expect(describeSyncError(rejected)).toBe('sales.csv, Zeile 3: Keine Zahl (abc)');
    expect(describeSyncError(failed)).toBe(`Die Quelle kann nicht gelesen werden. ${failed.error}`);
    expect(explainSyncMessage('The table has not changed.', 'table_unchanged')).toBe(
      'Die Tabelle hat sich seit dem letzten Lesen nicht geändert.',
    );
  });

  it('and notes about synced tables have their values in the format of the language', async () => {
    const message =
      '1200 files have not changed since the last read and were skipped. The column memo is unknown and was ignored.';
    const [skipped = '', ignored = ''] = message.split(/(?<=skipped\.) /);
    const notes: Schemas['TableNote'][] = [
      { code: 'files_skipped', text: skipped, count: 1200 },
      { code: 'columns_ignored', text: ignored, count: 2, columns: ['memo'] },
    ];
    expect(explainTableMessage({ message, notes })).toBe(message);
    await loadLanguage('de');
    expect(explainTableMessage({ message, notes })).toBe(
      'Unveränderte Dateien, die übersprungen wurden: 1.200. Unbekannte Spalten, die ignoriert wurden: memo, ….',
    );
  });

  it('without a code stay as they are', async () => {
    await loadLanguage('de');
    expect(explainSyncMessage('2 files were skipped.')).toBe('2 files were skipped.');
    const reject = { table: 'sales_transactions', reason: 'quantity is not a number' };
    expect(describeSyncError({ ...rejected, reject })).toBe(rejected.error);
  });
});
