/** The outcome of a run for each table: result, rows and bytes read, and bytes billed by the source. */
import Box from '@mui/material/Box';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/data_sync_panels';
import { formatBilledBytes } from './billedBytes';
import { formatBytes, stateLabel, type RunTable } from './runs';

export function RunTables({ tables }: { tables: readonly RunTable[] }) {
  return (
    <Box
      component="ul"
      aria-label={t('tablesOfTheRun')}
      sx={{ m: 0, py: 1, paddingInlineStart: 5, overflowWrap: 'anywhere' }}
    >
      {tables.map((table) => (
        <li key={table.table}>{describeTable(table)}</li>
      ))}
    </Box>
  );
}

function describeTable({ table, state, read, bytesRead, bytesBilled }: RunTable): string {
  const bytes = bytesRead === undefined ? '' : `, ${formatBytes(bytesRead)}`;
  const billed =
    bytesBilled === undefined ? '' : t('billed', { bytesBilled: formatBilledBytes(bytesBilled) });
  return t('read', { table, state: stateLabel(state), read: formatCount(read), bytes, billed });
}
