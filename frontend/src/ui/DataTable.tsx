/** Rows as a table on wide screens and as cards on phones, with an optional explanation under each row. */
import { useState, type ReactNode } from 'react';
import { RowCards } from './RowCards';
import { useIsNarrow } from './useIsNarrow';
import { FullTable } from './FullTable';

/** One column: its heading and how it shows a row. */
export interface Column<Row> {
  heading: string;
  /** Numbers are right-aligned. */
  numeric?: boolean;
  /** A short text that never wraps. */
  noWrap?: boolean;
  render: (row: Row) => ReactNode;
}

/** The expandable details of a row. */
export interface Detail<Row> {
  /** The label of the button, for example `Why?`. */
  label: string;
  /** The row's name, which makes each button's label unique. */
  rowName: (row: Row) => string;
  render: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The key of a row, by content or index. */
  rowKey: (row: Row, index: number) => string;
  detail?: Detail<Row>;
}

/** Props of both layouts of the table. */
export interface TableShapeProps<Row> extends DataTableProps<Row> {
  /** The row whose explanation is open. */
  openKey: string | null;
  onToggle: (key: string) => void;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useIsNarrow('sm');
  // Stored here, so that rotating a phone preserves it.
  const [openKey, setOpenKey] = useState<string | null>(null);
  const Shape = narrow ? RowCards : FullTable;
  return (
    <Shape
      {...props}
      openKey={openKey}
      onToggle={(key) => setOpenKey((current) => (current === key ? null : key))}
    />
  );
}
