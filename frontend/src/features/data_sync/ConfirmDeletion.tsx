/** Asks once more before rows go: which table, how many, and what that means. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Sheet } from '@/ui/Sheet';
import { formatRows, type WithheldDeletion } from './withheldDeletions';

interface ConfirmDeletionProps {
  table: WithheldDeletion;
  disabled: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export function ConfirmDeletion({ table, disabled, onClose, onConfirm }: ConfirmDeletionProps) {
  const number = formatRows(table.missing);
  return (
    <Sheet title={`Remove ${number}?`} onClose={onClose}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {number} of <strong>{table.sourceTable}</strong> leave every figure. A sync reads the table again and
        removes what it does not find, at most {number}: where the source lacks more by then, nothing goes and
        you are asked again.
      </Typography>
      <Typography>Rows that the source has again later come back with the next sync.</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'flex-end' }}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="error" onClick={onConfirm} disabled={disabled}>
          Remove {number}
        </Button>
      </Box>
    </Sheet>
  );
}
