/** Shown instead of a failed answer: what to do, the reason, and a button to ask again. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ErrorText } from '@/api/errors';
import { t } from '@/messages/en/assistant';
import { BotBubble } from './BotBubble';

interface FailedAnswerProps {
  failure: ErrorText;
  /** RFC 3339. */
  at: string;
  /** A reply to another question is pending. */
  waiting: boolean;
  onAskAgain: () => void;
}

export function FailedAnswer({ failure, at, waiting, onAskAgain }: FailedAnswerProps) {
  const why = [failure.message, failure.requestId !== '' && t('request', { requestId: failure.requestId })]
    .filter(Boolean)
    .join(' ');
  return (
    <BotBubble at={at}>
      <Typography>{t('sorryIEncounteredAnErrorWhile')}</Typography>
      {why !== '' && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {why}
        </Typography>
      )}
      <Box className="screen-only" sx={{ mt: 2 }}>
        <Button variant="outlined" size="small" disabled={waiting} onClick={onAskAgain}>
          {t('retry')}
        </Button>
      </Box>
    </BotBubble>
  );
}
