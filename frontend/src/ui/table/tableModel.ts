/** The rows of a table as TanStack Table filters, sorts and selects them. */
import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { compareValues, filterKind, matchesFilter } from './tableParams';
import type { CellValue, Column, DataTableProps } from './tableTypes';
import type { TableParams } from './useTableParams';

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** A row with its key. */
export interface Item<Row> {
  key: string;
  row: Row;
}

interface TableModel<Row> {
  /** The matching rows in order. */
  matching: readonly Item<Row>[];
  /** Selects or clears a row; with the Shift key, all rows since the last one. The same on every render. */
  toggle: (key: string, event: unknown) => void;
}

export function useTableModel<Row>(
  { columns, rows, rowKey, more, server, selection }: DataTableProps<Row>,
  { sort, search, filters }: TableParams,
): TableModel<Row> {
  // `rowKey` and `columns` are new objects on every render, but the same for the same rows.
  const data = useMemo(
    () => rows.map((row, index): Item<Row> => ({ row, key: rowKey(row, index) })),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [rows],
  );
  const columnIds = columns.map(({ id }) => id).join(' ');
  const definitions = useMemo(
    () => columns.map((column) => defineColumn(column, rows)),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [columnIds, rows],
  );
  // Sorting or filtering a part of a list would hide rows that are not loaded yet.
  const whole = more === undefined && server === undefined;
  const { by, descending = false } = whole && sort !== undefined ? sort : {};
  const sorting = useMemo(() => (by === undefined ? [] : [{ id: by, desc: descending }]), [by, descending]);
  const filterText = JSON.stringify(whole ? filters : []);
  const columnFilters = useMemo(
    () => (JSON.parse(filterText) as typeof filters).map(({ id, text }) => ({ id, value: text })),
    [filterText],
  );
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selection?.selected ?? [])].map((key) => [key, true as const])),
    [selection?.selected],
  );
  const table = useTable({
    features,
    data,
    columns: definitions,
    getRowId: ({ key }) => key,
    globalFilterFn: (row, id, text: string) => matchesFilter(row.getValue<CellValue>(id), text, 'text'),
    getColumnCanGlobalFilter: () => true,
    state: {
      sorting,
      columnFilters,
      globalFilter: whole ? search.trim() : '',
      rowSelection,
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      selection?.onChange(new Set(Object.keys(next).filter((key) => next[key])));
    },
  });
  const current = useRef(table);
  useLayoutEffect(() => {
    current.current = table;
  });
  const toggle = useCallback(
    (key: string, event: unknown) => current.current.getRow(key, true).getToggleSelectedHandler()(event),
    [],
  );
  return { matching: table.getRowModel().rows.map(({ original }) => original), toggle };
}

function defineColumn<Row>(
  column: Column<Row>,
  rows: readonly Row[],
): ColumnDef<typeof features, Item<Row>, unknown> {
  const { id, value } = column;
  const kind = filterKind(column, rows);
  return {
    id,
    accessorFn: ({ row }) => value?.(row),
    sortFn: (a, b) => compareValues(a.getValue<CellValue>(id), b.getValue<CellValue>(id)),
    sortUndefined: 'last',
    enableSorting: value !== undefined,
    filterFn: (row, _id, text: string) => matchesFilter(row.getValue<CellValue>(id), text, kind),
    enableColumnFilter: value !== undefined,
    // The search looks into texts only.
    enableGlobalFilter: value !== undefined && kind === 'text',
  };
}
