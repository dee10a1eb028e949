/**
 * The fields of a BigQuery source, filled with the current values. The key must be entered again, because it
 * is never shown.
 */
import Box from '@mui/material/Box';
import type { ChangeEvent } from 'react';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync_source';
import { TextInput } from '@/ui/TextInput';
import { GIB } from '../billedBytes';
import { BIGQUERY_FIELDS, type BigQueryField } from './bigQueryInput';
import type { ConnectorFormProps } from './connector';

/** 1 PiB, the server's limit. */
const MAX_GIB = 2 ** 20;

/** Copies the chosen file's text into the field above. */
async function readKeyFile({ currentTarget: { files, form } }: ChangeEvent<HTMLInputElement>) {
  const field = form?.elements.namedItem('key' satisfies BigQueryField);
  const text = await files?.[0]?.text();
  if (field instanceof HTMLInputElement && text !== undefined) field.value = text;
}

export function BigQueryForm({ source, failure }: ConnectorFormProps<'bigquery'>) {
  const { field } = useTypedForm({ fields: BIGQUERY_FIELDS, failure });
  return (
    <>
      <TextInput label={t('project')} {...field('project')} defaultValue={source?.projectId ?? ''} />
      <TextInput label={t('dataset')} {...field('dataset')} defaultValue={source?.dataset ?? ''} />
      <TextInput
        label={t('location')}
        {...field('location')}
        required={false}
        help={t('theDatasetsLocationSuchAsUs')}
        defaultValue={source?.location ?? ''}
      />
      <TextInput
        label={t('billingLimitPerTableGib')}
        {...field('maxGib')}
        type="number"
        max={MAX_GIB}
        required={false}
        help={t('tablesAboveThisLimitAreSkipped')}
        defaultValue={source ? String(source.maximumBytesBilled / GIB) : ''}
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
