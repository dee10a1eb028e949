/** Starts a full sync, and shows the last one and why the next can't start yet. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/data_sync';
import { Panel } from '@/ui/Panel';

interface FullSyncPanelProps {
  /** RFC 3339. Undefined if there was no sync. */
  lastSyncTime: string | undefined;
  syncing: boolean;
  /** Why the button is disabled, as text. */
  disabledReason: string | undefined;
  onStart: () => void;
}

export function FullSyncPanel({ lastSyncTime, syncing, disabledReason, onStart }: FullSyncPanelProps) {
  const reason = useId();
  return (
    <Panel title={t('fullDataSync')} subtitle={t('syncsAllTablesFromYour')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 }}>
        <Button
          className="screen-only"
          variant="contained"
          color="accent"
          onClick={onStart}
          disabled={disabledReason !== undefined}
          aria-describedby={disabledReason === undefined ? undefined : reason}
        >
          {t('startFullSync')}
        </Button>
        <Typography>
          {t.rich('lastSync', {
            time: <strong>{lastSyncTime === undefined ? t('never') : formatDateTime(lastSyncTime)}</strong>,
          })}
        </Typography>
        <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 24 }}>
          {syncing && (
            <>
              <CircularProgress size={18} aria-hidden />
              {t('syncing')}
            </>
          )}
        </Box>
      </Box>
      {disabledReason !== undefined && !syncing && (
        <Typography id={reason} variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
          {disabledReason}
        </Typography>
      )}
    </Panel>
  );
}
