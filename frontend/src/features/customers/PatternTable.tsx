/**
 * The customers as a table on wide screens and as cards on phones. Rows expand to show the confidence of the
 * next order.
 */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { t } from '@/messages/en/customers';
import { RowCards } from '@/ui/RowCards';
import type { TableShapeProps } from '@/ui/DataTable';
import { useIsNarrow } from '@/ui/useIsNarrow';
import type { Sort } from './patternSort';
import { cardColumns, type PatternColumn } from './patternColumns';
import { PatternTerms } from './PatternTerms';
import type { Pattern } from './queries';
import { SortSelect } from './SortSelect';
import { SortedTable } from './SortedTable';

export interface PatternTableProps {
  columns: readonly PatternColumn[];
  rows: readonly Pattern[];
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

export function PatternTable({ columns, rows, sort, onSort }: PatternTableProps) {
  const narrow = useIsNarrow('md');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const shape: Omit<TableShapeProps<Pattern>, 'columns'> = {
    label: t('patternsTable'),
    rows,
    rowKey: (row) => row.customerId,
    detail: {
      label: t('details'),
      rowName: (row) => row.customer,
      render: (row) => <PatternTerms pattern={row} />,
    },
    openKey,
    onToggle: (key) => setOpenKey((current) => (current === key ? null : key)),
  };
  if (!narrow) return <SortedTable {...shape} columns={columns} sort={sort} onSort={onSort} />;
  return (
    <>
      <Box className="screen-only" sx={{ mb: 3 }}>
        <SortSelect columns={columns} sort={sort} onSort={onSort} />
      </Box>
      <RowCards {...shape} columns={cardColumns(columns)} />
    </>
  );
}
