/**
 * Questions whose answers were rated down. A reviewer turns one into an evaluation case or dismisses it; both
 * can be undone.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { downloadText } from '@/lib/download';
import { FEEDBACK_REASON_LABELS } from '@/lib/feedbackReasons';
import { formatDateTime } from '@/lib/format';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/answer_feedback';
import { Callout } from '@/ui/Callout';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { PlannedCalls } from './PlannedCalls';
import {
  fetchEvaluationCases,
  ratedAnswersQuery,
  REVIEW_STATES,
  useReviewAnswer,
  type RatedAnswer,
  type ReviewState,
} from './queries';

const STATE_LABELS: Record<ReviewState, string> = {
  get open() {
    return t('open');
  },
  get case() {
    return t('evaluationCases');
  },
  get dismissed() {
    return t('dismissed');
  },
};

const EMPTY_TEXTS: Record<ReviewState, string> = {
  get open() {
    return t('noOpenFeedback');
  },
  get case() {
    return t('noEvaluationCasesYet');
  },
  get dismissed() {
    return t('nothingWasDismissed');
  },
};

const RESULT_TEXTS: Record<ReviewState, string> = {
  get open() {
    return t('feedbackReopened');
  },
  get case() {
    return t('evaluationCaseCreated');
  },
  get dismissed() {
    return t('feedbackDismissed');
  },
};

export function FeedbackTab() {
  const [address, setAddress] = useUrlParams();
  const state = REVIEW_STATES.find((name) => name === address.get('state')) ?? 'open';
  const answers = useInfiniteQuery(ratedAnswersQuery(state));
  const review = useReviewAnswer();
  const save = useMutation({
    mutationFn: async () =>
      downloadText('evaluation-cases.jsonl', 'application/x-ndjson', await fetchEvaluationCases()),
  });
  const choose = (chosen: ReviewState) =>
    setAddress(
      (before) => {
        before.set('state', chosen);
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <Panel title={t('answerFeedback')} subtitle={t('questionsWhoseAnswersWereRatedDown')}>
      <Box
        className="screen-only"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'flex-end',
          justifyContent: 'space-between',
          mb: 4,
        }}
      >
        <ToggleGroup
          label={t('state')}
          options={REVIEW_STATES}
          optionLabel={(name) => STATE_LABELS[name]}
          selected={[state]}
          onToggle={choose}
        />
        <Button onClick={() => save.mutate()} disabled={save.isPending}>
          {t('downloadEvaluationCases')}
        </Button>
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntCreateTheFileTryAgain'))} />}
      <Box aria-live="polite">
        {review.data && !review.error && (
          <Box sx={{ mb: 3 }}>
            <Callout severity="success">{RESULT_TEXTS[review.data.state]}</Callout>
          </Box>
        )}
      </Box>
      {review.error && <ErrorAlert {...errorText(review.error, t('couldntChangeTheFeedback'))} />}
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (answers.isPending) return <LoadingPlaceholder label={t('theFeedbackIsLoading')} height={320} />;
    const failed = answers.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(answers.error, t('couldntLoadTheFeedback'))}
          onRetry={() => void answers.refetch()}
          retrying={answers.isFetching}
        />
      </Box>
    );
    if (!answers.data) return failed;
    const rows = answers.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 && <EmptyState>{EMPTY_TEXTS[state]}</EmptyState>}
        <Box component="ul" aria-label={t('answerFeedback')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((answer) => (
            <FeedbackRow
              key={answer.messageId}
              answer={answer}
              disabled={review.isPending}
              onReview={(to) => review.mutate({ id: answer.messageId, state: to })}
            />
          ))}
        </Box>
        {answers.hasNextPage && (
          <Button
            sx={{ mt: 3 }}
            onClick={() => void answers.fetchNextPage()}
            disabled={answers.isFetchingNextPage}
          >
            {t('showOlderFeedback')}
          </Button>
        )}
      </>
    );
  }
}

interface FeedbackRowProps {
  answer: RatedAnswer;
  disabled: boolean;
  onReview: (state: ReviewState) => void;
}

function FeedbackRow({ answer, disabled, onReview }: FeedbackRowProps) {
  const { question, askedAt, reason, comment, calls, state } = answer;
  return (
    <Box component="li" sx={{ py: 4, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 3 }}>
      <Box>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          {question}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <time dateTime={askedAt}>{t('askedAt', { time: formatDateTime(askedAt) })}</time>
        </Typography>
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto minmax(0, 1fr)',
          columnGap: 4,
          rowGap: 1,
          typography: 'body2',
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        }}
      >
        <dt>{t('understoodAs')}</dt>
        <dd>
          <PlannedCalls calls={calls} />
        </dd>
        <dt>{t('reason')}</dt>
        <dd>{reason ? FEEDBACK_REASON_LABELS[reason] : t('noReasonGiven')}</dd>
        {comment && (
          <>
            <dt>{t('comment')}</dt>
            <dd>{comment}</dd>
          </>
        )}
      </Box>
      <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {state === 'open' ? (
          <>
            <Button
              variant="outlined"
              disabled={disabled}
              aria-label={t('createEvaluationCaseFrom', { question })}
              onClick={() => onReview('case')}
            >
              {t('createEvaluationCase')}
            </Button>
            <Button
              disabled={disabled}
              aria-label={t('dismissQuestion', { question })}
              onClick={() => onReview('dismissed')}
            >
              {t('dismiss')}
            </Button>
          </>
        ) : (
          <Button
            disabled={disabled}
            aria-label={t('reopenQuestion', { question })}
            onClick={() => onReview('open')}
          >
            {t('reopen')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
