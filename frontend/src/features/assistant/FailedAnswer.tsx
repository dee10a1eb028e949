/** The reply where there is no answer: what to do, why, and a way to ask again. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ErrorText } from '@/api/errors';
import { BotBubble } from './BotBubble';

interface FailedAnswerProps {
  said: ErrorText;
  /** RFC 3339. */
  at: string;
  /** A reply to another question is pending. */
  waiting: boolean;
  onAskAgain: () => void;
}

export function FailedAnswer({ said, at, waiting, onAskAgain }: FailedAnswerProps) {
  const why = [said.message, said.requestId !== '' && `Request ${said.requestId}.`].filter(Boolean).join(' ');
  return (
    <BotBubble at={at}>
      <Typography>Sorry, I encountered an error while processing your request. Please try again.</Typography>
      {why !== '' && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {why}
        </Typography>
      )}
      <Box className="screen-only" sx={{ mt: 2 }}>
        <Button variant="outlined" size="small" disabled={waiting} onClick={onAskAgain}>
          Retry
        </Button>
      </Box>
    </BotBubble>
  );
}
