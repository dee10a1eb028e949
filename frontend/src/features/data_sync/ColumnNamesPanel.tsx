/** What columns are called at the source: the names that differ, and a form for those of one table. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { sayFailure } from '@/api/errors';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { FailureNotice } from '@/ui/FailureNotice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { ColumnNamesForm } from './ColumnNamesForm';
import { columnMapping, type MappedTable } from './queries';
import { syncableTables } from './tables';

const LABELS = syncableTables.map((table) => table.label);

export function ColumnNamesPanel({ mayChange }: { mayChange: boolean }) {
  const mapping = useQuery(columnMapping);
  const [address, setAddress] = useSearchParams();
  const open = syncableTables.find((table) => table.source === address.get('columns'));
  const chosen = mapping.data?.tables.find((table) => table.sourceTable === open?.source);
  const choose = (label: string) => {
    const table = syncableTables.find((each) => each.label === label);
    setAddress(table === undefined || table === open ? {} : { columns: table.source }, {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <Panel title="Column names" subtitle="Where your source calls a column otherwise, say how.">
      {mapping.isPending && <Waiting label="The column names are loading" height={120} />}
      {mapping.isError && !mapping.data && (
        <FailureNotice
          {...sayFailure(mapping.error, 'The column names did not load.')}
          onRetry={() => void mapping.refetch()}
          retrying={mapping.isFetching}
        />
      )}
      {mapping.data && (
        <Typography sx={{ mb: 4, overflowWrap: 'anywhere' }}>{renamed(mapping.data.tables)}</Typography>
      )}
      {mapping.data && mayChange && (
        <ChoiceGroup
          label="Name the columns of"
          choices={LABELS}
          chosen={open ? [open.label] : []}
          onPress={choose}
        />
      )}
      {chosen && mayChange && <ColumnNamesForm key={chosen.sourceTable} table={chosen} />}
    </Panel>
  );
}

/** The names that differ, in one sentence. */
function renamed(tables: readonly MappedTable[]): string {
  const names = tables.flatMap((table) =>
    table.columns
      .filter((each) => each.sourceColumn !== each.column)
      .map((each) => `${table.sourceTable}.${each.column} is ${each.sourceColumn}`),
  );
  return names.length === 0 ? 'Every column goes by its own name.' : `At the source, ${names.join(', ')}.`;
}
