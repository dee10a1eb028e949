/** Says that nobody waited for this answer, and lets people ask again. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

interface StoppedAnswerProps {
  /** A reply to another question is pending. */
  waiting: boolean;
  onAskAgain: () => void;
}

export function StoppedAnswer({ waiting, onAskAgain }: StoppedAnswerProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 40, px: 1 }}>
      <Typography sx={{ color: 'text.secondary' }}>You stopped waiting for this answer.</Typography>
      <Button className="screen-only" size="small" disabled={waiting} onClick={onAskAgain}>
        Ask again
      </Button>
    </Box>
  );
}
