/** Actions for the rejected rows of a run: export them, or retry them after they are fixed. */
import { unwrap } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { longPollClient, apiClient } from '@/api/client';
import { errorText } from '@/api/errors';
import { useIdempotencyKey } from '@/api/idempotency';
import { downloadText } from '@/lib/download';
import { formatCount } from '@/lib/format';
import { rejectsPath } from '@/lib/paths';
import { t } from '@/messages/en/data_sync_panels';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';

interface RejectActionsProps {
  runId: string;
  /** The person's role may start syncs. */
  mayRetry: boolean;
}

export function RejectActions({ runId, mayRetry }: RejectActionsProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const once = useIdempotencyKey();
  const path = { id: runId };
  const save = useMutation({
    mutationFn: async () => {
      const { data } = await apiClient.GET('/api/data-sync/runs/{id}/rejects', {
        params: { path, header: { Accept: 'text/csv' } },
        parseAs: 'text',
      });
      downloadText(`rejected-rows-${runId}.csv`, 'text/csv', String(data));
    },
  });
  const retry = useMutation({
    mutationFn: async () => {
      const ran = await once(path, (header) =>
        unwrap(longPollClient.POST('/api/data-sync/runs/{id}/rejects/retry', { params: { path, header } })),
      );
      // Without this header, the response comes only when the run has ended.
      if (!('stats' in ran.data)) throw new TypeError('The sync is running.');
      return ran.data;
    },
    onSettled: () => queryClient.invalidateQueries(),
    onSuccess: ({ runId: next, stats }) => {
      if (stats.errors > 0) void navigate(rejectsPath(next));
    },
  });
  const failed = retry.error ?? save.error;
  return (
    <Box className="screen-only" sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {mayRetry && (
          <Button variant="contained" size="small" onClick={() => retry.mutate()} disabled={retry.isPending}>
            {retry.isPending ? t('retrying') : t('retryRows')}
          </Button>
        )}
        <Button variant="outlined" size="small" onClick={() => save.mutate()} disabled={save.isPending}>
          {t('downloadCsv')}
        </Button>
      </Box>
      {failed && <ErrorAlert {...errorText(failed, t('couldntRetryTheRowsTryAgain'))} />}
      {retry.isSuccess && (
        <Callout severity="info">
          {t('retriedSyncedStillRejected', {
            successfulUpserts: formatCount(retry.data.stats.successfulUpserts),
            errors: formatCount(retry.data.stats.errors),
          })}
        </Callout>
      )}
    </Box>
  );
}
