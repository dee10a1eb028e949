/** Where the warehouse is: shows the current source, tests another, and connects it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRef, type SubmitEvent } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { Waiting } from '@/ui/Waiting';
import { syncSource } from './queries';
import { SourceFindings } from './SourceFindings';
import { useConnectSource, useTestSource } from './useSource';

export function SourcePanel({ mayChange }: { mayChange: boolean }) {
  const source = useQuery(syncSource);
  return (
    <Panel
      title="Warehouse source"
      subtitle="A folder on the server that holds one CSV or Parquet file per table, for example inventory_data.csv."
    >
      {source.isPending && <Waiting label="The source is loading" height={150} />}
      {source.isError && !source.data && (
        <FailureNotice
          {...sayFailure(source.error, 'The source did not load.')}
          onRetry={() => void source.refetch()}
          retrying={source.isFetching}
        />
      )}
      {source.data && (
        <Typography sx={{ mb: 4 }}>
          Current source: <strong>{source.data.path ?? 'none'}</strong>
        </Typography>
      )}
      {source.data && mayChange && <FolderForm path={source.data.path} />}
      {source.data && !mayChange && (
        <Typography sx={{ color: 'text.secondary' }}>
          Your role may not change the source. Ask an administrator of your organization.
        </Typography>
      )}
    </Panel>
  );
}

function FolderForm({ path }: { path: string | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const connect = useConnectSource();
  const test = useTestSource();
  const failed = connect.error ?? test.error;
  const typed = () => String(new FormData(form.current ?? undefined).get('path') ?? '').trim();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    test.reset();
    connect.mutate(typed());
  };
  const tryOut = () => {
    if (form.current?.reportValidity() !== true) return;
    connect.reset();
    test.mutate(typed());
  };

  return (
    <Box component="form" ref={form} onSubmit={submit} sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
      <TextInput
        label="Folder"
        name="path"
        help="An absolute path, or one relative to the server's warehouse folder."
        error={fieldFailure(failed, 'path')}
        {...(path !== undefined && { defaultValue: path })}
      />
      <Box aria-live="polite">
        {test.isSuccess && <SourceFindings found={test.data} />}
        {connect.isSuccess && (
          <Callout weight="success">The source is connected. Start a full sync to read it.</Callout>
        )}
      </Box>
      {failed && <FailureNotice {...sayFailure(failed, 'The source could not be reached.')} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'flex-end' }}>
        <Button onClick={tryOut} disabled={test.isPending}>
          Test connection
        </Button>
        <Button type="submit" variant="contained" disabled={connect.isPending}>
          Connect folder
        </Button>
      </Box>
    </Box>
  );
}
