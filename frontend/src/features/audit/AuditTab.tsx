/** Who did what in the organization, newest first, narrowed by what the address says. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { downloadText } from '@/lib/download';
import { formatDateTime } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
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

/** Who is no member is shown apart from those who are. */
const KINDS: Record<string, string> = { api_key: ' (API key)', operator: ' (operator of the service)' };

const columns: Column<AuditEntry>[] = [
  { heading: 'When', render: (entry) => <time dateTime={entry.at}>{formatDateTime(entry.at)}</time> },
  {
    heading: 'Who',
    render: ({ author }) => author.name + (KINDS[author.kind] ?? ''),
  },
  { heading: 'What', render: (entry) => actionLabel(entry.action) },
  { heading: 'To what', render: ({ target }) => target?.name ?? target?.kind ?? '-' },
];

export function AuditTab() {
  const [address, setAddress] = useSearchParams();
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
    <Panel title="Audit log" subtitle="Who did what, newest first. Rows are added and never changed.">
      <FilterForm key={address.toString()} filter={filter} onFilter={narrow} />
      <Box className="screen-only" sx={{ display: 'flex', justifyContent: 'flex-end', mb: 3 }}>
        <Button onClick={() => save.mutate()} disabled={save.isPending}>
          Download CSV
        </Button>
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, 'The file could not be made. Try again.')} />}
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (log.isPending) return <LoadingPlaceholder label="The audit log is loading" height={320} />;
    const failed = log.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(log.error, 'The audit log did not load.')}
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
          <EmptyState action={<Button onClick={() => narrow({})}>Show everything</Button>}>
            Nothing of this kind was done in these days.
          </EmptyState>
        </>
      );
    }
    return (
      <>
        {failed}
        <DataTable
          label="Audit log"
          columns={columns}
          rows={rows}
          rowKey={(entry) => String(entry.seq)}
          detail={{
            label: 'Details',
            rowName: (entry) => `row ${entry.seq}`,
            render: (entry) => (
              <AuditDetail entry={entry} onFilter={(person) => narrow({ ...filter, person })} />
            ),
          }}
        />
        {log.hasNextPage && (
          <Button sx={{ mt: 3 }} onClick={() => void log.fetchNextPage()} disabled={log.isFetchingNextPage}>
            Show older rows
          </Button>
        )}
      </>
    );
  }
}
