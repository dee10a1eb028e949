/** The form of a source: a folder, a database or a dataset, tried out before it is connected. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useRef, useState, type SubmitEvent } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { FailureNotice } from '@/ui/FailureNotice';
import { TextInput } from '@/ui/TextInput';
import { DatabaseFields } from './DatabaseFields';
import { DatasetFields } from './DatasetFields';
import type { Source, SourceInput } from './queries';
import { databaseInput, datasetInput, folderInput, protectionOf } from './source_words';
import { hasRows, SourceFindings } from './SourceFindings';
import { useConnectSource, useTestSource } from './useSource';

const KINDS = ['Folder', 'PostgreSQL', 'BigQuery'] as const;
const CONNECT = { Folder: 'Connect folder', PostgreSQL: 'Connect database', BigQuery: 'Connect dataset' };

// Its own answer, after the form is there.
const FolderChoices = lazy(async () => ({ default: (await import('./FolderChoices')).FolderChoices }));

interface SourceFormProps {
  source: Source;
  /** Starts a full sync; absent while none can start. */
  onSync: (() => void) | undefined;
}

export function SourceForm({ source, onSync }: SourceFormProps) {
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
    const wanted = input();
    connect.reset();
    // Nothing is kept that cannot be read, or has nothing to read.
    test.mutate(wanted, { onSuccess: (found) => hasRows(found) && connect.mutate(wanted) });
  };
  const tryOut = () => {
    if (form.current?.reportValidity() !== true) return;
    connect.reset();
    test.mutate(input());
  };
  const fill = (folder: string) => {
    const field = form.current?.elements.namedItem('path');
    if (field instanceof HTMLInputElement) field.value = folder;
    connect.reset();
    test.reset();
  };

  return (
    <Box component="form" ref={form} onSubmit={submit} sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
      <ChoiceGroup label="Kind of source" choices={KINDS} chosen={[kind]} onPress={choose} />
      {kind === 'Folder' ? (
        <>
          <TextInput
            label="Folder"
            name="path"
            help="An absolute path, or one relative to the server's warehouse folder."
            error={fieldFailure(failed, 'path')}
            {...(source.path !== undefined && { defaultValue: source.path })}
          />
          <Suspense fallback={<Box sx={{ minHeight: 124 }} />}>
            <FolderChoices onChoose={fill} />
          </Suspense>
        </>
      ) : kind === 'BigQuery' ? (
        <DatasetFields source={source} />
      ) : (
        <DatabaseFields source={source} protection={protection} onProtect={setProtection} />
      )}
      <Box aria-live="polite" sx={{ display: 'grid', gap: 3 }}>
        {test.isSuccess && <SourceFindings found={test.data} />}
        {connect.isSuccess && (
          <Callout
            weight="success"
            action={
              onSync && (
                <Button variant="contained" color="accent" onClick={onSync}>
                  Sync now
                </Button>
              )
            }
          >
            The source is connected. Start a full sync to read it.
          </Callout>
        )}
      </Box>
      {failed && <FailureNotice {...sayFailure(failed, 'The source could not be reached.')} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'flex-end' }}>
        <Button onClick={tryOut} disabled={test.isPending}>
          Test connection
        </Button>
        <Button type="submit" variant="contained" disabled={test.isPending || connect.isPending}>
          {CONNECT[kind]}
        </Button>
      </Box>
    </Box>
  );
}
