/** The columns of an answer's table. */
import type { ReactNode } from 'react';
import type { Column } from '@/ui/DataTable';
import { formatMember, formatValue, nameBucket } from './figureFormat';
import type { MetricAnswer, MetricColumn, MetricValue } from './queries';

export type AnswerRow = MetricValue[];

/** Renders a member of a dimension; by default its name. */
type RenderMember = (row: AnswerRow, place: number, column: MetricColumn) => ReactNode;

export function buildColumns(answer: MetricAnswer, renderMember?: RenderMember): Column<AnswerRow>[] {
  return answer.columns.map((column, place): Column<AnswerRow> => {
    const sum = totalOf(answer, place, column);
    return {
      id: column.id,
      heading: column.label,
      numeric: column.role !== 'dimension',
      value: (row) => row[place] ?? undefined,
      render: (row) => {
        const value = row[place] ?? null;
        if (column.role !== 'dimension') return formatValue(value, column);
        return renderMember ? renderMember(row, place, column) : nameBucket(value, column, answer.incomplete);
      },
      ...(sum !== undefined && { total: () => sum }),
    };
  });
}

/** The names of a row's members, all or those of some columns. */
export const nameRow = (answer: MetricAnswer, row: AnswerRow, places?: readonly number[]): string =>
  answer.columns
    .flatMap((column, place) =>
      column.role === 'dimension' && places?.includes(place) !== false
        ? [formatMember(row[place] ?? null, column)]
        : [],
    )
    .join(', ');

/** The total of a column of figures. Several totals, one for each currency, have no single cell. */
function totalOf(answer: MetricAnswer, place: number, column: MetricColumn): string | undefined {
  const [total, second] = answer.totals as AnswerRow[];
  if (!total || second || column.role === 'dimension' || column.role === 'derived') return undefined;
  return formatValue(total[place] ?? null, column);
}
