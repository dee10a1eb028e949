/** The audit log of the organization, newest first, filtered by the URL. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@sprout/client';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { downloadText } from '@/lib/download';
import { formatDateTime } from '@/lib/format';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/audit';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { AuditDetail } from './AuditDetail';
import { FilterForm } from './FilterForm';
import {
  fetchAuditCsv,
  auditLogQuery,
  readFilter,
  FILTER_NAMES,
  type AuditEntry,
  type AuditFilter,
} from './queries';
import { actionLabel } from './actionLabels';

/** Actors that are not members are labeled. */
const ACTOR_SUFFIXES: Record<Schemas['AuditActorKind'], string> = {
  person: '',
  api_key: ' (API key)',
  operator: ' (operator)',
  system: '',
};

const columns: Column<AuditEntry>[] = [
  {
    id: 'time',
    value: (entry) => entry.occurredAt,
    get heading() {
      return t('time');
    },
    render: (entry) => <time dateTime={entry.occurredAt}>{formatDateTime(entry.occurredAt)}</time>,
  },
  {
    id: 'actor',
    value: ({ actor }) => actor.name + ACTOR_SUFFIXES[actor.kind],
    get heading() {
      return t('actor');
    },
    render: ({ actor }) => actor.name + ACTOR_SUFFIXES[actor.kind],
  },
  {
    id: 'action',
    value: (entry) => actionLabel(entry.action),
    get heading() {
      return t('action');
    },
    render: (entry) => actionLabel(entry.action),
  },
  {
    id: 'target',
    value: ({ target }) => target?.name ?? target?.kind,
    get heading() {
      return t('target');
    },
    render: ({ target }) => target?.name ?? target?.kind ?? '-',
  },
];

export function AuditTab() {
  const [address, setAddress] = useUrlParams();
  const filter = readFilter(address);
  const log = useInfiniteQuery(auditLogQuery(filter));
  const save = useMutation({
    mutationFn: async () => downloadText('audit-log.csv', 'text/csv', await fetchAuditCsv(filter)),
  });
  const narrow = (by: AuditFilter) =>
    setAddress(
      (before) => {
        for (const name of FILTER_NAMES) {
          if (by[name]) before.set(name, by[name]);
          else before.delete(name);
        }
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <Panel title={t('auditLog')} subtitle={t('actionsInYourOrganizationNewestFirst')}>
      <FilterForm key={address.toString()} filter={filter} onFilter={narrow} />
      <Box className="screen-only" sx={{ display: 'flex', justifyContent: 'flex-end', mb: 3 }}>
        <Button onClick={() => save.mutate()} disabled={save.isPending}>
          {t('downloadCsv')}
        </Button>
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntCreateTheFileTryAgain'))} />}
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (log.isPending) return <LoadingPlaceholder label={t('theAuditLogIsLoading')} height={320} />;
    const failed = log.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(log.error, t('couldntLoadTheAuditLog'))}
          onRetry={() => void log.refetch()}
          retrying={log.isFetching}
        />
      </Box>
    );
    if (!log.data) return failed;
    const rows = log.data.pages.flatMap((page) => page.items);
    if (rows.length === 0) {
      return (
        <>
          {failed}
          <EmptyState action={<Button onClick={() => narrow({})}>{t('clearFilters')}</Button>}>
            {t('noMatchingEntries')}
          </EmptyState>
        </>
      );
    }
    return (
      <>
        {failed}
        <DataTable
          id="audit-log"
          more={nextPage(log, t('showOlderEntries'))}
          label={t('auditLog')}
          columns={columns}
          rows={rows}
          rowKey={(entry) => String(entry.seq)}
          detail={{
            label: t('details'),
            rowName: (entry) => t('entryRowName', { seq: entry.seq }),
            render: (entry) => (
              <AuditDetail entry={entry} onFilter={(person) => narrow({ ...filter, person })} />
            ),
          }}
        />
      </>
    );
  }
}
