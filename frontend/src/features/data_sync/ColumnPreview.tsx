/** Looks at the source's columns now and says, table by table, what the next sync would do. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { ColumnChanges } from './ColumnChanges';
import { outcomeInWords, previewColumns } from './drift';
import { tableInWords } from './tables';

export function ColumnPreview() {
  const look = useMutation({ mutationFn: previewColumns });
  return (
    <div>
      <Button variant="outlined" onClick={() => look.mutate()} disabled={look.isPending}>
        {look.isPending ? 'Looking...' : 'Preview changes'}
      </Button>
      <Box aria-live="polite" sx={{ overflowWrap: 'anywhere' }}>
        {look.data?.tables.map((table) => (
          <Box key={table.sourceTable} sx={{ mt: 3 }}>
            <Typography>
              <strong>{tableInWords(table.sourceTable)}</strong>: {outcomeInWords(table)}
            </Typography>
            <ColumnChanges changes={table.changes} />
          </Box>
        ))}
      </Box>
      {look.error && (
        <FailureNotice
          {...sayFailure(look.error, 'The source could not be looked at.')}
          onRetry={() => look.mutate()}
        />
      )}
    </div>
  );
}
