/** Operator actions that no organization's own audit log records, newest first. */
import Box from '@mui/material/Box';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/operators';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { operatorAuditLogQuery, type AuditLogEntry } from './emailQueries';
import { actionLabel } from './operatorLabels';

const columns: Column<AuditLogEntry>[] = [
  {
    id: 'time',
    value: ({ occurredAt }) => occurredAt,
    get heading() {
      return t('time');
    },
    render: ({ occurredAt: at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  {
    id: 'actor',
    value: ({ operatorId, operatorName }) => (operatorId ? operatorName : t('commandLine')),
    get heading() {
      return t('actor');
    },
    render: ({ operatorId, operatorName }) => (operatorId ? operatorName : t('commandLine')),
  },
  {
    id: 'action',
    value: ({ action }) => actionLabel(action),
    get heading() {
      return t('action');
    },
    render: ({ action }) => actionLabel(action),
  },
  {
    id: 'target',
    value: ({ targetName, targetId }) => targetName ?? targetId,
    get heading() {
      return t('target');
    },
    render: ({ targetName, targetId }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {targetName ?? targetId ?? '-'}
      </Box>
    ),
  },
];

export function AuditLogTab() {
  const deeds = useInfiniteQuery(operatorAuditLogQuery);
  return (
    <Panel title={t('auditLog')} subtitle={t('changesOfOperatorsAndViewedEmails')}>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (deeds.isPending) return <LoadingPlaceholder label={t('theAuditLogIsLoading')} height={240} />;
    const failed = deeds.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(deeds.error, t('couldntLoadTheAuditLog'))}
          onRetry={() => void deeds.refetch()}
          retrying={deeds.isFetching}
        />
      </Box>
    );
    if (!deeds.data) return failed;
    const rows = deeds.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 ? (
          <EmptyState>{t('noEntriesYet')}</EmptyState>
        ) : (
          <DataTable
            id="operator-log"
            more={nextPage(deeds, t('showOlderEntries'))}
            label={t('auditLog')}
            columns={columns}
            rows={rows}
            rowKey={(deed) => deed.id}
          />
        )}
      </>
    );
  }
}
