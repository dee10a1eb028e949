/** The figures of a question as chart and table. Each can be opened to its rows. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { t } from '@/messages/en/explore';
import type { Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { buildChart, chooseChart, type ChartKind } from './answerChart';
import { buildColumns, nameRow, type AnswerRow } from './answerColumns';
import { AnswerNotes } from './AnswerNotes';
import { AnswerTable } from './AnswerTable';
import { ChangeSheet } from './ChangeSheet';
import {
  memberFilter,
  toChangeQuery,
  toRowQuery,
  type ExploreFilter,
  type ExploreState,
} from './exploreState';
import { nameBucket } from './figureFormat';
import { MetricChart } from './MetricChart';
import type { MetricAnswer, MetricColumn, MetricDataset } from './queries';
import { RowsSheet } from './RowsSheet';

interface ResultPanelProps {
  answer: MetricAnswer;
  dataset: MetricDataset;
  state: ExploreState;
  onChange: (changed: Partial<ExploreState>) => void;
}

/** What is open above the page. */
type Opened = { rows: ExploreState; name: string } | 'change' | undefined;

export function ResultPanel({ answer, dataset, state, onChange }: ResultPanelProps) {
  const [opened, setOpened] = useState<Opened>();
  const { kinds, kind } = chooseChart(answer, state, dataset);
  const chart = buildChart(answer, kind);
  const change = toChangeQuery(state, dataset);
  const withFilters = (added: readonly ExploreFilter[]): ExploreState => ({
    ...state,
    filters: [...state.filters, ...added],
  });
  const filtersOf = (row: AnswerRow, places?: readonly number[]): ExploreFilter[] =>
    answer.columns.flatMap((column, place) => {
      if (column.role !== 'dimension' || places?.includes(place) === false) return [];
      const type = dataset.dimensions.find(({ id }) => id === column.id)?.type ?? 'text';
      return [memberFilter(column.id, type, row[place] ?? null)];
    });
  const openPoint = (point: string) => {
    const { row, places } = chart?.pick(point) ?? {};
    if (row) setOpened({ rows: withFilters(filtersOf(row, places)), name: nameRow(answer, row, places) });
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
      {answer.rows.length === 0 ? (
        <EmptyState>{t('noRowsMatch')}</EmptyState>
      ) : (
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {kind && kinds.length > 1 && (
            <ToggleGroup
              label={t('chart')}
              options={kinds}
              optionLabel={nameChart}
              selected={[kind]}
              onToggle={(chosen) => onChange({ chart: chosen })}
            />
          )}
          {chart && <MetricChart chart={chart} onOpen={openPoint} />}
          <AnswerTable
            label={t('result')}
            answer={answer}
            columns={toColumns(answer, {
              onKeep: (filter) => onChange({ filters: withFilters([filter]).filters }),
              onRows: (row) => setOpened({ rows: withFilters(filtersOf(row)), name: nameRow(answer, row) }),
              filtersOf: (row) => filtersOf(row),
            })}
          />
        </Box>
      )}
      <AnswerNotes notes={answer.notes} />
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

function nameChart(kind: ChartKind): string {
  const names: Record<ChartKind, string> = {
    line: t('lines'),
    bar: t('bars'),
    stacked: t('stackedBars'),
    heat: t('heatMap'),
  };
  return names[kind];
}

/** Rows stay as low as those with text only, and its text begins where theirs does. */
const cellButton = { minHeight: 28, minWidth: 0, px: 1, py: 0, marginInlineStart: -1 } as const;

interface RowActions {
  onKeep: (filter: ExploreFilter) => void;
  onRows: (row: AnswerRow) => void;
  filtersOf: (row: AnswerRow) => ExploreFilter[];
}

function toColumns(answer: MetricAnswer, actions: RowActions): Column<AnswerRow>[] {
  const rowsColumn: Column<AnswerRow> = {
    id: 'rows',
    heading: t('rows'),
    screenOnly: true,
    render: (row) => (
      <Button
        size="small"
        sx={cellButton}
        aria-label={t('showRows', { name: nameRow(answer, row) || t('total') })}
        onClick={() => actions.onRows(row)}
      >
        {t('rows')}
      </Button>
    ),
  };
  const columns = buildColumns(answer, (row, place, column) => (
    <KeepButton row={row} place={place} column={column} answer={answer} actions={actions} />
  ));
  return [...columns, rowsColumn];
}

interface KeepButtonProps {
  row: AnswerRow;
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
      sx={{ ...cellButton, justifyContent: 'flex-start', textAlign: 'start', whiteSpace: 'normal' }}
      onClick={() => {
        const filter = actions.filtersOf(row)[dimensions.indexOf(column)];
        if (filter) actions.onKeep(filter);
      }}
    >
      {name}
    </Button>
  );
}
