/** Who did what in the organization, newest first, narrowed by what the address says. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sayFailure } from '@/api/errors';
import { downloadText } from '@/lib/download';
import { moment } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { AuditDetail } from './AuditDetail';
import { FilterForm } from './FilterForm';
import { auditFile, auditLog, filterOf, FILTERS, type Entry, type Filter } from './log';
import { actionWords } from './words';

/** Who is no member is told apart from those who are. */
const KINDS: Record<string, string> = { api_key: ' (API key)', operator: ' (operator of the service)' };

const columns: Column<Entry>[] = [
  { heading: 'When', show: (entry) => <time dateTime={entry.at}>{moment(entry.at)}</time> },
  {
    heading: 'Who',
    show: ({ author }) => author.name + (KINDS[author.kind] ?? ''),
  },
  { heading: 'What', show: (entry) => actionWords(entry.action) },
  { heading: 'To what', show: ({ target }) => target?.name ?? target?.kind ?? '-' },
];

export function AuditTab() {
  const [address, setAddress] = useSearchParams();
  const filter = filterOf(address);
  const log = useInfiniteQuery(auditLog(filter));
  const save = useMutation({
    mutationFn: async () => downloadText('audit-log.csv', 'text/csv', await auditFile(filter)),
  });
  const narrow = (by: Filter) =>
    setAddress(
      (before) => {
        for (const name of FILTERS) {
          if (by[name]) before.set(name, by[name]);
          else before.delete(name);
        }
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <Panel title="Audit log" subtitle="Who did what, newest first. Rows are added and never changed.">
      <FilterForm key={address.toString()} filter={filter} onNarrow={narrow} />
      <Box className="screen-only" sx={{ display: 'flex', justifyContent: 'flex-end', mb: 3 }}>
        <Button onClick={() => save.mutate()} disabled={save.isPending}>
          Download CSV
        </Button>
      </Box>
      {save.error && <FailureNotice {...sayFailure(save.error, 'The file could not be made. Try again.')} />}
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (log.isPending) return <Waiting label="The audit log is loading" height={320} />;
    const failed = log.isError && (
      <Box sx={{ mb: 3 }}>
        <FailureNotice
          {...sayFailure(log.error, 'The audit log did not load.')}
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
          <Notice action={<Button onClick={() => narrow({})}>Show everything</Button>}>
            Nothing of this kind was done in these days.
          </Notice>
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
            of: (entry) => `row ${entry.seq}`,
            show: (entry) => <AuditDetail entry={entry} onOnly={(person) => narrow({ ...filter, person })} />,
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
