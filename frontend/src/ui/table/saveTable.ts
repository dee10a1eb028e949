/** Saves the rows of a table as a CSV file. Loaded when it is needed. */
import { toCsv } from '@/lib/csv';
import { downloadText } from '@/lib/download';
import { csvFileName, tableCsv, type CsvFileName } from './tableCsv';
import type { Column } from './tableTypes';

export function saveTable<Row>(
  file: CsvFileName,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): void {
  downloadText(csvFileName(file), 'text/csv', toCsv(tableCsv(columns, rows)));
}
