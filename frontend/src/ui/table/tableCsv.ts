/** The rows of a table as a CSV file: what is shown, and in its name since when and by which filters. */
import type { CsvCell } from '@/lib/csv';
import type { ColumnFilter } from './tableParams';
import type { Column } from './tableTypes';

/** Maximum length of the part of a file name that names the filters. */
const MAX_FILTER_LENGTH = 80;

export function tableCsv<Row>(all: readonly Column<Row>[], rows: readonly Row[]): CsvCell[][] {
  const columns = all.filter(({ screenOnly }) => !screenOnly);
  return [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map((column) => csvCell(column, row))),
  ];
}

function csvCell<Row>({ value, render }: Column<Row>, row: Row): CsvCell {
  const known = value?.(row);
  if (known !== undefined) return known;
  const shown = render(row);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : undefined;
}

export interface CsvFileName {
  name: string;
  asOf?: string | undefined;
  search?: string;
  filters?: readonly ColumnFilter[];
}

/** For example `customer-patterns_2026-06-14_farms_frequency-10-20.csv`. */
export function csvFileName({ name, asOf, search = '', filters = [] }: CsvFileName): string {
  const chosen = [search, ...filters.map(({ id, text }) => `${id} ${text}`)].map(slug).filter((part) => part);
  return [name, asOf, chosen.join('_').slice(0, MAX_FILTER_LENGTH)].filter((part) => part).join('_') + '.csv';
}

/** Characters that every file system takes. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
