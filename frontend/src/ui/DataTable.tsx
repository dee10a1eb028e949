/**
 * Rows as a table on wide screens and as cards on phones. Loaded apart from the page, at the same time as its
 * data.
 */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { t } from '@/messages/en/ui_data';
import { LoadingPlaceholder } from './LoadingPlaceholder';
import type { DataTableProps } from './table/tableTypes';

export type { Column, Detail } from './table/tableTypes';

type View = <Row>(props: DataTableProps<Row>) => ReactNode;

let loaded: View | undefined;

/** Loads the table's code. */
export async function loadTable(): Promise<{ default: View }> {
  const { TableView } = await import('./table/TableView');
  loaded = TableView;
  return { default: TableView };
}

const LazyView = lazy(loadTable) as unknown as View;

// The same error appears again when a table renders.
loadTable().catch(() => undefined);

/** Height of a row while the code loads, in CSS pixels. */
const ROW_HEIGHT = 38;

export function DataTable<Row>(props: DataTableProps<Row>) {
  // Never exchanged while mounted, which would lose the state.
  const [Table] = useState<View>(() => loaded ?? LazyView);
  const rows = Math.min(props.rows.length, props.initialRows ?? 20);
  return (
    <Suspense
      fallback={
        <LoadingPlaceholder label={t('isLoading', { label: props.label })} height={(rows + 1) * ROW_HEIGHT} />
      }
    >
      <Table {...props} />
    </Suspense>
  );
}
