/** The email outbox: waiting, sent and failed emails. Without a mail server, operators can view each email. */
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
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { EmailDetail } from './EmailDetail';
import { emailsQuery, type OperatorEmail } from './emailQueries';
import { EMAIL_STATE_LABELS, emailKindLabel } from './operatorLabels';

const columns: Column<OperatorEmail>[] = [
  {
    id: 'created',
    value: ({ createdAt }) => createdAt,
    get heading() {
      return t('created');
    },
    render: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
  {
    id: 'type',
    value: ({ kind }) => emailKindLabel(kind),
    get heading() {
      return t('type');
    },
    render: ({ kind }) => emailKindLabel(kind),
  },
  {
    id: 'to',
    value: ({ toAddress }) => toAddress,
    get heading() {
      return t('to');
    },
    render: ({ toAddress }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {toAddress}
      </Box>
    ),
  },
  {
    id: 'status',
    value: ({ state }) => EMAIL_STATE_LABELS[state][1],
    get heading() {
      return t('status');
    },
    render: ({ state }) => (
      <StatusBadge tone={EMAIL_STATE_LABELS[state][0]}>{EMAIL_STATE_LABELS[state][1]}</StatusBadge>
    ),
  },
];

export function EmailsTab() {
  const emails = useInfiniteQuery(emailsQuery);
  const emailEnabled = emails.data?.pages[0]?.emailEnabled;
  return (
    <Panel
      title={t('outbox')}
      subtitle={
        emailEnabled === undefined
          ? t('emailsNewestFirst')
          : emailEnabled
            ? t('theyAreSentByYourMail')
            : t('emailIsntSetUpOnThis')
      }
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (emails.isPending) return <LoadingPlaceholder label={t('theEmailsAreLoading')} height={320} />;
    const failed = emails.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(emails.error, t('couldntLoadTheEmails'))}
          onRetry={() => void emails.refetch()}
          retrying={emails.isFetching}
        />
      </Box>
    );
    if (!emails.data) return failed;
    const rows = emails.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 ? (
          <EmptyState>{t('noEmailsInvitationsAndPasswordReset')}</EmptyState>
        ) : (
          <DataTable
            id="emails"
            more={nextPage(emails, t('showOlderEmails'))}
            label={t('emails')}
            columns={columns}
            rows={rows}
            rowKey={(email) => email.id}
            detail={{
              label: t('details'),
              rowName: (email) => t('theEmailTo', { toAddress: email.toAddress }),
              render: (email) => <EmailDetail email={email} emailEnabled={emailEnabled ?? true} />,
            }}
          />
        )}
      </>
    );
  }
}
