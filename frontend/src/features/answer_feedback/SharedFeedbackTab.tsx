/** Feedback on answers that people share with the operators, newest first. */
import Box from '@mui/material/Box';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { FEEDBACK_REASON_LABELS } from '@/lib/feedbackReasons';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/answer_feedback';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { PlannedCalls } from './PlannedCalls';
import { sharedFeedbackQuery, type SharedFeedback } from './queries';

const columns: Column<SharedFeedback>[] = [
  {
    id: 'question',
    value: ({ question }) => question,
    get heading() {
      return t('question');
    },
    render: ({ question, comment }) => (
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {question}
        {comment && <Box sx={{ color: 'text.secondary' }}>{comment}</Box>}
      </Box>
    ),
  },
  {
    id: 'calls',
    value: ({ calls }) => calls.map(({ tool }) => tool).join(' '),
    get heading() {
      return t('understoodAs');
    },
    render: ({ calls }) => <PlannedCalls calls={calls} />,
  },
  {
    id: 'reason',
    value: ({ reason }) => (reason ? FEEDBACK_REASON_LABELS[reason] : t('noReasonGiven')),
    get heading() {
      return t('reason');
    },
    render: ({ reason }) => (reason ? FEEDBACK_REASON_LABELS[reason] : t('noReasonGiven')),
  },
  {
    id: 'organization',
    value: ({ organization }) => organization,
    get heading() {
      return t('organization');
    },
    render: ({ organization }) => organization,
  },
  {
    id: 'shared',
    value: ({ sharedAt }) => sharedAt,
    get heading() {
      return t('shared');
    },
    render: ({ sharedAt }) => <time dateTime={sharedAt}>{formatDateTime(sharedAt)}</time>,
  },
];

export function SharedFeedbackTab() {
  const feedback = useInfiniteQuery(sharedFeedbackQuery);
  return (
    <Panel title={t('sharedFeedback')} subtitle={t('feedbackThatPeopleShareWithYou')}>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (feedback.isPending) return <LoadingPlaceholder label={t('theFeedbackIsLoading')} height={240} />;
    const failed = feedback.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(feedback.error, t('couldntLoadTheFeedback'))}
          onRetry={() => void feedback.refetch()}
          retrying={feedback.isFetching}
        />
      </Box>
    );
    if (!feedback.data) return failed;
    const rows = feedback.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 ? (
          <EmptyState>{t('noSharedFeedbackYet')}</EmptyState>
        ) : (
          <DataTable
            id="shared-feedback"
            more={nextPage(feedback, t('showOlderFeedback'))}
            label={t('sharedFeedback')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.messageId}
          />
        )}
      </>
    );
  }
}
