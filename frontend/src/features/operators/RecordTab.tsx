/** What operators did where no organization's own log tells of it, newest first. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { moment } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { deedList, type Deed } from './letters';
import { deedWords } from './words';

const columns: Column<Deed>[] = [
  { heading: 'When', show: ({ at }) => <time dateTime={at}>{moment(at)}</time> },
  {
    heading: 'Who',
    show: ({ operatorId, operatorName }) => (operatorId ? operatorName : 'The server’s command line'),
  },
  { heading: 'What', show: ({ action }) => deedWords(action) },
  {
    heading: 'To what',
    show: ({ targetName, targetId }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {targetName ?? targetId ?? '-'}
      </Box>
    ),
  },
];

export function RecordTab() {
  const deeds = useInfiniteQuery(deedList);
  return (
    <Panel
      title="Record"
      subtitle="Who became an operator, and who read a letter. Decisions about an organization stand in its own audit log."
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (deeds.isPending) return <Waiting label="The record is loading" height={240} />;
    const failed = deeds.isError && (
      <Box sx={{ mb: 3 }}>
        <FailureNotice
          {...sayFailure(deeds.error, 'The record did not load.')}
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
          <Notice>Nothing was done yet.</Notice>
        ) : (
          <DataTable label="Record" columns={columns} rows={rows} rowKey={(deed) => deed.id} />
        )}
        {deeds.hasNextPage && (
          <Button
            sx={{ mt: 3 }}
            onClick={() => void deeds.fetchNextPage()}
            disabled={deeds.isFetchingNextPage}
          >
            Show older rows
          </Button>
        )}
      </>
    );
  }
}
