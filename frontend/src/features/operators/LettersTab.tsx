/** The letters to people: what waits, what was sent, what was given up; read one by one where nobody sends them. */
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
import { ToneMark } from '@/ui/ToneMark';
import { Waiting } from '@/ui/Waiting';
import { LetterDetail } from './LetterDetail';
import { letterList, type Letter } from './letters';
import { LETTER_STATE, letterKind } from './words';

const columns: Column<Letter>[] = [
  { heading: 'Written', show: ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time> },
  { heading: 'About', show: ({ kind }) => letterKind(kind) },
  {
    heading: 'To',
    show: ({ toAddress }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {toAddress}
      </Box>
    ),
  },
  {
    heading: 'State',
    show: ({ state }) => <ToneMark tone={LETTER_STATE[state][0]}>{LETTER_STATE[state][1]}</ToneMark>,
  },
];

export function LettersTab() {
  const letters = useInfiniteQuery(letterList);
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
    if (letters.isPending) return <Waiting label="The letters are loading" height={320} />;
    const failed = letters.isError && (
      <Box sx={{ mb: 3 }}>
        <FailureNotice
          {...sayFailure(letters.error, 'The letters did not load.')}
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
          <Notice>
            The outbox is empty. Invitations and links for a new password appear here for 30 days.
          </Notice>
        ) : (
          <DataTable
            label="Letters"
            columns={columns}
            rows={rows}
            rowKey={(letter) => letter.id}
            detail={{
              label: 'Details',
              of: (letter) => `the letter to ${letter.toAddress}`,
              show: (letter) => <LetterDetail letter={letter} byMail={byMail ?? true} />,
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
