/** What is wrong now and since when, then what was told: each failure once, each recovery once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { moment } from '@/lib/format';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { ToneMark } from '@/ui/ToneMark';
import { Waiting } from '@/ui/Waiting';
import { notices, type NoticeList } from './notices';

export function NoticesPanel() {
  const { data, ...query } = useInfiniteQuery(notices);
  const newest = data?.pages[0];
  return (
    <Panel title="Notices" subtitle={newest && howTold(newest)}>
      {query.isPending && <Waiting label="The notices are loading" height={160} />}
      {query.isError && (
        <FailureNotice
          {...sayFailure(query.error, 'The notices did not load.')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isError && newest && (
        <Typography sx={{ my: 3, color: 'text.secondary' }}>
          What follows was true at {moment(new Date(query.dataUpdatedAt).toISOString())}.
        </Typography>
      )}
      {newest && <OpenProblems open={newest.open} />}
      {data && <Told items={data.pages.flatMap((page) => page.items)} />}
      {query.hasNextPage && (
        <Button sx={{ mt: 3 }} onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Show older notices
        </Button>
      )}
    </Panel>
  );
}

function howTold({ byMail }: NoticeList): string {
  const once = 'Told once when something fails, and once when it works again.';
  return byMail ? `${once} Owners and admins also get a mail.` : once;
}

function OpenProblems({ open }: Pick<NoticeList, 'open'>) {
  if (open.length === 0) {
    return (
      <Box sx={{ mb: 3 }}>
        <ToneMark tone="green">No open problems</ToneMark>
      </Box>
    );
  }
  return (
    <Entries label="Open problems">
      {open.map(({ topic, title, words, since }) => (
        <Entry key={topic} tone="red" mark="Open" title={title} before="since " at={since} words={words} />
      ))}
    </Entries>
  );
}

function Told({ items }: Pick<NoticeList, 'items'>) {
  if (items.length === 0) {
    return <Notice>Nothing was told yet. A sync that fails appears here.</Notice>;
  }
  return (
    <>
      <Typography component="h3" variant="body2" sx={{ mt: 4, color: 'text.secondary', fontWeight: 600 }}>
        Told so far, newest first
      </Typography>
      <Entries label="Notices">
        {items.map(({ id, kind, title, body, at }) => (
          <Entry
            key={id}
            {...(kind === 'recovered'
              ? { tone: 'green', mark: 'Recovered' }
              : { tone: 'grey', mark: 'Raised' })}
            title={title}
            at={at}
            words={body}
          />
        ))}
      </Entries>
    </>
  );
}

function Entries({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  );
}

interface EntryProps {
  tone: 'red' | 'green' | 'grey';
  mark: string;
  title: string;
  before?: string;
  at: string;
  words: string;
}

function Entry({ tone, mark, title, before = '', at, words }: EntryProps) {
  return (
    <Box
      component="li"
      sx={{ py: 3, borderTop: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <ToneMark tone={tone}>{mark}</ToneMark>
        <Typography sx={{ fontWeight: 600, flexGrow: 1, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {before}
          <time dateTime={at}>{moment(at)}</time>
        </Typography>
      </Box>
      <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>{words}</Typography>
    </Box>
  );
}
