/** Says that a reply is pending, with a button to stop waiting. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant';

export function ThinkingIndicator({ onStop }: { onStop: () => void }) {
  return (
    <Box data-message="thinking" sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 40, px: 1 }}>
      <CircularProgress size={16} aria-hidden />
      <Typography role="status" sx={{ color: 'text.secondary' }}>
        {t('sproutAiIsThinking')}
      </Typography>
      <Button size="small" onClick={onStop} title={t('esc')}>
        {t('stop')}
      </Button>
    </Box>
  );
}
