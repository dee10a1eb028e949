/** The rows of an answer as a table. */
import { DataTable, type Column } from '@/ui/DataTable';
import { buildColumns, nameRow, type AnswerRow } from './answerColumns';
import type { MetricAnswer } from './queries';

interface AnswerTableProps {
  label: string;
  answer: MetricAnswer;
  /** By default a column for each member and figure. */
  columns?: Column<AnswerRow>[];
  /** By default all of them. */
  rows?: AnswerRow[];
}

export function AnswerTable({
  label,
  answer,
  columns = buildColumns(answer),
  rows = answer.rows as AnswerRow[],
}: AnswerTableProps) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={(row, index) => `${nameRow(answer, row)} ${String(index)}`}
      rowHeaders
    />
  );
}
