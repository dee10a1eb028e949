/** A run while it goes on: each table with rows, bytes, rate and time left, and the way to end it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { Panel } from '@/ui/Panel';
import { billInWords } from './bills';
import {
  cancelRun,
  goesOn,
  latestRun,
  progressInWords,
  shareRead,
  stateInWords,
  type RunTable,
} from './runs';

export function RunningPanel({ mayCancel }: { mayCancel: boolean }) {
  const cache = useQueryClient();
  const { data: run } = useQuery(latestRun);
  const cancel = useMutation({ mutationFn: cancelRun, onSettled: () => cache.invalidateQueries() });
  if (!run || !goesOn(run)) return null;
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
      {cancel.isError && <FailureNotice {...sayFailure(cancel.error, 'The sync could not be cancelled.')} />}
    </Panel>
  );
}

function RunningTable({ table }: { table: RunTable }) {
  const share = shareRead(table);
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{table.table}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {progressInWords(table) || stateInWords(table.state)}
          {table.bytesBilled !== undefined && `, ${billInWords(table.bytesBilled)} billed`}
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
