/** Where the rows come from: shows the current source; who may change it tests another, and connects it. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { InsteadOfForm } from './InsteadOfForm';
import { syncSource } from './queries';
import type { Right } from './rules';
import { inWords } from './source_words';
import { SourceForm } from './SourceForm';

interface SourcePanelProps {
  mayChange: Right;
  /** Starts a full sync; absent while none can start. */
  onSync: (() => void) | undefined;
}

export function SourcePanel({ mayChange, onSync }: SourcePanelProps) {
  const source = useQuery(syncSource);
  return (
    <Panel
      title="Warehouse source"
      subtitle="A folder on the server with one CSV or Parquet file per table, a schema of a PostgreSQL database, or a dataset of BigQuery."
    >
      {source.isPending && <Waiting label="The source is loading" height={400} />}
      {source.isError && !source.data && (
        <FailureNotice
          {...sayFailure(source.error, 'The source did not load.')}
          onRetry={() => void source.refetch()}
          retrying={source.isFetching}
        />
      )}
      {source.data && (
        <Typography sx={{ mb: 4, overflowWrap: 'anywhere' }}>
          Current source: <strong>{inWords(source.data)}</strong>
        </Typography>
      )}
      {source.data && mayChange === 'granted' && <SourceForm source={source.data} onSync={onSync} />}
      {source.data && mayChange !== 'granted' && (
        <InsteadOfForm
          right={mayChange}
          denied="Your role may not change the source. Ask an administrator of your organization."
          height={400}
        />
      )}
    </Panel>
  );
}
