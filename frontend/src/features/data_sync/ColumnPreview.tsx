/** Reads the source's columns now and shows what the next sync would do with each table. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/data_sync_panels';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { ColumnChanges } from './ColumnChanges';
import { previewText, previewColumns } from './driftQueries';
import { tableLabel } from './syncableTables';

export function ColumnPreview() {
  const look = useMutation({ mutationFn: previewColumns });
  return (
    <div>
      <Button variant="outlined" onClick={() => look.mutate()} disabled={look.isPending}>
        {look.isPending ? t('checking') : t('previewChanges')}
      </Button>
      <Box aria-live="polite" sx={{ overflowWrap: 'anywhere' }}>
        {look.data?.tables.map((table) => (
          <Box key={table.sourceTable} sx={{ mt: 3 }}>
            <Typography>
              <strong>{tableLabel(table.sourceTable)}</strong>: {previewText(table)}
            </Typography>
            <ColumnChanges changes={table.changes} />
          </Box>
        ))}
      </Box>
      {look.error && (
        <ErrorAlert
          {...errorText(look.error, t('couldntReadTheSourceTryAgain'))}
          onRetry={() => look.mutate()}
        />
      )}
    </div>
  );
}
