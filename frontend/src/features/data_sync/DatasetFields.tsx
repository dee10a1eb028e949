/** The fields of a BigQuery source, filled with the current one; the key is always asked for, because it is never shown. */
import Box from '@mui/material/Box';
import type { ChangeEvent } from 'react';
import { TextInput } from '@/ui/TextInput';
import { GIB } from './bills';
import type { Source } from './queries';

/** 1 PiB, the most that the server takes. */
const MOST_GIB = 2 ** 20;

/** Puts a chosen file's text into the field that it stands under. */
async function fillIn({ currentTarget: { files, form } }: ChangeEvent<HTMLInputElement>) {
  const field = form?.elements.namedItem('key');
  const text = await files?.[0]?.text();
  if (field instanceof HTMLInputElement && text !== undefined) field.value = text;
}

export function DatasetFields({ source }: { source: Source }) {
  return (
    <>
      <TextInput label="Project" name="project" defaultValue={source.projectId ?? ''} />
      <TextInput label="Dataset" name="dataset" defaultValue={source.dataset ?? ''} />
      <TextInput
        label="Location"
        name="location"
        required={false}
        help="Such as US; BigQuery knows it."
        defaultValue={source.location ?? ''}
      />
      <TextInput
        label="Most to bill for one table, in GiB"
        name="most"
        type="number"
        max={MOST_GIB}
        required={false}
        help="A table that would be billed for more is not read. Empty: 10 GiB."
        defaultValue={source.maximumBytesBilled === undefined ? '' : String(source.maximumBytesBilled / GIB)}
      />
      <TextInput
        label="Service account key"
        name="key"
        type="password"
        autoComplete="off"
        help="Paste its JSON, or choose the file. Kept sealed, never shown."
      />
      <Box
        component="input"
        type="file"
        accept=".json"
        aria-label="Key file"
        onChange={(event: ChangeEvent<HTMLInputElement>) => void fillIn(event)}
      />
    </>
  );
}
