/** Open problems, then past alerts: one alert per failure and one per recovery. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/notifications';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { TextLink } from '@/ui/TextLink';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { notificationsQuery, type NotificationList } from './queries';

export function NotificationsPanel() {
  const { data, ...query } = useInfiniteQuery(notificationsQuery);
  const newest = data?.pages[0];
  return (
    <Panel title={t('alerts')} subtitle={newest && describeDelivery(newest)}>
      {query.isPending && <LoadingPlaceholder label={t('theAlertsAreLoading')} height={160} />}
      {query.isError && (
        <ErrorAlert
          {...errorText(query.error, t('couldntLoadTheAlerts'))}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isError && newest && (
        <Typography sx={{ my: 3, color: 'text.secondary' }}>
          {t('lastUpdated', { at: formatDateTime(new Date(query.dataUpdatedAt).toISOString()) })}
        </Typography>
      )}
      {newest && <OpenProblems openAlerts={newest.openAlerts} />}
      {data && <PastNotifications items={data.pages.flatMap((page) => page.items)} />}
      {query.hasNextPage && (
        <Button sx={{ mt: 3 }} onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {t('showOlderAlerts')}
        </Button>
      )}
    </Panel>
  );
}

function describeDelivery({ emailEnabled }: NotificationList): string {
  const once = t('youGetOneAlertWhenSomething');
  return emailEnabled ? t('ownersAndAdminsAlsoGetAn', { once }) : once;
}

function OpenProblems({ openAlerts }: Pick<NotificationList, 'openAlerts'>) {
  if (openAlerts.length === 0) {
    return (
      <Box sx={{ mb: 3 }}>
        <StatusBadge tone="green">{t('noOpenProblems')}</StatusBadge>
      </Box>
    );
  }
  return (
    <EntryList label={t('openProblems')}>
      {openAlerts.map(({ topic, title, message, since }) => (
        <Entry
          key={topic}
          tone="red"
          badge={t('open')}
          title={title}
          timePrefix="since "
          at={since}
          text={message}
        />
      ))}
    </EntryList>
  );
}

function PastNotifications({ items }: Pick<NotificationList, 'items'>) {
  if (items.length === 0) {
    return <EmptyState>{t('noAlertsYetFailedSyncsWill')}</EmptyState>;
  }
  return (
    <>
      <Typography component="h3" variant="body2" sx={{ mt: 4, color: 'text.secondary', fontWeight: 600 }}>
        {t('pastAlertsNewestFirst')}
      </Typography>
      <EntryList label={t('pastAlerts')}>
        {items.map(({ id, topic, kind, title, body, createdAt, link }) => (
          <Entry
            key={id}
            {...(kind === 'resolved'
              ? { tone: 'green', badge: t('recovered') }
              : { tone: 'grey', badge: t('raised') })}
            title={title}
            at={createdAt}
            text={body}
            link={link}
            linkText={topic.startsWith('order:') ? t('openTheOrder') : t('openTheFigures')}
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
  /** The page with the figures or the order. */
  link?: string | undefined;
  linkText?: string;
}

function Entry({ tone, badge, title, timePrefix = '', at, text, link, linkText }: EntryProps) {
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
      {link !== undefined && <TextLink to={link}>{linkText}</TextLink>}
    </Box>
  );
}
