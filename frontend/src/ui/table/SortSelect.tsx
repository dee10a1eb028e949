/** The sort order of cards, which have no column headings. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/ui_table';
import { filterKind, formatSort, parseSort, type Sort } from './tableParams';
import { fieldStyles, ToolbarField } from './ToolbarField';
import type { Column } from './tableTypes';

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  defaultOrder?: string | undefined;
}

export function SortSelect<Row>({ columns, rows, sort, onSort, defaultOrder }: SortSelectProps<Row>) {
  const sortable = columns.filter(({ value }) => value !== undefined);
  return (
    <ToolbarField label={t('sortBy')}>
      {(id) => (
        <Box
          component="select"
          id={id}
          value={sort === undefined ? '' : formatSort(sort)}
          onChange={(event) =>
            onSort(
              parseSort(
                event.currentTarget.value,
                sortable.map((column) => column.id),
              ),
            )
          }
          sx={fieldStyles}
        >
          <option value="">{defaultOrder ?? t('defaultOrder')}</option>
          {sortable.flatMap((column) =>
            sortLabels(column, rows).map((order, index) => {
              const value = formatSort({ by: column.id, descending: index === 1 });
              return (
                <option key={value} value={value}>
                  {t('sortOption', { heading: column.heading, order })}
                </option>
              );
            }),
          )}
        </Box>
      )}
    </ToolbarField>
  );
}

function sortLabels<Row>(column: Column<Row>, rows: readonly Row[]): readonly [string, string] {
  if (column.sortLabels) return column.sortLabels;
  const kind = filterKind(column, rows);
  if (kind === 'number') return [t('leastFirst'), t('mostFirst')];
  return kind === 'date' ? [t('oldestFirst'), t('newestFirst')] : [t('aToZ'), t('zToA')];
}
