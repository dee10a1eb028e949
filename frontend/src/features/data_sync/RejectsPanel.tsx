/** The rejected rows of one run: position, value and reason. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { paths } from '@/lib/paths';
import { explainReject } from '@/lib/syncMessages';
import { t } from '@/messages/en/data_sync_panels';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { rejectedRowsQuery, type Reject } from './queries';
import { RejectActions } from './RejectActions';
import { rejectPosition } from './rejects';

const columns: Column<Reject>[] = [
  {
    id: 'table',
    value: (row) => row.table,
    get heading() {
      return t('table');
    },
    render: (row) => row.table,
  },
  {
    id: 'row',
    value: rejectPosition,
    get heading() {
      return t('row');
    },
    render: rejectPosition,
  },
  {
    id: 'column',
    value: (row) => row.column ?? t('wholeRow'),
    get heading() {
      return t('column');
    },
    render: (row) => row.column ?? t('wholeRow'),
  },
  {
    id: 'value',
    value: (row) => row.value,
    get heading() {
      return t('value');
    },
    render: (row) => row.value || t('empty'),
  },
  {
    id: 'reason',
    value: explainReject,
    get heading() {
      return t('reason');
    },
    render: explainReject,
  },
];

export function RejectsPanel({ runId, mayRetry }: { runId: string; mayRetry: boolean }) {
  const rows = useInfiniteQuery(rejectedRowsQuery(runId));
  return (
    <Panel
      title={t('rejectedRows')}
      subtitle={t('correctTheseRowsInYourWarehouse')}
      actions={
        <ButtonLink to={paths.dataSync} size="small">
          {t('backToDataSync')}
        </ButtonLink>
      }
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (rows.isPending) return <LoadingPlaceholder label={t('theRejectedRowsAreLoading')} height={320} />;
    if (rows.isError && !rows.data) {
      const errorProps = errorText(rows.error, t('couldntLoadTheRejectedRows'));
      return <ErrorAlert {...errorProps} onRetry={() => void rows.refetch()} retrying={rows.isFetching} />;
    }
    const rejects = rows.data.pages.flatMap((page) => page.items);
    if (rejects.length === 0) return <EmptyState>{t('noRejectedRowsInThisRun')}</EmptyState>;
    return (
      <>
        <RejectActions runId={runId} mayRetry={mayRetry} />
        <DataTable
          id="rejects"
          more={nextPage(rows, t('showMore'))}
          label={t('rejectedRows')}
          columns={columns}
          rows={rejects}
          rowKey={(_, index) => String(index)}
        />
      </>
    );
  }
}
