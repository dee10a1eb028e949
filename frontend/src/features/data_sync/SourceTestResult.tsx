/** What a test of a source found: why it cannot be read, which tables it has, and what is wrong with them. */
import Box from '@mui/material/Box';
import { Callout } from '@/ui/Callout';
import type { SourceTest } from './queries';

/** Whether there is anything to sync. */
export const hasRows = (found: SourceTest) => found.ok && found.tables.some(({ present }) => present);

export function SourceTestResult({ found }: { found: SourceTest }) {
  if (!found.ok) {
    return <Callout severity="error">{found.reason ?? 'No rows can be read from this source.'}</Callout>;
  }
  const names = (present: boolean) =>
    found.tables
      .filter((table) => table.present === present)
      .map((table) => table.sourceTable)
      .join(', ');
  const [there, missing] = [names(true), names(false)];
  if (there === '') {
    return (
      <Callout severity="warning">
        The source answers, but it has none of the tables: {missing}. It can be connected once it has one of
        them.
      </Callout>
    );
  }
  const problems = found.tables.filter((table) => table.problem !== undefined);
  return (
    <Callout severity={problems.length > 0 ? 'warning' : 'success'}>
      The source can be read. Found: {there}.
      {missing !== '' && ` Missing, and skipped by a sync: ${missing}.`}
      {problems.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 5 }}>
          {problems.map((table) => (
            <li key={table.sourceTable}>{table.problem}</li>
          ))}
        </Box>
      )}
    </Callout>
  );
}
