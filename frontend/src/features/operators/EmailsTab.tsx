/** The emails to people: what waits, what was sent, what was given up; read one by one where nobody sends them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { EmailDetail } from './EmailDetail';
import { emailsQuery, type OperatorEmail } from './emailQueries';
import { EMAIL_STATE_LABELS, emailKindLabel } from './operatorLabels';

const columns: Column<OperatorEmail>[] = [
  {
    heading: 'Written',
    render: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
  { heading: 'About', render: ({ kind }) => emailKindLabel(kind) },
  {
    heading: 'To',
    render: ({ toAddress }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {toAddress}
      </Box>
    ),
  },
  {
    heading: 'State',
    render: ({ state }) => (
      <StatusBadge tone={EMAIL_STATE_LABELS[state][0]}>{EMAIL_STATE_LABELS[state][1]}</StatusBadge>
    ),
  },
];

export function EmailsTab() {
  const letters = useInfiniteQuery(emailsQuery);
  const byMail = letters.data?.pages[0]?.byMail;
  return (
    <Panel
      title="Outbox"
      subtitle={
        byMail === undefined
          ? 'Letters to people, newest first.'
          : byMail
            ? 'A mail server sends these letters. Their words are for whoever gets them.'
            : 'There is no mail server: hand the links on yourself. Each reading is written down.'
      }
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (letters.isPending) return <LoadingPlaceholder label="The letters are loading" height={320} />;
    const failed = letters.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(letters.error, 'The letters did not load.')}
          onRetry={() => void letters.refetch()}
          retrying={letters.isFetching}
        />
      </Box>
    );
    if (!letters.data) return failed;
    const rows = letters.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 ? (
          <EmptyState>
            The outbox is empty. Invitations and links for a new password appear here for 30 days.
          </EmptyState>
        ) : (
          <DataTable
            label="Letters"
            columns={columns}
            rows={rows}
            rowKey={(letter) => letter.id}
            detail={{
              label: 'Details',
              rowName: (letter) => `the letter to ${letter.toAddress}`,
              render: (letter) => <EmailDetail letter={letter} byMail={byMail ?? true} />,
            }}
          />
        )}
        {letters.hasNextPage && (
          <Button
            sx={{ mt: 3 }}
            onClick={() => void letters.fetchNextPage()}
            disabled={letters.isFetchingNextPage}
          >
            Show older letters
          </Button>
        )}
      </>
    );
  }
}
