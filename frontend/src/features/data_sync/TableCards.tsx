/** Cards of tables that can be synced by themselves: the core tables, or the optional ones. */
import Box from '@mui/material/Box';
import { Panel } from '@/ui/Panel';
import type { SyncedTable } from './queries';
import { TableCard } from './TableCard';
import type { SourceTable, SyncableTable } from './syncableTables';

interface TableCardsProps {
  title: string;
  subtitle: string;
  /** The tables to show. */
  shown: readonly SyncableTable[];
  /** The status of each table, if loaded. */
  tables: readonly SyncedTable[];
  /** What this page is syncing now. */
  syncing: string | undefined;
  disabled: boolean;
  onSync: (table: SourceTable) => void;
}

export function TableCards(props: TableCardsProps) {
  const { title, subtitle, shown, tables, syncing: underWay, disabled, onSync } = props;
  return (
    <Panel title={title} subtitle={subtitle}>
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
        {shown.map((table) => (
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
