/** The reasons for the rejected rows of one run, most frequent first. */
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@sprout/client';
import { errorText } from '@/api/errors';
import { formatCount } from '@/lib/format';
import { explainReject } from '@/lib/syncMessages';
import { t } from '@/messages/en/data_sync_panels';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Panel } from '@/ui/Panel';
import { rejectSummaryQuery } from './queries';
import { tableLabel } from './syncableTables';

type RejectGroup = Schemas['RejectGroup'];

const columns: Column<RejectGroup>[] = [
  {
    id: 'table',
    get heading() {
      return t('table');
    },
    value: ({ table }) => table,
    render: ({ table }) => tableLabel(table),
  },
  {
    id: 'column',
    get heading() {
      return t('column');
    },
    value: ({ column }) => column ?? '',
    render: ({ column }) => column ?? t('wholeRow'),
  },
  {
    id: 'reason',
    get heading() {
      return t('reason');
    },
    value: explainReject,
    render: explainReject,
  },
  {
    id: 'example',
    get heading() {
      return t('example');
    },
    value: ({ example }) => example ?? '',
    render: ({ example }) => example ?? t('empty'),
  },
  {
    id: 'rows',
    get heading() {
      return t('rows');
    },
    value: ({ count }) => count,
    numeric: true,
    render: ({ count }) => formatCount(count),
  },
];

export function RejectReasons({ runId }: { runId: string }) {
  const { data, error, isFetching, refetch } = useQuery(rejectSummaryQuery(runId));
  if (error && !data) {
    const errorProps = errorText(error, t('couldntLoadTheReasons'));
    return <ErrorAlert {...errorProps} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data || data.items.length === 0) return null;
  const listed = data.items.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel
      title={t('rejectedRowsByReason')}
      subtitle={
        listed < data.total
          ? t('theMostFrequentReasonsOf', { total: formatCount(data.total) })
          : t('rejectedRowsInThisRun', { total: formatCount(data.total) })
      }
    >
      <DataTable
        label={t('rejectedRowsByReason')}
        columns={columns}
        rows={data.items}
        rowKey={(_, index) => String(index)}
      />
    </Panel>
  );
}
