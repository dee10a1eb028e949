/** Confirms a deletion of rows: table, number and consequence. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/data_sync_panels';
import { Sheet } from '@/ui/Sheet';
import { formatRows, type WithheldDeletion } from './withheldDeletions';

interface ConfirmDeletionProps {
  table: WithheldDeletion;
  disabled: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export function ConfirmDeletion({ table, disabled, onClose, onConfirm }: ConfirmDeletionProps) {
  const number = formatRows(table.missingRows);
  return (
    <Sheet title={t('confirmDelete', { number })} onClose={onClose}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t.rich('ofWillNoLongerCountIn', { number, sourceTable: <strong>{table.sourceTable}</strong> })}
      </Typography>
      <Typography>{t('rowsThatReturnToTheSource')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'flex-end' }}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="contained" color="error" onClick={onConfirm} disabled={disabled}>
          {t('deleteCount', { number })}
        </Button>
      </Box>
    </Sheet>
  );
}
