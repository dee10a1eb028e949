/** Changed columns as a list: each with what it was, what it is and what that does to the rows. */
import Box from '@mui/material/Box';
import { changeText, type DriftChange } from './driftQueries';

export function ColumnChanges({ changes }: { changes: readonly DriftChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Box component="ul" sx={{ my: 1, pl: 5, overflowWrap: 'anywhere' }}>
      {changes.map((change) => (
        <li key={change.kind + change.column}>{changeText(change)}</li>
      ))}
    </Box>
  );
}
