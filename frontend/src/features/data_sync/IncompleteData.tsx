/** Warns that rows of the tables behind a page were rejected, with links to these rows. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@sprout/client';
import { useSignedIn } from '@/auth/session';
import { formatCount } from '@/lib/format';
import { rejectsPath } from '@/lib/paths';
import { t } from '@/messages/en/synced_tables';
import { Callout } from '@/ui/Callout';
import { TextLink } from '@/ui/TextLink';
import { syncStatusQuery } from './statusQuery';
import { tableLabel, type SourceTable } from './syncableTables';

export function IncompleteData({ tables }: { tables: readonly SourceTable[] }) {
  const signedIn = useSignedIn();
  const { data: status } = useQuery({ ...syncStatusQuery, enabled: signedIn });
  const incomplete = (status?.tables ?? []).flatMap(({ sourceTable, rejects }) =>
    rejects && tables.some((table) => table === sourceTable) ? [{ table: sourceTable, rejects }] : [],
  );
  if (incomplete.length === 0) return null;
  return (
    <Box sx={{ mb: 4 }}>
      <Callout severity="warning">
        {t('figuresAreIncomplete')}
        {incomplete.map((issue) => (
          <Box key={issue.table}>
            <RejectedShare {...issue} />
          </Box>
        ))}
      </Callout>
    </Box>
  );
}

interface RejectedShareProps {
  /** The source name of the table. */
  table: string;
  rejects: Schemas['TableRejects'];
}

/** How many rows of a table were rejected, and a link to them. */
export function RejectedShare({ table, rejects: { rejected, rows, runId } }: RejectedShareProps) {
  return t.rich('rowsOfTableRejected', {
    table: tableLabel(table),
    rejected: formatCount(rejected),
    rows: formatCount(rows),
    link: (
      <TextLink key="link" to={rejectsPath(runId)}>
        {t('reviewRejectedRows')}
      </TextLink>
    ),
  });
}
