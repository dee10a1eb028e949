/** The figures of a question as chart and table. Each can be opened to its rows. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { t } from '@/messages/en/explore';
import { BarChart } from '@/ui/charts/BarChart';
import { LineChart } from '@/ui/charts/LineChart';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { buildChart, nameBucket } from './answerChart';
import { ChangeSheet } from './ChangeSheet';
import {
  memberFilter,
  toChangeQuery,
  toRowQuery,
  type ExploreFilter,
  type ExploreState,
} from './exploreState';
import { formatMember, formatValue } from './figureFormat';
import type { MetricAnswer, MetricColumn, MetricDataset, MetricValue } from './queries';
import { RowsSheet } from './RowsSheet';

interface ResultPanelProps {
  answer: MetricAnswer;
  dataset: MetricDataset;
  state: ExploreState;
  onChange: (changed: Partial<ExploreState>) => void;
}

type Row = MetricValue[];
/** What is open above the page. */
type Opened = { rows: ExploreState; name: string } | 'change' | undefined;

export function ResultPanel({ answer, dataset, state, onChange }: ResultPanelProps) {
  const [opened, setOpened] = useState<Opened>();
  const chart = buildChart(answer);
  const rows = answer.rows as Row[];
  const change = toChangeQuery(state, dataset);
  const withFilters = (added: readonly ExploreFilter[]): ExploreState => ({
    ...state,
    filters: [...state.filters, ...added],
  });
  const filtersOf = (row: Row, places?: readonly number[]): ExploreFilter[] =>
    answer.columns.flatMap((column, place) => {
      if (column.role !== 'dimension' || places?.includes(place) === false) return [];
      const type = dataset.dimensions.find(({ id }) => id === column.id)?.type ?? 'text';
      return [memberFilter(column.id, type, row[place] ?? null)];
    });
  const nameRow = (row: Row, places?: readonly number[]): string =>
    answer.columns
      .flatMap((column, place) =>
        column.role === 'dimension' && places?.includes(place) !== false
          ? [formatMember(row[place] ?? null, column)]
          : [],
      )
      .join(', ');
  const openPoint = (point: string) => {
    const { row, places } = chart?.pick(point) ?? {};
    if (row) setOpened({ rows: withFilters(filtersOf(row, places)), name: nameRow(row, places) });
  };
  return (
    <Panel
      title={t('result')}
      subtitle={t('shown', { count: answer.rowCount, value: answer.rowCount })}
      actions={
        <>
          {change && <Button onClick={() => setOpened('change')}>{t('explainChange')}</Button>}
          <Button onClick={() => setOpened({ rows: state, name: t('allRows') })}>{t('allRows')}</Button>
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState>{t('noRowsMatch')}</EmptyState>
      ) : (
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {chart?.type === 'line' && <LineChart {...chart.props} onOpen={openPoint} />}
          {chart?.type === 'bar' && <BarChart {...chart.props} onOpen={openPoint} />}
          <DataTable
            label={t('result')}
            columns={toColumns(answer, {
              onKeep: (filter) => onChange({ filters: withFilters([filter]).filters }),
              onRows: (row) => setOpened({ rows: withFilters(filtersOf(row)), name: nameRow(row) }),
              filtersOf: (row) => filtersOf(row),
              nameRow: (row) => nameRow(row),
            })}
            rows={rows}
            rowKey={(row, index) => `${nameRow(row)} ${String(index)}`}
            rowHeaders
          />
        </Box>
      )}
      {answer.notes.map((note) => (
        <Typography key={note} variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
          {note}
        </Typography>
      ))}
      {opened === 'change' && change && <ChangeSheet query={change} onClose={() => setOpened(undefined)} />}
      {opened !== undefined && opened !== 'change' && (
        <RowsSheet
          name={opened.name}
          query={toRowQuery(opened.rows, dataset)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}

interface RowActions {
  onKeep: (filter: ExploreFilter) => void;
  onRows: (row: Row) => void;
  filtersOf: (row: Row) => ExploreFilter[];
  nameRow: (row: Row) => string;
}

function toColumns(answer: MetricAnswer, actions: RowActions): Column<Row>[] {
  const columns = answer.columns.map((column, place): Column<Row> => {
    const sum = totalOf(answer, place, column);
    return {
      id: column.id,
      heading: column.label,
      numeric: column.role !== 'dimension',
      value: (row) => row[place] ?? undefined,
      render: (row) =>
        column.role === 'dimension' ? (
          <KeepButton row={row} place={place} column={column} answer={answer} actions={actions} />
        ) : (
          formatValue(row[place] ?? null, column)
        ),
      ...(sum !== undefined && { total: () => sum }),
    };
  });
  const rowsColumn: Column<Row> = {
    id: 'rows',
    heading: t('rows'),
    screenOnly: true,
    render: (row) => (
      <Button
        size="small"
        aria-label={t('showRows', { name: actions.nameRow(row) || t('total') })}
        onClick={() => actions.onRows(row)}
      >
        {t('rows')}
      </Button>
    ),
  };
  return [...columns, rowsColumn];
}

/** The total of a column of figures. Several totals, one for each currency, have no single cell. */
function totalOf(answer: MetricAnswer, place: number, column: MetricColumn): string | undefined {
  const [total, second] = answer.totals as Row[];
  if (!total || second || column.role === 'dimension' || column.role === 'derived') return undefined;
  return formatValue(total[place] ?? null, column);
}

interface KeepButtonProps {
  row: Row;
  place: number;
  column: MetricColumn;
  answer: MetricAnswer;
  actions: RowActions;
}

/** A member that filters the question when it is chosen. */
function KeepButton({ row, place, column, answer, actions }: KeepButtonProps) {
  const dimensions = answer.columns.filter(({ role }) => role === 'dimension');
  const name = nameBucket(row[place] ?? null, column, answer.incomplete);
  return (
    <Button
      size="small"
      aria-label={t('keepOnly', { name })}
      sx={{ justifyContent: 'flex-start', textAlign: 'start', px: 1 }}
      onClick={() => {
        const filter = actions.filtersOf(row)[dimensions.indexOf(column)];
        if (filter) actions.onKeep(filter);
      }}
    >
      {name}
    </Button>
  );
}
