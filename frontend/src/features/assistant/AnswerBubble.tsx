/** An answer: words first, then rows and course, then what stands out and what to do, then what it all rests on. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { Waiting } from '@/ui/Waiting';
import { AnswerTable } from './AnswerTable';
import { BotBubble } from './BotBubble';
import { ConfidenceBadge } from './ConfidenceBadge';
import { asText } from './copied';
import { CopyButton } from './CopyButton';
import { Links } from './Links';
import { Options } from './Options';
import { Points } from './Points';
import type { Answer, OptionChoice, Rating } from './queries';
import { Receipt } from './Receipt';
import { ResponseTime } from './ResponseTime';
import { Thumbs } from './Thumbs';

const AnswerChart = lazy(() => import('./AnswerChart').then((part) => ({ default: part.AnswerChart })));

interface AnswerBubbleProps {
  answer: Answer;
  rating: Rating | undefined;
  /** A reply to another question is pending. */
  waiting: boolean;
  onChoose: (label: string, option: OptionChoice) => void;
}

export function AnswerBubble({ answer, rating, waiting, onChoose }: AnswerBubbleProps) {
  return (
    <BotBubble
      at={saidAt(answer)}
      marks={
        <>
          <ConfidenceBadge confidence={answer.confidence} />
          <ResponseTime {...answer} />
        </>
      }
    >
      <Typography sx={{ whiteSpace: 'pre-line' }}>{answer.response}</Typography>
      <Options answer={answer} disabled={waiting} onChoose={onChoose} />
      {/* Rows are there to be looked up, not to be read out one after the other. */}
      <Box aria-live="off">
        {answer.tables.map((table) => (
          <AnswerTable key={table.callId} table={table} asOf={answer.asOf} />
        ))}
        {answer.chart && (
          <Suspense fallback={<Waiting label="The chart is loading" height={320} />}>
            <AnswerChart chart={answer.chart} />
          </Suspense>
        )}
      </Box>
      <Points heading="Key Insights" points={answer.insights} />
      <Points heading="Recommended Actions" points={answer.actions} />
      <Box aria-live="off">
        <Links links={answer.links} />
        <Receipt answer={answer} />
        <Box
          className="screen-only"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 2, ml: -2 }}
        >
          <CopyButton text={asText(answer)} />
          <Thumbs messageId={answer.messageId} kept={rating} />
        </Box>
      </Box>
    </BotBubble>
  );
}

/** When the answer was ready, RFC 3339. */
function saidAt({ askedAt, responseTime }: Answer): string {
  return new Date(new Date(askedAt).getTime() + responseTime).toISOString();
}
