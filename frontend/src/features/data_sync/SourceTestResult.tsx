/** The result of a source test: its error, or its tables and their problems. */
import Box from '@mui/material/Box';
import { explainSyncMessage } from '@/lib/syncMessages';
import { t } from '@/messages/en/data_sync_source';
import { Callout } from '@/ui/Callout';
import { TextLink } from '@/ui/TextLink';
import type { SourceTest } from './queries';
import { SourceSuggestions } from './SourceSuggestions';
import { isOptionalTable } from './syncableTables';

export function SourceTestResult({ found }: { found: SourceTest }) {
  if (!found.ok) {
    const { reason = t('couldntReadAnyRowsFromThis'), reasonCode } = found;
    return <Callout severity="error">{explainSyncMessage(reason, reasonCode)}</Callout>;
  }
  const join = (tables: SourceTest['tables']) => tables.map(({ sourceTable }) => sourceTable).join(', ');
  const there = join(found.tables.filter(({ present }) => present));
  const missing = join(
    found.tables.filter(({ present, sourceTable }) => !present && !isOptionalTable(sourceTable)),
  );
  if (there === '') {
    return (
      <Callout severity="warning">
        {t('connectedButTheSourceHasNone', { missing })} <OtherTables names={found.otherTables} />
        <Suggestions found={found} />
      </Callout>
    );
  }
  const problems = found.tables.filter((table) => table.problem !== undefined);
  const notes = found.tables.flatMap((table) => {
    const { problem, problemCode } = table;
    const text = problem === undefined ? table.found : explainSyncMessage(problem, problemCode);
    return text === undefined ? [] : [{ id: table.sourceTable, text }];
  });
  return (
    <Callout severity={problems.length > 0 ? 'warning' : 'success'}>
      {t('theSourceIsReadableFound', {
        there,
        missing: missing === '' ? '' : ` ${t('missingSkippedWhenSyncing', { missing })}`,
      })}
      {found.otherTables.length > 0 && (
        <>
          {' '}
          <OtherTables names={found.otherTables} />
        </>
      )}
      {notes.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 5, overflowWrap: 'anywhere' }}>
          {notes.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </Box>
      )}
      <Suggestions found={found} />
    </Callout>
  );
}

function Suggestions({ found }: { found: SourceTest }) {
  return found.proposals.length > 0 && <SourceSuggestions proposals={found.proposals} />;
}

/** Other tables of the source, any of which may be a missing one under another name. */
function OtherTables({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.length > 0 && `${t('otherTables', { names: names.join(', ') })} `}
      <TextLink to="/data-sync?tab=mapping">{t('enterOtherNames')}</TextLink>
    </>
  );
}
