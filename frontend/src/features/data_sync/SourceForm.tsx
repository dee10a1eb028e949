/** The source form: a folder, database or dataset, tested before it is connected. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useRef, useState, type SubmitEvent } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import { Callout } from '@/ui/Callout';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { TextInput } from '@/ui/TextInput';
import { DatabaseFields } from './DatabaseFields';
import { DatasetFields } from './DatasetFields';
import type { Source, SourceInput } from './queries';
import {
  buildDatabaseInput,
  buildDatasetInput,
  buildFolderInput,
  parseTlsMode,
  SOURCE_FIELDS,
} from './sourceInput';
import { hasRows, SourceTestResult } from './SourceTestResult';
import { useConnectSource, useTestSource } from './useSource';

const KINDS = ['Folder', 'PostgreSQL', 'BigQuery'] as const;
const CONNECT_LABELS = {
  get Folder() {
    return t('connectFolder');
  },
  get PostgreSQL() {
    return t('connectDatabase');
  },
  get BigQuery() {
    return t('connectDataset');
  },
};

// A separate query, after the form is shown.
const FolderChoices = lazy(async () => ({ default: (await import('./FolderChoices')).FolderChoices }));

interface SourceFormProps {
  source: Source;
  /** Starts a full sync. Undefined while none can start. */
  onSync: (() => void) | undefined;
}

export function SourceForm({ source, onSync }: SourceFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const connect = useConnectSource();
  const test = useTestSource();
  const [kind, setKind] = useState<(typeof KINDS)[number]>(
    source.kind === 'bigquery' ? 'BigQuery' : source.kind === 'postgres' ? 'PostgreSQL' : 'Folder',
  );
  const [tlsMode, setTlsMode] = useState(parseTlsMode(source.sslmode));
  const failed = connect.error ?? test.error;

  const { field, read } = useTypedForm({ fields: SOURCE_FIELDS, failure: failed });
  const readInput = (element: HTMLFormElement): SourceInput => {
    const values = read(element);
    if (kind === 'BigQuery') return buildDatasetInput(values, source);
    return kind === 'Folder' ? buildFolderInput(values) : buildDatabaseInput(values, tlsMode);
  };
  const selectKind = (chosen: (typeof KINDS)[number]) => {
    connect.reset();
    test.reset();
    setKind(chosen);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = readInput(event.currentTarget);
    connect.reset();
    // A source that can't be read, or has nothing to read, is not saved.
    test.mutate(input, { onSuccess: (found) => hasRows(found) && connect.mutate(input) });
  };
  const testConnection = () => {
    if (form.current?.reportValidity() !== true) return;
    connect.reset();
    test.mutate(readInput(form.current));
  };
  const setFolder = (folder: string) => {
    const input = form.current?.elements.namedItem(field('path').name);
    if (input instanceof HTMLInputElement) input.value = folder;
    connect.reset();
    test.reset();
  };

  return (
    <Box component="form" ref={form} onSubmit={submit} sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
      <ToggleGroup label={t('sourceType')} options={KINDS} selected={[kind]} onToggle={selectKind} />
      {kind === 'Folder' ? (
        <>
          <TextInput
            label={t('folder')}
            {...field('path')}
            help={t('anAbsolutePathOrOneRelative')}
            {...(source.path !== undefined && { defaultValue: source.path })}
          />
          <Suspense fallback={<Box sx={{ minHeight: 124 }} />}>
            <FolderChoices onChoose={setFolder} />
          </Suspense>
        </>
      ) : kind === 'BigQuery' ? (
        <DatasetFields source={source} field={field} />
      ) : (
        <DatabaseFields source={source} field={field} tlsMode={tlsMode} onTlsModeChange={setTlsMode} />
      )}
      <Box aria-live="polite" sx={{ display: 'grid', gap: 3 }}>
        {test.isSuccess && <SourceTestResult found={test.data} />}
        {connect.isSuccess && (
          <Callout
            severity="success"
            action={
              onSync && (
                <Button variant="contained" color="accent" onClick={onSync}>
                  {t('syncNow')}
                </Button>
              )
            }
          >
            {t('sourceConnectedStartAFullSync')}
          </Callout>
        )}
      </Box>
      {failed && <ErrorAlert {...errorText(failed, t('couldntReachTheSource'))} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'flex-end' }}>
        <Button onClick={testConnection} disabled={test.isPending}>
          {t('testConnection')}
        </Button>
        <Button type="submit" variant="contained" disabled={test.isPending || connect.isPending}>
          {CONNECT_LABELS[kind]}
        </Button>
      </Box>
    </Box>
  );
}
