/** Changed columns as a list: the old type, the new type, and the effect on the rows. */
import Box from '@mui/material/Box';
import { changeText, type DriftChange } from './driftQueries';

export function ColumnChanges({ changes }: { changes: readonly DriftChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Box component="ul" sx={{ my: 1, paddingInlineStart: 5, overflowWrap: 'anywhere' }}>
      {changes.map((change) => (
        <li key={change.kind + change.column}>{changeText(change)}</li>
      ))}
    </Box>
  );
}
