/** The shareable state of a table in the URL. Invalid values count as unset. */
import type { CellValue, Column } from './tableTypes';

export interface Sort {
  by: string;
  descending: boolean;
}

/** The filter of one column: a part of a text, or a range such as `10..20`. */
export interface ColumnFilter {
  id: string;
  text: string;
}

/** `cost` sorts in ascending order, `-cost` in descending order. */
export function parseSort(text: string | null, ids: readonly string[]): Sort | undefined {
  const by = ids.find((id) => id === text?.replace(/^-/, ''));
  return by === undefined ? undefined : { by, descending: text?.startsWith('-') ?? false };
}

export const formatSort = ({ by, descending }: Sort): string => `${descending ? '-' : ''}${by}`;

/** The first press sorts, the second reverses the order, the third restores the default order. */
export function nextSort(
  now: Sort | undefined,
  { id, descendingFirst = false }: Pick<Column<never>, 'id' | 'descendingFirst'>,
): Sort | undefined {
  if (now?.by !== id) return { by: id, descending: descendingFirst };
  return now.descending === descendingFirst ? { by: id, descending: !descendingFirst } : undefined;
}

/** `cost:10..20` filters one column. */
export function parseFilters(texts: readonly string[], ids: readonly string[]): ColumnFilter[] {
  return texts.flatMap((each) => {
    const id = ids.find((known) => each.startsWith(`${known}:`));
    const text = id === undefined ? '' : each.slice(id.length + 1);
    return id === undefined || text === '' ? [] : [{ id, text }];
  });
}

export const formatFilter = ({ id, text }: ColumnFilter): string => `${id}:${text}`;

/** The ends of a range. Empty where it is open. */
export function parseRange(text: string): [from: string, to: string] {
  const [from = '', to = ''] = text.split('..');
  return [from, to];
}

/** How a column filters, by its first value. */
export type FilterKind = 'number' | 'date' | 'text';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;

export function filterKind<Row>({ value }: Column<Row>, rows: readonly Row[]): FilterKind {
  for (const row of rows) {
    const found = value?.(row);
    if (typeof found === 'number') return 'number';
    if (found !== undefined) return ISO_DATE.test(found) ? 'date' : 'text';
  }
  return 'text';
}

/** Whether a value passes a filter. Rows without a value pass none. */
export function matchesFilter(value: CellValue, text: string, kind: FilterKind): boolean {
  if (value === undefined) return false;
  if (kind === 'text') return String(value).toLowerCase().includes(text.toLowerCase());
  const [from, to] = parseRange(text);
  if (kind === 'number') {
    return (from === '' || Number(value) >= Number(from)) && (to === '' || Number(value) <= Number(to));
  }
  const day = String(value).slice(0, 10);
  return (from === '' || day >= from) && (to === '' || day <= to);
}

/** Numbers by size, texts as a person would sort them. */
export function compareValues(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en-US', { numeric: true });
}
