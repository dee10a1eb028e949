/**
 * The fields of a BigQuery source, filled with the current values. The key must be entered again, because it
 * is never shown.
 */
import Box from '@mui/material/Box';
import type { ChangeEvent } from 'react';
import type { TypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync_source';
import { TextInput } from '@/ui/TextInput';
import { GIB } from './billedBytes';
import type { Source } from './queries';
import type { SourceField } from './sourceInput';

/** 1 PiB, the server's limit. */
const MAX_GIB = 2 ** 20;

/** Copies the chosen file's text into the field above. */
async function readKeyFile({ currentTarget: { files, form } }: ChangeEvent<HTMLInputElement>) {
  const field = form?.elements.namedItem('key' satisfies SourceField);
  const text = await files?.[0]?.text();
  if (field instanceof HTMLInputElement && text !== undefined) field.value = text;
}

interface DatasetFieldsProps {
  source: Source;
  field: TypedForm<SourceField>['field'];
}

export function DatasetFields({ source, field }: DatasetFieldsProps) {
  return (
    <>
      <TextInput label={t('project')} {...field('project')} defaultValue={source.projectId ?? ''} />
      <TextInput label={t('dataset')} {...field('dataset')} defaultValue={source.dataset ?? ''} />
      <TextInput
        label={t('location')}
        {...field('location')}
        required={false}
        help={t('theDatasetsLocationSuchAsUs')}
        defaultValue={source.location ?? ''}
      />
      <TextInput
        label={t('billingLimitPerTableGib')}
        {...field('maxGib')}
        type="number"
        max={MAX_GIB}
        required={false}
        help={t('tablesAboveThisLimitAreSkipped')}
        defaultValue={source.maximumBytesBilled === undefined ? '' : String(source.maximumBytesBilled / GIB)}
      />
      <TextInput
        label={t('serviceAccountKey')}
        {...field('key')}
        type="password"
        autoComplete="off"
        help={t('pasteTheJsonOrChooseThe')}
      />
      <Box
        component="input"
        type="file"
        accept=".json"
        aria-label={t('keyFile')}
        onChange={(event: ChangeEvent<HTMLInputElement>) => void readKeyFile(event)}
      />
    </>
  );
}
