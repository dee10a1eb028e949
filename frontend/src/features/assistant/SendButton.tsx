/** Sends the question. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/assistant';
import { SendIcon } from './icons';

export function SendButton({ disabled }: { disabled: boolean }) {
  return (
    <Box
      component="button"
      type="submit"
      aria-label={t('send')}
      title={t('send')}
      disabled={disabled}
      sx={{
        position: 'absolute',
        insetInlineEnd: 6,
        bottom: 6,
        display: 'grid',
        placeItems: 'center',
        width: 36,
        height: 36,
        p: 0,
        border: 0,
        borderRadius: 0.8,
        color: 'primary.contrastText',
        bgcolor: 'primary.main',
        cursor: 'pointer',
        '&:disabled': { color: 'text.secondary', bgcolor: 'background.sunk', cursor: 'default' },
      }}
    >
      <SendIcon aria-hidden sx={{ fontSize: 20 }} />
    </Box>
  );
}
