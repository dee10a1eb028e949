/** The form of a source: a folder, a database or a dataset, tried out before it is connected. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState, type SubmitEvent } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { FailureNotice } from '@/ui/FailureNotice';
import { TextInput } from '@/ui/TextInput';
import { DatabaseFields } from './DatabaseFields';
import { DatasetFields } from './DatasetFields';
import type { Source, SourceInput } from './queries';
import { databaseInput, datasetInput, folderInput, protectionOf } from './source_words';
import { SourceFindings } from './SourceFindings';
import { useConnectSource, useTestSource } from './useSource';

const KINDS = ['Folder', 'PostgreSQL', 'BigQuery'] as const;
const CONNECT = { Folder: 'Connect folder', PostgreSQL: 'Connect database', BigQuery: 'Connect dataset' };

export function SourceForm({ source }: { source: Source }) {
  const form = useRef<HTMLFormElement>(null);
  const connect = useConnectSource();
  const test = useTestSource();
  const [kind, setKind] = useState<(typeof KINDS)[number]>(
    source.kind === 'bigquery' ? 'BigQuery' : source.kind === 'postgres' ? 'PostgreSQL' : 'Folder',
  );
  const [protection, setProtection] = useState(protectionOf(source.sslmode));
  const failed = connect.error ?? test.error;

  const input = (): SourceInput => {
    const values = new FormData(form.current ?? undefined);
    const typed = (name: string) => String(values.get(name) ?? '');
    if (kind === 'BigQuery') return datasetInput(typed, source);
    return kind === 'Folder' ? folderInput(typed) : databaseInput(typed, protection);
  };
  const choose = (chosen: (typeof KINDS)[number]) => {
    connect.reset();
    test.reset();
    setKind(chosen);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    test.reset();
    connect.mutate(input());
  };
  const tryOut = () => {
    if (form.current?.reportValidity() !== true) return;
    connect.reset();
    test.mutate(input());
  };

  return (
    <Box component="form" ref={form} onSubmit={submit} sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
      <ChoiceGroup label="Kind of source" choices={KINDS} chosen={[kind]} onPress={choose} />
      {kind === 'Folder' ? (
        <TextInput
          label="Folder"
          name="path"
          help="An absolute path, or one relative to the server's warehouse folder."
          error={fieldFailure(failed, 'path')}
          {...(source.path !== undefined && { defaultValue: source.path })}
        />
      ) : kind === 'BigQuery' ? (
        <DatasetFields source={source} />
      ) : (
        <DatabaseFields source={source} protection={protection} onProtect={setProtection} />
      )}
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
          {CONNECT[kind]}
        </Button>
      </Box>
    </Box>
  );
}
