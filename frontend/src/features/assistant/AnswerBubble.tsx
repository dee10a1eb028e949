/** An answer: text, table and chart, insights, actions and sources. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { t } from '@/messages/en/assistant';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { AnswerQuery, type PartActions } from './AnswerQuery';
import { AnswerTable } from './AnswerTable';
import { BotBubble } from './BotBubble';
import { ConfidenceBadge } from './ConfidenceBadge';
import { toPlainText } from './answerText';
import { CopyButton } from './CopyButton';
import { Links } from './Links';
import { Options } from './Options';
import { BulletList } from './BulletList';
import type { Answer, OptionChoice, Rating } from './queries';
import { AnswerSource } from './AnswerSource';
import { ResponseTime } from './ResponseTime';
import { RatingButtons } from './RatingButtons';

const AnswerChart = lazy(() => import('./AnswerChart').then((part) => ({ default: part.AnswerChart })));

interface AnswerBubbleProps extends PartActions {
  question: string;
  answer: Answer;
  rating: Rating | undefined;
  /** A reply to another question is pending. */
  waiting: boolean;
  onChoose: (label: string, option: OptionChoice) => void;
}

export function AnswerBubble({
  question,
  answer,
  rating,
  waiting,
  onChoose,
  onAsk,
  onEdit,
}: AnswerBubbleProps) {
  return (
    <BotBubble
      at={answeredAt(answer)}
      marks={
        <>
          <ConfidenceBadge confidence={answer.confidence} />
          <ResponseTime {...answer} />
        </>
      }
    >
      <Typography sx={{ whiteSpace: 'pre-line' }}>{answer.response}</Typography>
      <Options answer={answer} disabled={waiting} onChoose={onChoose} />
      {/* Rows are excluded from the live region: they are for reference, not to be read aloud one by one. */}
      <Box aria-live="off">
        {answer.tables.map((table) => (
          <AnswerTable key={table.callId} table={table} asOf={answer.asOf} />
        ))}
        {answer.chart && (
          <Suspense fallback={<LoadingPlaceholder label={t('theChartIsLoading')} height={320} />}>
            <AnswerChart answer={answer} />
          </Suspense>
        )}
      </Box>
      <BulletList heading={t('keyInsights')} items={answer.insights} />
      <BulletList heading={t('recommendedActions')} items={answer.actions} />
      <Box aria-live="off">
        <Links links={answer.links} />
        {answer.parts && (
          <AnswerQuery question={question} answer={answer} disabled={waiting} onAsk={onAsk} onEdit={onEdit} />
        )}
        <AnswerSource answer={answer} />
        <Box
          className="screen-only"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            mt: 2,
            marginInlineStart: -2,
          }}
        >
          <CopyButton text={toPlainText(answer)} />
          {/* Only stored answers can be rated. */}
          {answer.conversationId !== undefined && (
            <RatingButtons messageId={answer.messageId} saved={rating} />
          )}
        </Box>
      </Box>
    </BotBubble>
  );
}

/** When the answer was ready, RFC 3339. */
function answeredAt({ askedAt, responseTime }: Answer): string {
  return new Date(new Date(askedAt).getTime() + responseTime).toISOString();
}
