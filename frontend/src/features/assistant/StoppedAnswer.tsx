/** Shown for a stopped answer, with a button to ask again. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant';

interface StoppedAnswerProps {
  /** A reply to another question is pending. */
  waiting: boolean;
  onAskAgain: () => void;
}

export function StoppedAnswer({ waiting, onAskAgain }: StoppedAnswerProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 40, px: 1 }}>
      <Typography sx={{ color: 'text.secondary' }}>{t('youStoppedThisAnswer')}</Typography>
      <Button className="screen-only" size="small" disabled={waiting} onClick={onAskAgain}>
        {t('askAgain')}
      </Button>
    </Box>
  );
}
