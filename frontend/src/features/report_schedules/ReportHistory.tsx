/** The emails of a scheduled report, each with its result. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { formatCount, formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/report_schedules';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { nextPage } from '@/ui/nextPage';
import { StatusBadge } from '@/ui/StatusBadge';
import { reportDeliveriesQuery, type ReportDelivery } from './queries';

const TONES = { pending: 'yellow', sent: 'green', failed: 'red', cancelled: 'grey' } as const;

function stateText({ state }: ReportDelivery): string {
  switch (state) {
    case 'pending':
      return t('pending');
    case 'sent':
      return t('sent');
    case 'failed':
      return t('failed');
    case 'cancelled':
      return t('cancelled');
  }
}

function resultText({ reason, rows }: ReportDelivery): string {
  return reason ?? (rows === undefined ? '' : t('rows', { count: formatCount(rows) }));
}

const columns: Column<ReportDelivery>[] = [
  {
    id: 'time',
    value: ({ createdAt }) => createdAt,
    get heading() {
      return t('when');
    },
    render: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    id: 'recipient',
    value: ({ recipient }) => recipient,
    get heading() {
      return t('recipient');
    },
    render: ({ recipient }) => recipient,
  },
  {
    id: 'status',
    value: stateText,
    get heading() {
      return t('status');
    },
    render: (delivery) => <StatusBadge tone={TONES[delivery.state]}>{stateText(delivery)}</StatusBadge>,
  },
  {
    id: 'result',
    value: resultText,
    get heading() {
      return t('result');
    },
    render: resultText,
  },
];

export function ReportHistory({ scheduleId }: { scheduleId: string }) {
  const history = useInfiniteQuery(reportDeliveriesQuery(scheduleId));
  if (history.isPending) return <LoadingPlaceholder label={t('historyIsLoading')} height={160} />;
  if (!history.data) {
    return (
      <ErrorAlert
        {...errorText(history.error, t('couldntLoadTheHistory'))}
        onRetry={() => void history.refetch()}
        retrying={history.isFetching}
      />
    );
  }
  const rows = history.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return <EmptyState>{t('nothingSent')}</EmptyState>;
  return (
    <DataTable
      id="report-deliveries"
      label={t('sentReports')}
      columns={columns}
      rows={rows}
      rowKey={(delivery) => delivery.id}
      more={nextPage(history, t('showOlder'))}
    />
  );
}
