/** Rows as a table on wide screens and as cards on phones, with an optional explanation under each row. */
import { useState, type ReactNode } from 'react';
import { RowCards } from './RowCards';
import { useIsNarrow } from './useIsNarrow';
import { FullTable } from './FullTable';

/** One column: its heading and how it shows a row. */
export interface Column<Row> {
  heading: string;
  /** Figures stand at the right and align by digit. */
  numeric?: boolean;
  /** A short text that never wraps. */
  noWrap?: boolean;
  render: (row: Row) => ReactNode;
}

/** What a row can say beyond its columns. */
export interface Detail<Row> {
  /** The words on the button, for example `Why?`. */
  label: string;
  /** The row's name, which makes each button's label unique. */
  rowName: (row: Row) => string;
  render: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Tells rows apart, by content or by place. */
  rowKey: (row: Row, index: number) => string;
  detail?: Detail<Row>;
}

/** What both shapes of the table are given. */
export interface TableShapeProps<Row> extends DataTableProps<Row> {
  /** The row whose explanation is open. */
  openKey: string | null;
  onToggle: (key: string) => void;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useIsNarrow('sm');
  // Kept here, so that turning a phone does not close what was open.
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
