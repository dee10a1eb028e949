/** What a run did to each table: how it ended, how many rows and bytes were read, and what the source bills for that. */
import Box from '@mui/material/Box';
import { count } from '@/lib/format';
import { billInWords } from './bills';
import { bytesInWords, stateInWords, type RunTable } from './runs';

export function RunTables({ tables }: { tables: readonly RunTable[] }) {
  return (
    <Box component="ul" aria-label="Tables of the run" sx={{ m: 0, py: 1, pl: 5, overflowWrap: 'anywhere' }}>
      {tables.map((table) => (
        <li key={table.table}>{tableInWords(table)}</li>
      ))}
    </Box>
  );
}

function tableInWords({ table, state, read, bytesRead, bytesBilled }: RunTable): string {
  const bytes = bytesRead === undefined ? '' : `, ${bytesInWords(bytesRead)}`;
  const billed = bytesBilled === undefined ? '' : `, ${billInWords(bytesBilled)} billed`;
  return `${table}: ${stateInWords(state)}, ${count(read)} read${bytes}${billed}`;
}
