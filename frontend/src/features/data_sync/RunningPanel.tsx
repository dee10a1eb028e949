/** A run in progress: rows, bytes, rate and time left for each table, and a cancel button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/data_sync_panels';
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
      title={t('runningNow')}
      subtitle={t('peopleKeepSeeingThePreviousData')}
      actions={
        mayCancel && (
          <Button
            variant="outlined"
            size="small"
            onClick={() => cancel.mutate(run.id)}
            disabled={cancel.isPending}
          >
            {cancel.isPending ? t('canceling') : t('cancelSync')}
          </Button>
        )
      }
    >
      <Box
        component="ul"
        aria-label={t('tablesOfThisRun')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}
      >
        {run.tables.map((table) => (
          <RunningTable key={table.table} table={table} />
        ))}
      </Box>
      {cancel.isError && <ErrorAlert {...errorText(cancel.error, t('couldntCancelTheSyncTryAgain'))} />}
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
          {table.bytesBilled !== undefined &&
            t('billed', { bytesBilled: formatBilledBytes(table.bytesBilled) })}
        </Typography>
      </Box>
      {table.state === 'running' && (
        <LinearProgress
          aria-label={t('progressOf', { table: table.table })}
          sx={{ mt: 1 }}
          {...(share === undefined ? {} : { variant: 'determinate', value: share })}
        />
      )}
    </Box>
  );
}
