/** Three status cards: source, database and overall health. */
import Box from '@mui/material/Box';
import { explainSyncMessage } from '@/lib/syncMessages';
import { t } from '@/messages/en/data_sync';
import { StatusCard } from '@/ui/StatusCard';
import { RejectedShare } from './IncompleteData';
import type { SyncHealth } from './queries';

interface ConnectionCardsProps {
  /** Unknown health counts as not connected. */
  health: SyncHealth | undefined;
}

export function ConnectionCards({ health }: ConnectionCardsProps) {
  const issues = health?.issues ?? [];
  const healthy = health?.overall === true && issues.length === 0;
  const word = (up: boolean | undefined) => (up ? t('connected') : t('disconnected'));
  return (
    <Box
      sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))' }}
    >
      <StatusCard
        label={t('sourceConnection')}
        ok={health?.bigQuery ?? false}
        state={word(health?.bigQuery)}
        reason={health?.sourceReason && explainSyncMessage(health.sourceReason, health.sourceReasonCode)}
      />
      <StatusCard
        label={t('targetDatabase')}
        ok={health?.supabase ?? false}
        state={word(health?.supabase)}
        reason={health?.targetReason && explainSyncMessage(health.targetReason, health.targetReasonCode)}
      />
      <StatusCard
        label={t('overallStatus')}
        ok={healthy}
        state={healthy ? t('healthy') : t('issuesDetected')}
        reason={
          issues.length > 0
            ? issues.map(({ table, rejects }) => (
                <Box key={table}>
                  <RejectedShare table={table} rejects={rejects} />
                </Box>
              ))
            : undefined
        }
      />
    </Box>
  );
}
