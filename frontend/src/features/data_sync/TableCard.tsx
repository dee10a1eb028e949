/** One table: its target, row count, last sync and sync button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { formatCount, formatDateTime } from '@/lib/format';
import { explainTableMessage } from '@/lib/syncMessages';
import { t } from '@/messages/en/data_sync';
import type { SyncedTable } from './queries';
import type { SourceTable, SyncableTable } from './syncableTables';

interface TableCardProps {
  table: SyncableTable;
  status: SyncedTable | undefined;
  syncing: boolean;
  disabled: boolean;
  onSync: (table: SourceTable) => void;
}

export function TableCard({ table, status, syncing, disabled, onSync }: TableCardProps) {
  const failed = status?.state === 'failed';
  return (
    <Box
      component="li"
      sx={{
        border: 1,
        borderColor: failed ? 'error.main' : 'divider',
        borderRadius: 1,
        p: 4,
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
      }}
    >
      <Typography component="h3" variant="h3">
        {table.label}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('to', { source: table.source, target: table.target })}
      </Typography>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {lastSyncText(status)}
      </Typography>
      {status?.overdue && (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          {t('overdueNewRowsWereExpectedBy')}
        </Typography>
      )}
      {status?.message !== undefined && (
        <Typography variant="body2" sx={{ mb: 2, color: failed ? 'error.main' : 'text.secondary' }}>
          {explainTableMessage(status)}
        </Typography>
      )}
      <Button
        className="screen-only"
        variant="outlined"
        size="small"
        disabled={disabled}
        onClick={() => onSync(table.source)}
        aria-label={t('syncTable', { source: table.source })}
        startIcon={
          syncing && <CircularProgress size={16} aria-label={t('syncingTable', { source: table.source })} />
        }
        sx={{ mt: 'auto', alignSelf: 'flex-start' }}
      >
        {t('sync')}
      </Button>
    </Box>
  );
}

function lastSyncText(status: SyncedTable | undefined): string {
  if (status?.lastSyncedAt === undefined) return t('neverSynced');
  const { rows, lastSyncedAt } = status;
  const counted = rows === undefined ? '' : `${t('rowCount', { count: rows, rows: formatCount(rows) })} `;
  return `${counted}${formatDateTime(lastSyncedAt)}`;
}
