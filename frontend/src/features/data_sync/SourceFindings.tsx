/** What a test of a source found: why it cannot be read, or which tables it has. */
import { Callout } from '@/ui/Callout';
import type { SourceTest } from './queries';

export function SourceFindings({ found }: { found: SourceTest }) {
  if (!found.ok) {
    return <Callout weight="warning">{found.reason ?? 'No rows can be read from this folder.'}</Callout>;
  }
  const names = (present: boolean) =>
    found.tables
      .filter((table) => table.present === present)
      .map((table) => table.sourceTable)
      .join(', ');
  const missing = names(false);
  return (
    <Callout weight="success">
      The folder can be read. Found: {names(true)}.
      {missing !== '' && ` Missing, and skipped by a sync: ${missing}.`}
    </Callout>
  );
}
