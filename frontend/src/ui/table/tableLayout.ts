/** Which columns a table shows, in which order and width, and the row height: stored in this browser. */
import { useSyncExternalStore } from 'react';
import type { Column } from './tableTypes';

export interface TableLayout {
  /** Ids of the columns that can move, in order. */
  order: readonly string[];
  /** Columns whose visibility differs from the default. */
  visible: Readonly<Record<string, boolean>>;
  /** In CSS pixels. Empty until a column is resized. */
  widths: Readonly<Record<string, number>>;
}

export type Density = 'comfortable' | 'compact';

const DEFAULT_LAYOUT: TableLayout = { order: [], visible: {}, widths: {} };
const DENSITY_KEY = 'sprout-table-density';
const listeners = new Set<() => void>();
const layouts = new Map<string, TableLayout>();

const layoutKey = (id: string): string => `sprout-table-${id}`;

function readLayout(id: string): TableLayout {
  try {
    const stored = JSON.parse(localStorage.getItem(layoutKey(id)) ?? '{}') as Partial<TableLayout>;
    return { ...DEFAULT_LAYOUT, ...stored };
  } catch {
    return DEFAULT_LAYOUT;
  }
}

function getLayout(id: string): TableLayout {
  const layout = layouts.get(id) ?? readLayout(id);
  layouts.set(id, layout);
  return layout;
}

function store(key: string, text: string | undefined): void {
  if (text === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The layout of a table, and how to change it. Undefined resets it. */
export function useTableLayout(
  id: string | undefined,
): [TableLayout, (change: Partial<TableLayout> | undefined) => void] {
  const layout = useSyncExternalStore(subscribe, () => (id === undefined ? DEFAULT_LAYOUT : getLayout(id)));
  const change = (changes: Partial<TableLayout> | undefined) => {
    if (id === undefined) return;
    const next = changes === undefined ? DEFAULT_LAYOUT : { ...getLayout(id), ...changes };
    layouts.set(id, next);
    store(layoutKey(id), changes === undefined ? undefined : JSON.stringify(next));
  };
  return [layout, change];
}

/** The row height of all tables. */
export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore(subscribe, () => localStorage.getItem(DENSITY_KEY));
  return [density === 'compact' ? 'compact' : 'comfortable', (next) => store(DENSITY_KEY, next)];
}

/** All columns in the user's order. Fixed columns come first, then the moved ones, then new ones. */
export function orderColumns<Row>(columns: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const fixed = columns.filter((column, index) => isFixed(column, index));
  const movable = columns.filter((column, index) => !isFixed(column, index));
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...fixed, ...movable.sort((a, b) => place(a.id) - place(b.id))];
}

/** The first column names the row, so it stays too. */
export const isFixed = ({ fixed }: Pick<Column<never>, 'fixed'>, index: number): boolean =>
  fixed === true || index === 0;
