/** One card for each table that can be synced by itself. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/data_sync';
import { Panel } from '@/ui/Panel';
import type { SyncedTable } from './queries';
import { TableCard } from './TableCard';
import { SYNCABLE_TABLES, type SourceTable } from './syncableTables';

interface TableCardsProps {
  /** The status of each table, if loaded. */
  tables: readonly SyncedTable[];
  /** What this page is syncing now. */
  syncing: string | undefined;
  disabled: boolean;
  onSync: (table: SourceTable) => void;
}

export function TableCards({ tables, syncing: underWay, disabled, onSync }: TableCardsProps) {
  return (
    <Panel title={t('tableSpecificSync')} subtitle={t('syncOneTable')}>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 4,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 210px), 1fr))',
        }}
      >
        {SYNCABLE_TABLES.map((table) => (
          <TableCard
            key={table.source}
            table={table}
            status={tables.find((each) => each.sourceTable === table.source)}
            syncing={underWay === table.source}
            disabled={disabled}
            onSync={onSync}
          />
        ))}
      </Box>
    </Panel>
  );
}
