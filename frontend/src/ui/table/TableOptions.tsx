/** Filters by column, row height, and which columns are shown, in which order and width. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { t } from '@/messages/en/ui_table';
import { IconButton } from '../IconButton';
import { ArrowRightIcon } from '../arrowIcons';
import { Sheet } from '../Sheet';
import { ToggleGroup } from '../ToggleGroup';
import { isFixed, useDensity, type TableLayout } from './tableLayout';
import { filterKind, parseRange, type ColumnFilter } from './tableParams';
import { fieldStyles, ToolbarField } from './ToolbarField';
import type { Column } from './tableTypes';
import type { TableParams } from './useTableParams';

interface TableOptionsProps<Row> {
  label: string;
  /** All columns, in order. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  isVisible: (column: Column<Row>) => boolean;
  params: TableParams;
  /** Whether all rows are loaded, so that they can be filtered. */
  canFilter: boolean;
  layout: TableLayout;
  onLayout: (change: Partial<TableLayout> | undefined) => void;
  /** Widens a column by so many CSS pixels. */
  onWiden: (id: string, by: number) => void;
  onClose: () => void;
}

/** Step of the buttons that resize, in CSS pixels. */
const WIDTH_STEP = 24;

const DENSITIES = ['comfortable', 'compact'] as const;

export function TableOptions<Row>(props: TableOptionsProps<Row>) {
  const { label, columns, rows, params, canFilter, onLayout, onClose } = props;
  const [density, setDensity] = useDensity();
  const filterable = canFilter ? columns.filter(({ value }) => value !== undefined) : [];
  const setFilter = (filter: ColumnFilter) =>
    params.setFilters([
      ...params.filters.filter(({ id }) => id !== filter.id),
      ...(filter.text === '' || filter.text === '..' ? [] : [filter]),
    ]);
  return (
    <Sheet title={t('optionsOf', { label })} onClose={onClose}>
      {filterable.length > 0 && (
        <Section title={t('filters')}>
          {filterable.map((column) => (
            <FilterFields
              key={column.id}
              column={column}
              rows={rows}
              text={params.filters.find(({ id }) => id === column.id)?.text ?? ''}
              onChange={(text) => setFilter({ id: column.id, text })}
            />
          ))}
        </Section>
      )}
      <ToggleGroup
        label={t('density')}
        options={DENSITIES}
        optionLabel={(choice) => (choice === 'compact' ? t('compact') : t('comfortable'))}
        selected={[density]}
        onToggle={setDensity}
      />
      <Section title={t('columns')}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {columns.map((column, index) => (
            <ColumnOptions key={column.id} {...props} column={column} index={index} />
          ))}
        </Box>
        <Button size="small" sx={{ justifySelf: 'start' }} onClick={() => onLayout(undefined)}>
          {t('resetLayout')}
        </Button>
      </Section>
    </Sheet>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 3 }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

interface FilterFieldsProps<Row> {
  column: Column<Row>;
  rows: readonly Row[];
  text: string;
  onChange: (text: string) => void;
}

function FilterFields<Row>({ column, rows, text, onChange }: FilterFieldsProps<Row>) {
  const { heading } = column;
  const kind = filterKind(column, rows);
  const field = (label: string, value: string, change: (value: string) => void) => (
    <ToolbarField label={label}>
      {(id) => (
        <Box
          component="input"
          id={id}
          type={kind}
          step={kind === 'number' ? 'any' : undefined}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          sx={fieldStyles}
        />
      )}
    </ToolbarField>
  );
  if (kind === 'text') return field(t('contains', { heading }), text, onChange);
  const [from, to] = parseRange(text);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, alignItems: 'end' }}>
      {field(t('from', { heading }), from, (next) => onChange(`${next}..${to}`))}
      {field(t('to', { heading }), to, (next) => onChange(`${from}..${next}`))}
    </Box>
  );
}

interface ColumnOptionsProps<Row> extends TableOptionsProps<Row> {
  column: Column<Row>;
  index: number;
}

function ColumnOptions<Row>(props: ColumnOptionsProps<Row>) {
  const { columns, column, index, isVisible, layout, onLayout, onWiden } = props;
  const { id, heading } = column;
  const fixed = isFixed(column, index);
  const previous = columns[index - 1];
  const move = (by: number) => {
    const order = columns.filter((each, place) => !isFixed(each, place)).map((each) => each.id);
    const place = order.indexOf(id);
    order.splice(place, 1);
    order.splice(place + by, 0, id);
    onLayout({ order });
  };
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 2, flexGrow: 1, minWidth: 0 }}>
        <input
          type="checkbox"
          checked={isVisible(column)}
          disabled={fixed}
          onChange={() => onLayout({ visible: { ...layout.visible, [id]: !isVisible(column) } })}
        />
        {heading}
      </Box>
      <IconButton label={t('makeNarrower', { heading })} onClick={() => onWiden(id, -WIDTH_STEP)}>
        <span aria-hidden>−</span>
      </IconButton>
      <IconButton label={t('makeWider', { heading })} onClick={() => onWiden(id, WIDTH_STEP)}>
        <span aria-hidden>+</span>
      </IconButton>
      {!fixed && previous !== undefined && !isFixed(previous, index - 1) && (
        <IconButton label={t('moveLeft', { heading })} onClick={() => move(-1)}>
          <ArrowRightIcon sx={{ transform: 'rotate(180deg)' }} />
        </IconButton>
      )}
      {!fixed && index < columns.length - 1 && (
        <IconButton label={t('moveRight', { heading })} onClick={() => move(1)}>
          <ArrowRightIcon />
        </IconButton>
      )}
    </Box>
  );
}
