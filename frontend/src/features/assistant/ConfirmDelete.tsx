/** Confirms the deletion of a conversation. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant_history';
import { focusOnMount } from './focusOnMount';

interface ConfirmDeleteProps {
  busy: boolean;
  onDelete: () => void;
  onKeep: () => void;
}

export function ConfirmDelete({ busy, onDelete, onKeep }: ConfirmDeleteProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, px: 2, pb: 2 }}>
      <Typography variant="body2" sx={{ flexGrow: 1 }}>
        {t('deleteThisConversationAndItsAnswers')}
      </Typography>
      <Button size="small" ref={focusOnMount} onClick={onKeep}>
        {t('cancel')}
      </Button>
      <Button size="small" variant="outlined" color="error" disabled={busy} onClick={onDelete}>
        {t('delete')}
      </Button>
    </Box>
  );
}
