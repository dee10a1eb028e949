/** The rows of a query of measures as a table, with links to the records that they are about. */
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatDay } from '@/lib/format';
import type { RecordKind } from '@/lib/paths';
import { t } from '@/messages/en/directory';
import { DataTable, type Column } from '@/ui/DataTable';
import { RecordLink } from '@/ui/RecordLink';
import {
  formatMeasure,
  metricQuery,
  readRows,
  type MetricAnswer,
  type MetricQuery,
  type MetricRow,
} from '@/api/metricQueries';
import { QueryPanel } from './QueryPanel';

/** Maximum number of rows. */
const MAX_ROWS = 200;
/** Rows shown until the user asks for all of them. */
const FIRST_ROWS = 10;
/** Height while loading, in CSS pixels. */
const HEIGHT = 260;

/** A column: of a measure, a day, or the name of a record. */
interface RelatedColumn {
  /** ID of a measure or dimension. */
  id: string;
  heading: string;
  /** The record that the column names. */
  link?: { kind: RecordKind; idColumn: string };
}

interface RelatedRowsProps {
  /** Names the stored layout and the URL parameters. */
  id: string;
  title: string;
  subtitle?: string;
  query: MetricQuery;
  columns: readonly RelatedColumn[];
  emptyText: string;
}

export function RelatedRows({ id, title, subtitle, query, columns, emptyText }: RelatedRowsProps) {
  const answer = useQuery(metricQuery({ ...query, limit: MAX_ROWS }));
  return (
    <QueryPanel
      title={title}
      subtitle={subtitle}
      query={answer}
      height={HEIGHT}
      emptyText={emptyText}
      isEmpty={({ data }) => data.rows.length === 0}
    >
      {({ data, meta }) => (
        <DataTable
          id={id}
          label={title}
          columns={columns.map((column) => tableColumn(column, data))}
          rows={readRows(data)}
          rowKey={(_, index) => String(index)}
          initialRows={FIRST_ROWS}
          fileName={id}
          asOf={meta?.asOf}
          {...(data.rowCount > data.rows.length && {
            describe: (shown: number) =>
              t('showingOf', { shown: formatCount(shown), rows: formatCount(data.rowCount) }),
          })}
        />
      )}
    </QueryPanel>
  );
}

function tableColumn({ id, heading, link }: RelatedColumn, answer: MetricAnswer): Column<MetricRow> {
  const kind = answer.columns.find((column) => column.id === id)?.kind;
  const numeric = kind !== 'text' && kind !== 'date';
  return {
    id,
    heading,
    numeric,
    descendingFirst: numeric || kind === 'date',
    value: (row) => row[id] ?? (link ? row[link.idColumn] : undefined),
    render: (row) => {
      if (link) {
        const recordId = String(row[link.idColumn] ?? '');
        return <RecordLink kind={link.kind} id={recordId} name={String(row[id] ?? recordId)} />;
      }
      const cell = row[id];
      if (kind === 'date' && typeof cell === 'string') return formatDay(cell);
      return formatMeasure(answer, row, id) ?? '–';
    },
  };
}
