/** A run while it continues: each table with rows, bytes, rate and time left, and the way to end it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Panel } from '@/ui/Panel';
import { formatBilledBytes } from './billedBytes';
import {
  cancelRun,
  isActiveRun,
  latestRunQuery,
  formatProgress,
  percentRead,
  stateLabel,
  type RunTable,
} from './runs';

export function RunningPanel({ mayCancel }: { mayCancel: boolean }) {
  const queryClient = useQueryClient();
  const { data: run } = useQuery(latestRunQuery);
  const cancel = useMutation({ mutationFn: cancelRun, onSettled: () => queryClient.invalidateQueries() });
  if (!run || !isActiveRun(run)) return null;
  return (
    <Panel
      title="Running now"
      subtitle="Readers see each table as it was until it has landed as a whole."
      actions={
        mayCancel && (
          <Button
            variant="outlined"
            size="small"
            onClick={() => cancel.mutate(run.id)}
            disabled={cancel.isPending}
          >
            {cancel.isPending ? 'Cancelling...' : 'Cancel sync'}
          </Button>
        )
      }
    >
      <Box
        component="ul"
        aria-label="Tables of this run"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}
      >
        {run.tables.map((table) => (
          <RunningTable key={table.table} table={table} />
        ))}
      </Box>
      {cancel.isError && <ErrorAlert {...errorText(cancel.error, 'The sync could not be cancelled.')} />}
    </Panel>
  );
}

function RunningTable({ table }: { table: RunTable }) {
  const share = percentRead(table);
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{table.table}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formatProgress(table) || stateLabel(table.state)}
          {table.bytesBilled !== undefined && `, ${formatBilledBytes(table.bytesBilled)} billed`}
        </Typography>
      </Box>
      {table.state === 'running' && (
        <LinearProgress
          aria-label={`Progress of ${table.table}`}
          sx={{ mt: 1 }}
          {...(share === undefined ? {} : { variant: 'determinate', value: share })}
        />
      )}
    </Box>
  );
}
