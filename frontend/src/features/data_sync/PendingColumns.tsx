/** A table withheld because its columns have changed: the changes, and a button to accept them. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '@/api/queries';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/data_sync_panels';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { ColumnChanges } from './ColumnChanges';
import { acceptColumns, type TableDrift } from './driftQueries';
import { tableLabel } from './syncableTables';

interface PendingColumnsProps {
  table: string;
  pending: NonNullable<TableDrift['pending']>;
  mayChange: boolean;
}

export function PendingColumns({ table, pending, mayChange }: PendingColumnsProps) {
  const name = tableLabel(table);
  const queryClient = useQueryClient();
  const accept = useMutation({
    mutationFn: () => acceptColumns(table, pending.runId),
    onSettled: () => invalidate(queryClient, '/api/data-sync/drift'),
  });
  return (
    <Callout severity="warning">
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('paused', { name })}
      </Typography>
      <ColumnChanges changes={pending.changes} />
      <Typography>{t('existingRowsStayUntilYouAccept')}</Typography>
      {accept.error && <ErrorAlert {...errorText(accept.error, t('couldntAcceptTheColumnsTryAgain'))} />}
      {mayChange && (
        <Button
          variant="contained"
          sx={{ mt: 3 }}
          onClick={() => accept.mutate()}
          disabled={accept.isPending}
          aria-label={t('acceptColumnsOf', { name })}
        >
          {t('accept')}
        </Button>
      )}
    </Callout>
  );
}
