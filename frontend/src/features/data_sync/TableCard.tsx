/** One table: what it becomes, how many rows landed when, and its own sync button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { formatCount, formatDateTime } from '@/lib/format';
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
        {table.source} to {table.target}
      </Typography>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {lastSyncText(status)}
      </Typography>
      {status?.overdue && (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          Overdue: newer rows were expected by now.
        </Typography>
      )}
      {status?.message !== undefined && (
        <Typography variant="body2" sx={{ mb: 2, color: failed ? 'error.main' : 'text.secondary' }}>
          {status.message}
        </Typography>
      )}
      <Button
        className="screen-only"
        variant="outlined"
        size="small"
        disabled={disabled}
        onClick={() => onSync(table.source)}
        aria-label={`Sync ${table.source}`}
        startIcon={syncing && <CircularProgress size={16} aria-label={`Syncing ${table.source}`} />}
        sx={{ mt: 'auto', alignSelf: 'flex-start' }}
      >
        Sync
      </Button>
    </Box>
  );
}

function lastSyncText(stands: SyncedTable | undefined): string {
  if (stands?.lastSyncedAt === undefined) return 'Never synced';
  const rows = stands.rows === undefined ? '' : `${formatCount(stands.rows)} rows, `;
  return `${rows}${formatDateTime(stands.lastSyncedAt)}`;
}
