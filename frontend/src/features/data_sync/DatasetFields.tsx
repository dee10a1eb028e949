/** The fields of a BigQuery source, filled with the current one; the key is always asked for, because it is never shown. */
import Box from '@mui/material/Box';
import type { ChangeEvent } from 'react';
import type { TypedForm } from '@/api/useTypedForm';
import { TextInput } from '@/ui/TextInput';
import { GIB } from './billedBytes';
import type { Source } from './queries';
import type { SourceField } from './sourceInput';

/** 1 PiB, the most that the server takes. */
const MAX_GIB = 2 ** 20;

/** Puts a chosen file's text into the field that it stands under. */
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
      <TextInput label="Project" {...field('project')} defaultValue={source.projectId ?? ''} />
      <TextInput label="Dataset" {...field('dataset')} defaultValue={source.dataset ?? ''} />
      <TextInput
        label="Location"
        {...field('location')}
        required={false}
        help="Such as US; BigQuery knows it."
        defaultValue={source.location ?? ''}
      />
      <TextInput
        label="Most to bill for one table, in GiB"
        {...field('maxGib')}
        type="number"
        max={MAX_GIB}
        required={false}
        help="A table that would be billed for more is not read. Empty: 10 GiB."
        defaultValue={source.maximumBytesBilled === undefined ? '' : String(source.maximumBytesBilled / GIB)}
      />
      <TextInput
        label="Service account key"
        {...field('key')}
        type="password"
        autoComplete="off"
        help="Paste its JSON, or choose the file. Kept sealed, never shown."
      />
      <Box
        component="input"
        type="file"
        accept=".json"
        aria-label="Key file"
        onChange={(event: ChangeEvent<HTMLInputElement>) => void readKeyFile(event)}
      />
    </>
  );
}
