/** What is wrong now and since when, then what was told: each failure once, each recovery once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { notificationsQuery, type NotificationList } from './queries';

export function NotificationsPanel() {
  const { data, ...query } = useInfiniteQuery(notificationsQuery);
  const newest = data?.pages[0];
  return (
    <Panel title="Notices" subtitle={newest && describeDelivery(newest)}>
      {query.isPending && <LoadingPlaceholder label="The notices are loading" height={160} />}
      {query.isError && (
        <ErrorAlert
          {...errorText(query.error, 'The notices did not load.')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isError && newest && (
        <Typography sx={{ my: 3, color: 'text.secondary' }}>
          What follows was true at {formatDateTime(new Date(query.dataUpdatedAt).toISOString())}.
        </Typography>
      )}
      {newest && <OpenProblems open={newest.open} />}
      {data && <PastNotifications items={data.pages.flatMap((page) => page.items)} />}
      {query.hasNextPage && (
        <Button sx={{ mt: 3 }} onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Show older notices
        </Button>
      )}
    </Panel>
  );
}

function describeDelivery({ byMail }: NotificationList): string {
  const once = 'Told once when something fails, and once when it works again.';
  return byMail ? `${once} Owners and admins also get a mail.` : once;
}

function OpenProblems({ open }: Pick<NotificationList, 'open'>) {
  if (open.length === 0) {
    return (
      <Box sx={{ mb: 3 }}>
        <StatusBadge tone="green">No open problems</StatusBadge>
      </Box>
    );
  }
  return (
    <EntryList label="Open problems">
      {open.map(({ topic, title, words, since }) => (
        <Entry
          key={topic}
          tone="red"
          badge="Open"
          title={title}
          timePrefix="since "
          at={since}
          text={words}
        />
      ))}
    </EntryList>
  );
}

function PastNotifications({ items }: Pick<NotificationList, 'items'>) {
  if (items.length === 0) {
    return <EmptyState>Nothing was told yet. A sync that fails appears here.</EmptyState>;
  }
  return (
    <>
      <Typography component="h3" variant="body2" sx={{ mt: 4, color: 'text.secondary', fontWeight: 600 }}>
        Told so far, newest first
      </Typography>
      <EntryList label="Notices">
        {items.map(({ id, kind, title, body, at }) => (
          <Entry
            key={id}
            {...(kind === 'recovered'
              ? { tone: 'green', badge: 'Recovered' }
              : { tone: 'grey', badge: 'Raised' })}
            title={title}
            at={at}
            text={body}
          />
        ))}
      </EntryList>
    </>
  );
}

function EntryList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  );
}

interface EntryProps {
  tone: 'red' | 'green' | 'grey';
  badge: string;
  title: string;
  timePrefix?: string;
  at: string;
  text: string;
}

function Entry({ tone, badge, title, timePrefix = '', at, text }: EntryProps) {
  return (
    <Box
      component="li"
      sx={{ py: 3, borderTop: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <StatusBadge tone={tone}>{badge}</StatusBadge>
        <Typography sx={{ fontWeight: 600, flexGrow: 1, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {timePrefix}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </Typography>
      </Box>
      <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>{text}</Typography>
    </Box>
  );
}
