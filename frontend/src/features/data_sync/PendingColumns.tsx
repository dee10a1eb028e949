/** A table that is held because its columns have changed: what has changed, and the way to accept it. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '@/api/queries';
import { errorText } from '@/api/errors';
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
        {name}: held
      </Typography>
      <ColumnChanges changes={pending.changes} />
      <Typography>
        Its old rows stay until you accept these columns and sync again. If this is a mistake, put the column
        back; if it only has another name, say so under Column names.
      </Typography>
      {accept.error && <ErrorAlert {...errorText(accept.error, 'The columns could not be accepted.')} />}
      {mayChange && (
        <Button
          variant="contained"
          sx={{ mt: 3 }}
          onClick={() => accept.mutate()}
          disabled={accept.isPending}
          aria-label={`Accept the columns of ${name}`}
        >
          Accept
        </Button>
      )}
    </Callout>
  );
}
