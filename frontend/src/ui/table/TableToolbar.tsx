/** Above a table: search, filters in use, options and the CSV file; and actions for the selected rows. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/ui_table';
import { CloseIcon } from '../icons';
import { parseRange, type ColumnFilter } from './tableParams';
import { ToolbarField, fieldStyles } from './ToolbarField';
import type { Column, DataTableProps } from './tableTypes';
import type { TableParams } from './useTableParams';

interface TableToolbarProps<Row> {
  table: DataTableProps<Row>;
  params: TableParams;
  canSearch: boolean;
  /** Undefined without columns to choose or filter. */
  onOpenOptions: (() => void) | undefined;
  /** False without a file. */
  exporting: ReactNode;
}

export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { table, params, canSearch, onOpenOptions, exporting } = props;
  const { label, columns, search, actions } = table;
  const hasButtons = onOpenOptions !== undefined || exporting !== false || actions !== undefined;
  if (!canSearch && !hasButtons && params.filters.length === 0) return null;
  return (
    <Box className="screen-only" sx={{ mb: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2 }}>
        {canSearch && (
          <ToolbarField label={search?.label ?? t('search')}>
            {(id) => (
              <Box
                component="input"
                id={id}
                type="search"
                data-search
                autoComplete="off"
                placeholder={search?.placeholder}
                value={params.search}
                onChange={(event) => params.setSearch(event.currentTarget.value)}
                sx={fieldStyles}
              />
            )}
          </ToolbarField>
        )}
        {hasButtons && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, marginInlineStart: 'auto' }}>
            {actions}
            {onOpenOptions && (
              <Button size="small" aria-label={t('optionsOf', { label })} onClick={onOpenOptions}>
                {t('options')}
              </Button>
            )}
            {exporting}
          </Box>
        )}
      </Box>
      {params.filters.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
          {params.filters.map((filter) => (
            <FilterChip
              key={filter.id}
              text={describeFilter(filter, columns)}
              onRemove={() => params.setFilters(params.filters.filter(({ id }) => id !== filter.id))}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={t('removeFilter', { filter: text })}
      endIcon={<CloseIcon />}
      onClick={onRemove}
    >
      {text}
    </Button>
  );
}

function describeFilter<Row>({ id, text }: ColumnFilter, columns: readonly Column<Row>[]): string {
  const heading = columns.find((column) => column.id === id)?.heading ?? id;
  if (!text.includes('..')) return t('filterContains', { heading, text });
  const [from, to] = parseRange(text);
  if (to === '') return t('filterFrom', { heading, from });
  return from === '' ? t('filterTo', { heading, to }) : t('filterBetween', { heading, from, to });
}

interface SelectionBarProps<Row> {
  rows: readonly Row[];
  actions: (rows: readonly Row[]) => React.ReactNode;
  onClear: () => void;
}

export function SelectionBar<Row>({ rows, actions, onClear }: SelectionBarProps<Row>) {
  return (
    <Box
      className="screen-only"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        mb: 3,
        px: 3,
        py: 2,
        borderRadius: 1,
        bgcolor: 'background.sunk',
      }}
    >
      <Typography role="status" sx={{ flexGrow: 1, fontWeight: 600 }}>
        {t('selectedRows', { count: rows.length, rows: formatCount(rows.length) })}
      </Typography>
      {actions(rows)}
      <Button size="small" onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </Box>
  );
}
